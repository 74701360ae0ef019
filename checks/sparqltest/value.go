package sparqltest

import (
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/sparql/value"
)

const xsd = "http://www.w3.org/2001/XMLSchema#"

// Value returns the value of a term as tests write it: _:b, <x:iri>, "text",
// "text"@en, "text"^^<x:datatype>, "1"^^byte for a datatype of XSD, 1, 1.5, 1e0,
// true; the empty text is unbound.
func Value(t testing.TB, text string) value.Value {
	t.Helper()
	return value.Of(Term(t, text))
}

// Term returns the term that Value is about.
func Term(t testing.TB, text string) rdf.Term {
	t.Helper()
	made, err := parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return made
}

func parse(text string) (rdf.Term, error) {
	switch {
	case text == "":
		return nil, nil
	case strings.HasPrefix(text, "_:"):
		return graph.Blank(text[2:])
	case text[0] == '<':
		return graph.IRI(strings.Trim(text, "<>"))
	case text == "true" || text == "false":
		return graph.Typed(text, graph.XSDBoolean), nil
	case text[0] != '"':
		return number(text), nil
	}
	end := strings.LastIndexByte(text, '"')
	lexical, rest := text[1:end], text[end+1:]
	if rest == "" {
		return graph.String(lexical), nil
	}
	if rest[0] == '@' {
		return graph.Tagged(lexical, rest[1:])
	}
	datatype := xsd + rest[2:]
	if rest[2] == '<' {
		datatype = strings.Trim(rest[2:], "<>")
	}
	made, err := graph.IRI(datatype)
	return graph.Typed(lexical, made), err
}

func number(text string) rdf.Term {
	switch {
	case strings.ContainsAny(text, "eE"):
		return graph.Typed(text, graph.XSDDouble)
	case strings.Contains(text, "."):
		return graph.Typed(text, graph.XSDDecimal)
	}
	return graph.Typed(text, graph.XSDInteger)
}

// Show returns a term as tests write it, always with its datatype.
func Show(term rdf.Term) string {
	switch t := term.(type) {
	case nil:
		return ""
	case rdf.IRI:
		return "<" + t.String() + ">"
	case rdf.Literal:
		switch name, ok := strings.CutPrefix(t.DataType.String(), xsd); {
		case t.Lang() != "":
			return `"` + t.String() + `"@` + t.Lang()
		case name == "string":
			return `"` + t.String() + `"`
		case ok:
			return `"` + t.String() + `"^^` + name
		}
		return `"` + t.String() + `"^^<` + t.DataType.String() + ">"
	default:
		return "_:" + t.String()
	}
}
