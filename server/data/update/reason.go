package update

import (
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"vitrine/rdfstore"
	"vitrine/server/web/auth"
	"vitrine/server/web/respond"
)

// Message is the request field that says why a change is made, in UTF-8. Author says who makes it,
// in a request of the operator, who has no token; others are not asked.
const (
	Message = "Vitrine-Message"
	Author  = "Vitrine-Author"
)

// message returns why a change is made, "" where the header does not say. The error is an answer.
func message(h http.Header) (string, error) {
	lines := h[Message]
	if len(lines) == 0 {
		return "", nil
	}
	text := strings.TrimSpace(lines[0])
	switch {
	case len(lines) > 1:
		return "", &respond.Error{Type: respond.BadRequest, Detail: "The field " + Message + " stands more than once."}
	case !utf8.ValidString(text):
		return "", &respond.Error{Type: respond.BadRequest, Detail: "The field " + Message + " is not UTF-8."}
	case len(text) > rdfstore.MaxMessage:
		return "", &respond.Error{Type: respond.HeaderTooLong, Detail: fmt.Sprintf("The field %s may have %d bytes.", Message, rdfstore.MaxMessage)}
	}
	return text, nil
}

// sign says in the changes of a request who makes them and why. The error is an answer.
func (q *Request) sign(changes ...*rdfstore.Change) error {
	reason, err := message(q.HTTP.Header)
	if err != nil {
		return err
	}
	author := q.Token.Name
	if auth.IsOperator(q.HTTP) {
		author = q.HTTP.Header.Get(Author)
	}
	if len(author) > rdfstore.MaxAuthor { // that of an issuer
		author = author[:rdfstore.MaxAuthor]
	}
	for _, c := range changes {
		c.Author, c.Message = strings.ToValidUTF8(author, ""), reason
	}
	return nil
}
