package framing_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	ldcontext "vitrine/context"
	"vitrine/serialize/jsonld/framing"
)

// collection is a graph: a vase of clay and tin made by Ada, a bowl of clay, a list, and a cycle.
const collection = `
<x:vase> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <x:Object> .
<x:vase> <x:label> "Vase"@en .
<x:vase> <x:label> "Vaas"@nl .
<x:vase> <x:height> "12"^^<http://www.w3.org/2001/XMLSchema#integer> .
<x:vase> <x:weight> "012"^^<http://www.w3.org/2001/XMLSchema#integer> .
<x:vase> <x:shown> "true"^^<http://www.w3.org/2001/XMLSchema#boolean> .
<x:vase> <x:material> <x:clay> .
<x:vase> <x:material> <x:tin> .
<x:vase> <x:production> _:p .
_:p <x:by> <x:ada> .
<x:bowl> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <x:Object> .
<x:bowl> <x:material> <x:clay> .
<x:clay> <x:label> "Clay" .
<x:ada> <x:label> "Ada" .
<x:ada> <x:pupil> <x:ben> .
<x:ben> <x:teacher> <x:ada> .
<https://data.museum.example/é%201> <x:label> "É" .
<x:ada> <x:works> _:l1 .
_:l1 <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> <x:vase> .
_:l1 <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> _:l2 .
_:l2 <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> "and others" .
_:l2 <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> <http://www.w3.org/1999/02/22-rdf-syntax-ns#nil> .
`

func triples(t testing.TB, text string) []rdf.Triple {
	t.Helper()
	all, err := rdf.NewTripleDecoder(strings.NewReader(text), rdf.NTriples).DecodeAll()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func read(t testing.TB, text string) *framing.Frame {
	t.Helper()
	f, err := framing.Read([]byte(text), "https://data.museum.example/", framing.NewContexts(ldcontext.New(nil)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestFrame(t *testing.T) {
	const vocabulary = `"@context":{"@vocab":"x:","label":{"@id":"x:label","@language":"en"}}`
	for _, c := range []struct{ name, frame, want string }{
		{"one node, what it leads to, native values",
			`{` + vocabulary + `,"@id":"x:vase","production":{"by":{"@explicit":true}}}`,
			`{` + vocabulary + `,"@id":"x:vase","@type":"Object","label":"Vase","x:label":{"@language":"nl","@value":"Vaas"},"height":12,
			  "weight":{"@type":"http://www.w3.org/2001/XMLSchema#integer","@value":"012"},"shown":true,
			  "material":[{"@id":"x:clay","x:label":"Clay"},{"@id":"x:tin"}],"production":{"by":{"@id":"x:ada"}}}`},
		{"several nodes", `{` + vocabulary + `,"@type":"Object","@explicit":true}`,
			`{` + vocabulary + `,"@graph":[{"@id":"x:bowl","@type":"Object"},{"@id":"x:vase","@type":"Object"}]}`},
		{"none", `{` + vocabulary + `,"@type":"Nothing"}`, `{` + vocabulary + `}`},
		{"references alone", `{` + vocabulary + `,"@id":"x:bowl","material":{"@embed":"@never"}}`,
			`{` + vocabulary + `,"@id":"x:bowl","@type":"Object","material":{"@id":"x:clay"}}`},
		{"the nodes that lead to one", `{` + vocabulary + `,"@id":"x:clay","@reverse":{"material":{"@explicit":true}}}`,
			`{` + vocabulary + `,"@id":"x:clay","x:label":"Clay","@reverse":{"material":[{"@id":"x:bowl","@type":"Object"},{"@id":"x:vase","@type":"Object"}]}}`},
		{"a list, and a cycle that ends in a reference", `{` + vocabulary + `,"@id":"x:ada","works":{"@list":[{"@explicit":true}]}}`,
			`{` + vocabulary + `,"@id":"x:ada","x:label":"Ada","pupil":{"@id":"x:ben","teacher":{"@id":"x:ada"}},"works":{"@list":[{"@id":"x:vase","@type":"Object"},"and others"]}}`},
		{"what is missing has a default or null", `{` + vocabulary + `,"@id":"x:bowl","@explicit":true,"height":{"@default":0},"weight":{},"shown":{"@omitDefault":true}}`,
			`{` + vocabulary + `,"@id":"x:bowl","@type":"Object","height":0,"weight":null}`},
		{"all is required", `{` + vocabulary + `,"@requireAll":true,"@explicit":true,"material":{},"height":{}}`,
			`{` + vocabulary + `,"@id":"x:vase","@type":"Object","height":12,"material":[{"@id":"x:clay"},{"@id":"x:tin"}]}`},
		{"by a value", `{` + vocabulary + `,"@explicit":true,"x:label":{"@value":"Vaas","@language":"NL"}}`,
			`{` + vocabulary + `,"@id":"x:vase","@type":"Object","x:label":{"@language":"nl","@value":"Vaas"}}`},
		{"by a node", `{` + vocabulary + `,"@explicit":true,"teacher":{"@id":"x:ada","@explicit":true}}`,
			`{` + vocabulary + `,"@id":"x:ben","teacher":{"@id":"x:ada"}}`},
		{"letters beyond ASCII", `{` + vocabulary + `,"@id":"https://data.museum.example/é%201"}`,
			`{` + vocabulary + `,"@id":"https://data.museum.example/é%201","x:label":"É"}`},
		{"nodes without a property", `{` + vocabulary + `,"@type":"Object","@requireAll":true,"@explicit":true,"height":[]}`,
			`{` + vocabulary + `,"@id":"x:bowl","@type":"Object","height":null}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := read(t, c.frame)
			text, err := f.Apply(t.Context(), triples(t, collection))
			if err != nil {
				t.Fatal(err)
			}
			if again, err := f.Apply(t.Context(), triples(t, collection)); err != nil || string(again) != string(text) {
				t.Errorf("applied again, it is %s, %v", again, err)
			}
			var got, want any
			if err := errors.Join(json.Unmarshal(text, &got), json.Unmarshal([]byte(c.want), &want)); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("it is\n%s\nin place of\n%s", text, c.want)
			}
		})
	}
}

// TestEmbedding: a node that is used twice is there once, or each time where that is asked for.
func TestEmbedding(t *testing.T) {
	graph := triples(t, "<x:a> <x:b> <x:c> .\n<x:a> <x:d> <x:c> .\n<x:c> <x:label> \"C\" .")
	for embed, want := range map[string]int{"@once": 1, "@always": 2, "@never": 0} {
		text, err := read(t, `{"@id":"x:a","@embed":"`+embed+`","@context":{"@vocab":"x:"}}`).Apply(t.Context(), graph)
		if got := strings.Count(string(text), `"label"`); err != nil || got != want {
			t.Errorf("%s embeds it %d times, %v, in place of %d: %s", embed, got, err, want, text)
		}
	}
}

func TestWrongFrame(t *testing.T) {
	for _, text := range []string{
		"", "[]", "1", `{"@id":"_:b"}`, `{"@embed":"@last"}`, `{"@explicit":"perhaps"}`, `{"@included":{}}`,
		`[{"@id":"x:a"},{"@id":"x:b"}]`, `{"@context":"https://elsewhere.example/context.json"}`,
		`{"x:p":[{"@id":"x:a"},{"@id":"x:b"}]}`,
		strings.Repeat(`{"x:p":`, 100) + "{}" + strings.Repeat("}", 100), `{"x:p":{}}` + strings.Repeat(" ", framing.MaxFrame),
	} {
		if _, err := framing.Read([]byte(text), "https://data.museum.example/", framing.NewContexts(ldcontext.New(nil))); !errors.Is(err, framing.ErrFrame) {
			t.Errorf("%.60q: %v", text, err)
		}
	}
}

// TestLimits: a frame that asks for more than any machine has is refused, and a chain too long.
func TestLimits(t *testing.T) {
	var diamonds, chain strings.Builder
	for i := range 40 {
		for _, side := range []string{"left", "right"} {
			fmt.Fprintf(&diamonds, "<x:%d> <x:to> <x:%d%s> .\n<x:%d%s> <x:to> <x:%d> .\n", i, i, side, i, side, i+1)
		}
	}
	for i := range 200 {
		fmt.Fprintf(&chain, "<x:%d> <x:to> <x:%d> .\n", i, i+1)
	}
	var many []rdf.Triple
	for range framing.MaxTriples + 1 {
		many = append(many, triples(t, `<x:a> <x:b> <x:c> .`)...)
	}
	for name, graph := range map[string][]rdf.Triple{
		"paths": triples(t, diamonds.String()), "chain": triples(t, chain.String()), "triples": many,
	} {
		if _, err := read(t, `{"@embed":"@always"}`).Apply(t.Context(), graph); !errors.Is(err, framing.ErrLimit) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := read(t, `{"@id":"x:nothing"}`).Apply(ctx, triples(t, diamonds.String())); !errors.Is(err, context.Canceled) {
		t.Errorf("after its end: %v", err)
	}
}

// FuzzRead: no frame panics, whatever it is applied to.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		`{"@type":"x:Object","x:material":{"@embed":"@always"}}`, `{"@context":{"@vocab":"x:"},"@reverse":{"material":{}}}`,
		`{"x:works":{"@list":[{"@id":"x:vase"}]}}`, `{"@id":["x:vase",{}],"@type":[{}]}`, `{"x:label":{"@value":{},"@language":"en"}}`,
	} {
		f.Add([]byte(seed))
	}
	graph := triples(f, collection)
	f.Fuzz(func(t *testing.T, text []byte) {
		frame, err := framing.Read(text, "https://data.museum.example/", framing.NewContexts(ldcontext.New(nil)))
		if err != nil {
			return
		}
		framed, err := frame.Apply(t.Context(), graph)
		if err == nil && !json.Valid(framed) {
			t.Errorf("%s is no JSON", framed)
		}
	})
}

func BenchmarkApply(b *testing.B) {
	var many strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&many, "<x:o%d> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <x:Object> .\n<x:o%d> <x:label> \"%d\" .\n<x:o%d> <x:material> <x:m%d> .\n<x:m%d> <x:label> \"%d\" .\n", i, i, i, i, i%100, i%100, i)
	}
	graph := triples(b, many.String())
	frame := read(b, `{"@context":"https://linked.art/ns/v1/linked-art.json","@explicit":false,"@type":"x:Object"}`)
	for b.Loop() {
		if _, err := frame.Apply(b.Context(), graph); err != nil {
			b.Fatal(err)
		}
	}
}
