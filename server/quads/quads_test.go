package quads

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

func quad(t *testing.T, subject rdf.Subject, predicate, object, name string) rdf.Quad {
	t.Helper()
	iri := func(s string) rdf.IRI {
		i, err := graph.IRI(s)
		if err != nil {
			t.Fatal(err)
		}
		return i
	}
	return rdf.Quad{Triple: rdf.Triple{Subj: subject, Pred: iri(predicate), Obj: iri(object)}, Ctx: iri(name)}
}

// TestAppendExpanded writes quads of two graphs, a type among them.
func TestAppendExpanded(t *testing.T) {
	blank, err := graph.Blank("b1")
	if err != nil {
		t.Fatal(err)
	}
	text := AppendExpanded(nil, []rdf.Quad{
		quad(t, blank, graph.Type.String(), "https://x.example/C", "https://x.example/1"),
		quad(t, blank, "https://x.example/p", "https://x.example/o", "https://x.example/2"),
	})
	const want = `[
		{"@id":"https://x.example/1","@graph":[{"@id":"_:b1","@type":["https://x.example/C"]}]},
		{"@id":"https://x.example/2","@graph":[{"@id":"_:b1","https://x.example/p":[{"@id":"https://x.example/o"}]}]}]`
	var got, expected any
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(want), &expected); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, expected) {
		t.Errorf("got %s", text)
	}
}
