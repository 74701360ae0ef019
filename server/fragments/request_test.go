package fragments

import (
	"errors"
	"fmt"
	"net/url"
	"reflect"
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

func TestValues(t *testing.T) {
	a, one := iri(t, "http://a.example/)"), graph.Typed("1", graph.XSDInteger)
	text := graph.String(`") {`)
	english, err := graph.Tagged("x", "en")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		text string
		want []binding
	}{
		{`(?x) { (<http://a.example/)>) }`, []binding{{"x": a}}},
		{`?x{<http://a.example/)>"\") {"}`, []binding{{"x": a}, {"x": text}}},
		{`(?x $y){(<http://a.example/)> UNDEF)("x"@en"1"^^<http://www.w3.org/2001/XMLSchema#integer>)}`, []binding{{"x": a}, {"x": english, "y": one}}},
		{"\n( ?x )\t{ ( \"x\"@en ) (UNDEF ) }", []binding{{"x": english}, {}}},
		{`() { () }`, []binding{{}}},
	} {
		if got, err := parseValues(test.text); err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %v, %v; want %v", test.text, got, err, test.want)
		}
	}
	for _, text := range []string{
		``, `x`, `(?x)`, `(?x) {`, `(?x) { }`, `(?x) { (<a:b>)`, `(?x) { (<a:b>) } x`, `(?x) { (<a:b> <a:b>) }`, `(?x ?y) { (<a:b>) }`,
		`(?x) { (_:b) }`, `(?x) { (1) }`, `(?x) { ("x) }`, `(?x) { ("x"^^<a) }`, `(?x) { (<a) }`, `(?) { (<a:b>) }`, `(x) { (<a:b>) }`,
		`(?x) { ("x"@) }`, `?x ?y { <a:b> }`, `(?x) { (<relative>) }`, `(?x { (<a:b>) }`, `(?x) { <a:b> }`,
		"(?x) {" + strings.Repeat("(<a:b>)", MaxBindings+1) + "}",
	} {
		var parameter *ParameterError
		if got, err := parseValues(text); !errors.As(err, &parameter) || parameter.Name != "values" {
			t.Errorf("%.80s: %v, %v; want a ParameterError", text, got, err)
		}
	}
}

func FuzzValues(f *testing.F) {
	for _, seed := range []string{`(?x ?y) { (<a:b> "x"@en) (UNDEF "1"^^<a:b>) }`, `?x { "\"" <a:b> }`, `(?x) { (<a`, `() { () }`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		bindings, err := parseValues(text)
		if err != nil {
			return
		}
		// What was read is written again and read again.
		variables := map[string]bool{}
		for _, b := range bindings {
			for name := range b {
				variables[name] = true
			}
		}
		var names, rows strings.Builder
		order := []string{}
		for name := range variables {
			order = append(order, name)
			fmt.Fprintf(&names, " ?%s", name)
		}
		for _, b := range bindings {
			rows.WriteString("(")
			for _, name := range order {
				if b[name] == nil {
					rows.WriteString(" UNDEF")
				} else {
					rows.WriteString(" " + b[name].Serialize(rdf.NTriples))
				}
			}
			rows.WriteString(")")
		}
		again, err := parseValues("(" + names.String() + "){" + rows.String() + "}")
		if err != nil || !reflect.DeepEqual(again, bindings) {
			t.Errorf("%q: %v, then %v, %v", text, bindings, again, err)
		}
	})
}

func TestParseRefuses(t *testing.T) {
	names := testNames(t)
	for _, query := range []string{
		"subject=relative", "subject=x:1&subject=x:2", "values=x", "values=", "values=?x%7B%3Cx:y%3E%7D&values=", "after=", "after=x", "after=1.", "after=-1.x", "after=00.x", "after=0",
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
