package nquads

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/knakk/rdf"
)

// Term reads one term as N-Triples writes it: <iri>, _:label, "text", "text"@en
// or "text"^^<datatype>. Nothing may stand before or after it.
func Term(text string) (rdf.Term, error) {
	switch {
	case !utf8.ValidString(text):
		return nil, errors.New("the term is not valid UTF-8")
	case strings.ContainsAny(text, "\r\n"):
		return nil, errors.New(`the term holds a line end; write it as \n or \r`)
	}
	p := &parser{line: []byte(text), iris: map[string]rdf.IRI{}}
	term, err := p.object()
	if err != nil {
		return nil, err
	}
	if p.pos < len(p.line) {
		return nil, errors.New("there is more after the term")
	}
	return term, nil
}
