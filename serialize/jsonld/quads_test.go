package jsonld_test

import (
	"encoding/json"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize/jsonld"
)

func TestAppendQuads(t *testing.T) {
	var b graph.Builder
	b.Link(b.IRI("x:s"), graph.Type.String(), "x:C")
	b.Text(b.Blank("n1"), "x:p", "a\n")
	b.Literal(b.IRI("x:s"), "x:p", "1", "integer")
	b.Add(b.IRI("x:s"), "x:p", b.Blank("n1"))
	if b.Err != nil {
		t.Fatal(b.Err)
	}
	quads := make([]rdf.Quad, len(b.Triples))
	for i, triple := range b.Triples {
		quads[i].Triple = triple
	}
	quads[1].Ctx, quads[2].Ctx = b.IRI("x:g"), b.IRI("x:g")
	want := `[
 {"@id":"x:s","@type":["x:C"]},
 {"@id":"x:g","@graph":[
 {"@id":"_:n1","x:p":[{"@value":"a\n"}]},
 {"@id":"x:s","x:p":[{"@value":"1","@type":"http://www.w3.org/2001/XMLSchema#integer"}]}]},
 {"@id":"x:s","x:p":[{"@id":"_:n1"}]}
]
`
	got := jsonld.AppendQuads(nil, quads)
	if string(got) != want {
		t.Errorf("got %s", got)
	}
	if !json.Valid(got) || string(jsonld.AppendQuads(nil, nil)) != "[\n]\n" {
		t.Errorf("no JSON: %s", got)
	}
}
