package nquads

import (
	"context"
	"errors"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize/terms"
)

// Term reads one term as N-Triples writes it: <iri>, _:label, "text", "text"@en
// or "text"^^<datatype>. Nothing may stand before or after it.
func Term(text string) (rdf.Term, error) {
	if strings.ContainsAny(text, "\r\n") {
		return nil, errors.New(`the term holds a line end; write it as \n or \r`)
	}
	p := parser{terms.NewScanner(context.Background(), nil, "term", "", 0)}
	p.Reset([]byte(text), 1)
	term, err := p.alone(text)
	if err == nil && p.Offset() < int64(len(text)) {
		err = p.Expected("the end of the term")
	}
	if err != nil {
		return nil, err
	}
	return term, nil
}

// alone reads the term without white space and comments around it.
func (p parser) alone(text string) (rdf.Term, error) {
	if text == "" || strings.IndexByte(`<"_`, text[0]) < 0 {
		return nil, p.Expected("a term")
	}
	if text[0] != '"' {
		return p.object()
	}
	lexical, err := p.ShortString()
	if err != nil {
		return nil, err
	}
	if !p.Is("@") && !p.Is("^") {
		return graph.String(lexical), nil
	}
	return p.Suffix(lexical, p.datatype)
}
