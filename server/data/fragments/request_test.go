package fragments

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

func TestTerms(t *testing.T) {
	english, err := graph.Tagged("x", "en-gb")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]place{
		"":                                  {},
		"?":                                 {},
		"?x":                                {variable: "x"},
		"http://a.example/é?x#y":            {term: iri(t, "http://a.example/é?x#y")},
		`"x"`:                               {term: graph.String("x")},
		`""`:                                {term: graph.String("")},
		`"say "x" \n"`:                      {term: graph.String(`say "x" \n`)},
		`"x"@en-GB`:                         {term: english},
		`"1"^^` + graph.XSDInteger.String(): {term: graph.Typed("1", graph.XSDInteger)},
		`"x"^^` + graph.XSDString.String():  {term: graph.String("x")},
	} {
		if got, err := parsePlace("object", text); err != nil || got != want {
			t.Errorf("%s: %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{
		"relative", "http://a b", "<http://a.example/>", "_:b0", `"x`, `"`, `"x"en`, `"x"@`, `"x"@e_n`, `"x"@en--ltr`,
		`"1"^^<http://a.example/>`, `"1"^^xsd`, `"1"^^`, `"x"^^` + graph.LangString.String(), "<<a b c>>",
		`"` + strings.Repeat("x", graph.MaxLiteral+1) + `"`, "http://a.example/" + strings.Repeat("x", graph.MaxIRI),
	} {
		var parameter *ParameterError
		if got, err := parsePlace("object", text); !errors.As(err, &parameter) {
			t.Errorf("%.80s: %v, %v; want a ParameterError", text, got, err)
		}
	}
	for _, name := range []string{"subject", "predicate", "graph"} {
		if _, err := parsePlace(name, `"x"`); err == nil {
			t.Errorf("a literal is taken as the %s", name)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	names := testNames(t)
	for _, query := range []string{
		"subject=relative", "subject=x:1&subject=x:2", "after=", "after=x&after=y",
		"graph=%22x%22",
	} {
		values, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		var parameter *ParameterError
		if _, err := Parse(values, names); !errors.As(err, &parameter) || !strings.Contains(err.Error(), parameter.Name) {
			t.Errorf("%s: %v, want a ParameterError", query, err)
		}
	}
}

func TestNodes(t *testing.T) {
	nodes := testNames(t).Nodes
	node := iri(t, nodes.Prefix+"bobject-2f1.b0")
	b, isBlank := nodes.Blank(node).(rdf.Blank)
	if !isBlank || b.String() != "bobject-2f1.b0" {
		t.Errorf("%s is %v", node, nodes.Blank(node))
	}
	if again, err := nodes.IRI(b); err != nil || again != rdf.Term(node) {
		t.Errorf("%v is %v, %v", b, again, err)
	}
	if name, ok := nodes.Graph(node); !ok || name != iri(t, base+"object/1") {
		t.Errorf("%s is from %v, %v", node, name, ok)
	}
	for _, other := range []rdf.IRI{iri(t, nodes.Prefix), iri(t, nodes.Prefix+"b0"), iri(t, base+"object/1")} {
		if got := nodes.Blank(other); got != rdf.Term(other) {
			t.Errorf("%s is taken for %v", other, got)
		}
		if name, ok := nodes.Graph(other); ok {
			t.Errorf("%s is from %s", other, name)
		}
	}
}
