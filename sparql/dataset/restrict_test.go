package dataset_test

import (
	"errors"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/sparqltest"
	"vitrine/sparql/dataset"
)

func TestRestrictRefuses(t *testing.T) {
	d := sparqltest.NewMemory(nil, map[rdf.IRI][]rdf.Triple{iri(t, "x:g"): nil})
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
