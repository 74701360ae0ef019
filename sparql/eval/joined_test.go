package eval_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
	"vitrine/sparql"
	"vitrine/sparql/dataset"
)

// joinedStore returns a snapshot of records that each state some of the same triples: of
// themselves, of a blank node, and of an IRI that has no record.
func joinedStore(t *testing.T) rdfstore.Snapshot {
	t.Helper()
	s, err := boltstore.Open(filepath.Join(t.TempDir(), "store.db"), boltstore.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	for name, lines := range map[string]string{
		"x:both":  "x:both x:is x:c . x:both x:has x:d . x:foreign x:is x:c",
		"x:is":    "x:is x:is x:c . x:has x:is x:c",
		"x:has":   "x:has x:has x:d . x:foreign x:has x:d . x:is x:has x:d",
		"x:blank": "_:b x:is x:c . _:b x:has x:d",
		"x:apart": "_:a x:is x:c . _:b x:has x:d",
		"x:third": "x:foreign x:is x:c . x:third x:has x:e",
	} {
		g := &graph.Graph{Name: term(t, name).(rdf.IRI)}
		for _, line := range strings.Split(lines, " . ") {
			w := strings.Fields(line)
			g.Triples = append(g.Triples, rdf.Triple{Subj: term(t, w[0]).(rdf.Subject), Pred: term(t, w[1]).(rdf.Predicate), Obj: term(t, w[2]).(rdf.Object)})
		}
		if _, err := s.Apply(t.Context(), rdfstore.Change{Put: g}); err != nil {
			t.Fatal(err)
		}
	}
	snapshot, err := s.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { snapshot.Close() })
	return snapshot
}

// term returns a blank node or an IRI.
func term(t *testing.T, text string) rdf.Term {
	t.Helper()
	if label, isBlank := strings.CutPrefix(text, "_:"); isBlank {
		b, err := graph.Blank(label)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	iri, err := graph.IRI(text)
	if err != nil {
		t.Fatal(err)
	}
	return iri
}

// TestJoined joins patterns by the lists of a store: what is said of an IRI without a record
// may stand in several records, and all else that is joined in one.
func TestJoined(t *testing.T) {
	snapshot := joinedStore(t)
	def, union := term(t, "x:-default").(rdf.IRI), term(t, "x:-union").(rdf.IRI)
	for _, test := range []struct{ query, want string }{
		{`SELECT ?s { ?s <x:is> <x:c> ; <x:has> <x:d> }`, "_:ix-3ablank.b x:both x:foreign"},
		{`SELECT ?s { ?s <x:is> <x:c> ; <x:has> <x:never> }`, ""},
		{`SELECT ?s { ?s <x:is> <x:c> ; <x:has> <x:d> ; <x:never> ?o }`, ""},
		{`SELECT ?g { GRAPH ?g { ?s <x:is> <x:c> . ?o <x:has> <x:d> } }`, "x:apart x:blank x:both"},
		{`SELECT ?g { GRAPH ?g { ?s <x:is> <x:c> ; <x:has> <x:d> } }`, "x:blank x:both"},
		{`SELECT ?g { GRAPH ?g { ?s <x:is> <x:c> ; <x:has> <x:e> } }`, ""},
		{`SELECT ?g { GRAPH ?g { ?s <x:is> <x:c> . ?o <x:has> <x:e> } }`, "x:third"},
		{`SELECT ?s FROM <x:-union> { ?s <x:is> <x:c> ; <x:has> <x:d> }`, "_:ix-3ablank.b x:both x:foreign x:has x:is"},
		{`SELECT ?s FROM <x:-default> FROM <x:has> { ?s <x:is> <x:c> ; <x:has> <x:d> }`, "_:ix-3ablank.b x:both x:foreign x:is"},
		{`SELECT ?s FROM NAMED <x:-default> { GRAPH ?g { ?s <x:is> <x:c> . ?o <x:has> <x:e> } }`, "_:ix-3aapart.a _:ix-3ablank.b x:both x:foreign x:is"},
	} {
		q, err := sparql.Prepare(test.query, sparql.Options{})
		if err != nil {
			t.Fatal(err)
		}
		answer, err := q.Run(t.Context(), dataset.NewRecords(snapshot, dataset.Options{Default: def, Union: union}), sparql.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for row, err := range answer.Solutions {
			if err != nil {
				t.Fatal(err)
			}
			text := row[0].String()
			if _, isBlank := row[0].(rdf.Blank); isBlank {
				text = "_:" + text
			}
			got = append(got, text)
		}
		slices.Sort(got)
		if got = slices.Compact(got); strings.Join(got, " ") != test.want {
			t.Errorf("%s: %v, want %v", test.query, got, test.want)
		}
	}
}
