package dataset_test

import (
	"errors"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/sparql/dataset"
)

func TestRestrictRefuses(t *testing.T) {
	d := dataset.NewMemory(nil, map[rdf.IRI][]rdf.Triple{iri(t, "x:g"): nil})
	no, have := []rdf.IRI{iri(t, "https://elsewhere.example/data.ttl")}, []rdf.IRI{iri(t, "x:g")}
	for _, test := range []struct{ from, named []rdf.IRI }{{no, nil}, {nil, no}, {have, no}} {
		var unknown *dataset.UnknownGraphError
		if _, err := dataset.Restrict(t.Context(), d, test.from, test.named); !errors.As(err, &unknown) || unknown.Name != no[0] {
			t.Errorf("FROM %v FROM NAMED %v: %v, want an UnknownGraphError", test.from, test.named, err)
		}
	}
	if _, err := dataset.Restrict(t.Context(), d, make([]rdf.IRI, dataset.MaxClauses+1), nil); err == nil {
		t.Error("too many graphs are taken")
	}
	if same, err := dataset.Restrict(t.Context(), d, nil, nil); err != nil || same != dataset.Dataset(d) {
		t.Errorf("without clauses: %v, %v", same, err)
	}
	named, err := dataset.Restrict(t.Context(), d, nil, have)
	if err != nil {
		t.Fatal(err)
	}
	if scope, found, err := named.Find(t.Context(), have[0]); err != nil || !found || scope != dataset.Named(have[0]) {
		t.Errorf("a graph of FROM NAMED: %v, %v, %v", scope, found, err)
	}
}

func TestFromQuadsRefusesBlankNames(t *testing.T) {
	triple := rdf.Triple{Subj: iri(t, "x:s"), Pred: iri(t, "x:p"), Obj: iri(t, "x:o")}
	d, err := dataset.FromQuads([]rdf.Quad{{Triple: triple}, {Triple: triple, Ctx: iri(t, "x:g")}})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(collect(t, d.Match(t.Context(), dataset.Default(), dataset.Pattern{}))); n != 1 {
		t.Errorf("%d triples in the default graph, want 1", n)
	}
	if _, err := dataset.FromQuads([]rdf.Quad{{Triple: triple, Ctx: blank(t, "g")}}); err == nil {
		t.Error("a graph named by a blank node is taken")
	}
}
