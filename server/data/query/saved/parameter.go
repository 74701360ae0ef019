package saved

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"unicode/utf8"

	"vitrine/rdfstore/graph"
	"vitrine/serialize/terms"
	"vitrine/sparql/syntax"
)

// Type is the type of a parameter.
type Type string

// The types of parameters: an absolute IRI, a text, which is an xsd:string, and a whole number,
// which is an xsd:integer.
const (
	IRI     Type = "iri"
	String  Type = "string"
	Integer Type = "integer"
)

// maxValue is how long a value may be, in bytes.
const maxValue = 2000

// ValueError says that a value of a parameter is wrong.
type ValueError struct {
	// Parameter is its name.
	Parameter string
	Err       error
}

func (e *ValueError) Error() string {
	return fmt.Sprintf("the parameter %s is wrong: %v", e.Parameter, e.Err)
}

func (e *ValueError) Unwrap() error { return e.Err }

// Schema is the JSON Schema of its values.
func (p *Parameter) Schema() map[string]any {
	schema := map[string]any{"type": "string", "default": p.Default, "maxLength": maxValue}
	switch p.Type {
	case IRI:
		schema["format"] = "iri"
	case Integer:
		n, _ := strconv.ParseInt(p.Default, 10, 64) // it was checked
		schema = map[string]any{"type": "integer", "default": n}
	}
	if p.Type != Integer && len(p.Choices) > 0 {
		schema["enum"] = p.Choices
	}
	return schema
}

// Value returns the value of a parameter among those given: its default where there is none or an
// empty one, as an empty field of a form is.
func (p *Parameter) Value(values url.Values) string {
	if value := values.Get(p.Name); value != "" {
		return value
	}
	return p.Default
}

// Fill returns the text of the query with values in place of its parameters. The error is a
// *ValueError for one that is wrong, is given twice or is none of the query's.
func (q *Query) Fill(values url.Values) (string, error) {
	for name, given := range values {
		known := slices.ContainsFunc(q.Parameters, func(p Parameter) bool { return p.Name == name })
		if !known {
			return "", &ValueError{name, fmt.Errorf("the query %s has no such parameter", q.Name)}
		}
		if len(given) > 1 {
			return "", &ValueError{name, fmt.Errorf("it is given %d times", len(given))}
		}
	}
	filled := map[string]string{}
	for _, p := range q.Parameters {
		term, err := p.term(p.Value(values))
		if err != nil {
			return "", &ValueError{p.Name, err}
		}
		filled[p.Name] = term
	}
	return syntax.ReplaceDollarVariables(q.Text(), filled)
}

// term returns a value as a term in the syntax of SPARQL.
func (p *Parameter) term(value string) (string, error) {
	switch {
	case len(value) > maxValue:
		return "", fmt.Errorf("it has %d bytes; %d at most are taken", len(value), maxValue)
	case !utf8.ValidString(value):
		return "", fmt.Errorf("it is not UTF-8")
	case len(p.Choices) > 0 && !slices.Contains(p.Choices, value):
		return "", fmt.Errorf("%q is none of %q", value, p.Choices)
	}
	switch p.Type {
	case IRI:
		iri, err := graph.ParseIRI(value)
		if err != nil {
			return "", err
		}
		return string(terms.AppendTerm(nil, iri)), nil
	case String:
		return string(terms.AppendTerm(nil, graph.String(value))), nil
	case Integer:
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil {
			return "", fmt.Errorf("%q is no whole number", value)
		}
		return strconv.FormatInt(n, 10), nil
	default:
		return "", fmt.Errorf("its type is %q; there are %s, %s and %s", p.Type, IRI, String, Integer)
	}
}
