package importpages

import (
	"errors"
	"fmt"

	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/web/respond"
)

// notice is an error that pages say in the language of the reader.
type notice struct {
	kind *respond.ErrorType
	key  i18n.Key
	args []any
}

func (n *notice) Error() string {
	if len(n.args) == 0 {
		return string(n.key)
	}
	return fmt.Sprintf(string(n.key), n.args...)
}

// The notices. They never change.
var (
	errWaiting = &notice{kind: respond.Busy, key: "Too many files wait to be imported. Remove one, or try again later."}
	errBusy    = &notice{kind: respond.Busy, key: "Another file is being read or imported. Try again when that has ended."}
	errSlow    = &notice{kind: respond.Busy, key: "That took longer than %d seconds. Try a smaller file, or a simpler mapping.", args: []any{int(maxTime.Seconds())}}
	errEmpty   = &notice{kind: respond.Unprocessable, key: "The file is empty."}
	errNoFile  = &notice{kind: respond.Unprocessable, key: "Choose a file first."}
	errPacked  = &notice{kind: respond.Unprocessable, key: "Unpack the file first, or use the command vitrine import."}
	errGone    = &notice{kind: respond.NotFound, key: "The file is not here any more. Send it again."}
	errNothing = &notice{kind: respond.Unprocessable, key: "No row became a record, so nothing was stored."}
)

// tooLarge is the notice of a file of more bytes than there may be.
func tooLarge(most int64) error {
	return &notice{kind: respond.ContentTooLarge, key: "The file is larger than %d MiB. The command vitrine import has no such limit.", args: []any{most >> 20}}
}

// said is what pages say of an error; what is no notice is in English.
func said(err error, w *i18n.Wording) html.Part {
	var n *notice
	if errors.As(err, &n) {
		return html.Part{Text: w.Text(n.key, n.args...)}
	}
	return html.Part{Text: err.Error(), Lang: "en"}
}
