package edit

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/server/data/jsontree"
)

// Bounds on the documents of forms.
const (
	// maxText bounds a record that is edited here, in bytes, and maxValues its values.
	maxText   = 256 << 10
	maxValues = 20_000
)

// errTooLarge means that a record is beyond these bounds.
var errTooLarge = errors.New("the record is too large for this form; change it by a program (PUT or PATCH)")

// parseDocument reads a record.
func parseDocument(text []byte) (*jsontree.Document, error) {
	if len(text) > maxText {
		return nil, errTooLarge
	}
	d, err := jsontree.Parse(text, maxValues)
	if errors.Is(err, jsontree.ErrTooMany) {
		err = errTooLarge
	}
	return d, err
}

// below is the pointer to a child.
func below(pointer string, n *jsontree.Value, index int) string {
	token := strconv.Itoa(index)
	if n.IsMember() {
		token = n.Name
	}
	return string(jsontext.Pointer(pointer).AppendToken(token))
}

// problem says where a text is no JSON.
func problem(text []byte, err error) string {
	var syntax *jsontext.SyntacticError
	if !errors.As(err, &syntax) {
		return err.Error()
	}
	at := min(int(syntax.ByteOffset), len(text))
	line := bytes.Count(text[:at], []byte("\n")) + 1
	column := len([]rune(string(text[bytes.LastIndexByte(text[:at], '\n')+1:at]))) + 1
	return fmt.Sprintf("line %d, column %d: %s", line, column, syntax.Err)
}
