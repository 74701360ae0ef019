package expand_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/knakk/rdf"

	ldcontext "vitrine/context"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/jsonld/expand"
)

// FuzzExpand: no document makes the algorithms panic or run on, each refusal is
// an error that callers know, and each triple is one of RDF.
func FuzzExpand(f *testing.F) {
	for _, text := range []string{
		`{"@id":"r","http://p.example/":[{"@id":"x"},{"@value":"y","@language":"nl"},{"@list":[1,{"@list":[]}]},{"@set":[true]}]}`,
		`{"@context":{"@vocab":"http://v.example/","n":{"@id":"@nest","@context":{"p":{"@type":"@json"}}}},"n":{"p":{"a":[null]}},"@type":"T"}`,
		`{"@context":{"@vocab":"http://v.example/","p":{"@container":"@id"},"q":{"@container":["@graph","@index"]},"t":{"@container":"@type"},"i":{"@container":"@index","@index":"k"}},"p":{"@none":{"q":{"x":{}}},"y":{}},"t":{"C":{"i":{"1":{}}}}}`,
		`{"@context":{"@vocab":"http://v.example/","C":{"@context":{"val":"@value","@propagate":true}},"r":{"@reverse":"s"}},"r":{"@type":"C","@reverse":{"p":{"@id":"_:b"}}},"@included":[{"@graph":[{"l":{"@type":"C","val":1}}]}]}`,
		`[{"@context":{"@base":"http://b.example/c","l":{"@id":"p:l","@container":"@language","@direction":"rtl"}},"l":{"nl":["a",null],"@none":"b"}},{"@id":"#f"}]`,
		`{"@context":[null,{"@protected":true,"p":"p:q"},{"p":{"@id":"p:q"}}],"p":{"@context":null}}`,
	} {
		f.Add([]byte(text))
	}
	compiler := ldcontext.NewCompiler(ldcontext.New(nil))
	f.Fuzz(func(t *testing.T, text []byte) {
		var document any
		if len(text) > 1<<13 || json.Unmarshal(text, &document) != nil {
			return
		}
		contexts := map[*expand.Object]string{}
		root := tree(document, contexts)
		meter := ldcontext.NewMeter(context.Background())
		active, err := compiler.CompileFor(meter, nil, "https://data.museum.example/x")
		if err != nil {
			t.Fatal(err)
		}
		lose := func(string, string) error { return nil }
		expanded, err := expand.Expand(context.Background(), active, root, expand.Options{
			Base: "https://data.museum.example/x", Meter: meter, Lose: lose,
			Contexts: func(o *expand.Object) string { return contexts[o] },
		})
		if err != nil {
			known(t, err)
			return
		}
		nodes, err := expand.Map(context.Background(), expanded)
		if err != nil {
			known(t, err)
			return
		}
		number := func(text string, _ rdf.IRI) (rdf.Literal, error) { return graph.String(text), nil }
		for _, name := range nodes.Names {
			triples, err := nodes.Triples(name, number, lose)
			if err != nil {
				continue
			}
			g := &graph.Graph{Name: graph.First, Triples: triples}
			if err := g.Check(); err != nil && !errors.Is(err, graph.ErrTooLarge) {
				t.Fatal(err)
			}
		}
	})
}

func known(t *testing.T, err error) {
	t.Helper()
	var syntax *serialize.SyntaxError
	if !errors.As(err, &syntax) {
		t.Fatalf("%T: %v", err, err)
	}
}

// tree returns a value of encoding/json as the algorithms take it.
func tree(value any, contexts map[*expand.Object]string) any {
	switch value := value.(type) {
	case float64:
		text, _ := json.Marshal(value)
		return expand.Number(text)
	case []any:
		items := make([]any, len(value))
		for i, item := range value {
			items[i] = tree(item, contexts)
		}
		return items
	case map[string]any:
		object := expand.NewObject()
		for key, member := range value {
			object.Set(key, tree(member, contexts))
			if key == "@context" {
				text, _ := json.Marshal(member)
				contexts[object] = string(text)
			}
		}
		return object
	}
	return value
}
