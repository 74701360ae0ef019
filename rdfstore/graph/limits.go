package graph

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/iri"
)

// Limits on one graph. Beyond them a graph is refused, wherever it comes from.
const (
	// MaxIRI is the length of the longest IRI, in bytes.
	MaxIRI = 4096
	// MaxLiteral is the length of the longest literal, in bytes.
	MaxLiteral = 16 << 20
	// MaxTriples is the number of triples of the largest graph.
	MaxTriples = 1 << 20
)

// ErrTooLarge is wrapped by the errors of Check about a limit.
var ErrTooLarge = errors.New("too large")

// Check tells whether g keeps the limits and is made of terms that RDF allows
// where they stand.
func (g *Graph) Check() error {
	if g.Name.String() == "" {
		return fmt.Errorf("%w: the graph has no name", ErrTerm)
	}
	if n := len(g.Name.String()); n > MaxIRI {
		return fmt.Errorf("%w: the graph's name has %d bytes, the limit is %d", ErrTooLarge, n, MaxIRI)
	}
	if len(g.Triples) > MaxTriples {
		return fmt.Errorf("%w: %d triples, the limit is %d", ErrTooLarge, len(g.Triples), MaxTriples)
	}
	for i, t := range g.Triples {
		// Most triples have the subject of the one before.
		if i == 0 || t.Subj != g.Triples[i-1].Subj {
			if err := checkTerm(t.Subj); err != nil {
				return err
			}
		}
		if err := checkTerm(t.Pred); err != nil {
			return err
		}
		if err := checkTerm(t.Obj); err != nil {
			return err
		}
	}
	return nil
}

func checkTerm(term rdf.Term) error {
	limit := MaxIRI
	switch t := term.(type) {
	case nil:
		return fmt.Errorf("%w: a triple lacks a term", ErrTerm)
	case rdf.Blank:
		if t == (rdf.Blank{}) {
			return fmt.Errorf("%w: a blank node has no label", ErrTerm)
		}
	case rdf.IRI:
		if !iri.HasScheme(t.String()) {
			return fmt.Errorf("%w: %q is not an absolute IRI", ErrTerm, t.String())
		}
	case rdf.Literal:
		limit = MaxLiteral
		if err := checkDatatype(t); err != nil {
			return err
		}
	}
	text := term.String()
	if len(text) > limit {
		return fmt.Errorf("%w: a term has %d bytes, the limit is %d: %.40q…", ErrTooLarge, len(text), limit, text)
	}
	if !utf8.ValidString(text) {
		return fmt.Errorf("%w: %.40q… is not valid UTF-8", ErrTerm, text)
	}
	return nil
}

// checkDatatype tells whether l has a datatype, and rdf:langString just where
// it has a language tag.
func checkDatatype(l rdf.Literal) error {
	datatype := l.DataType.String()
	if n := len(datatype); n > MaxIRI {
		return fmt.Errorf("%w: a datatype IRI has %d bytes, the limit is %d", ErrTooLarge, n, MaxIRI)
	}
	if !iri.HasScheme(datatype) || !utf8.ValidString(datatype) {
		return fmt.Errorf("%w: %q, the datatype of a literal, is not an absolute IRI", ErrTerm, datatype)
	}
	if (l.DataType == LangString) != (l.Lang() != "") {
		return fmt.Errorf("%w: a literal is of datatype rdf:langString just if it has a language tag: %.40q", ErrTerm, l.String())
	}
	return nil
}
