package pgstore_test

import (
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/pgstoretest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/pgstore"
)

// TestRecordsReadBefore reads records again by snapshots of before and after they changed: what
// was read of one is never taken for the other.
func TestRecordsReadBefore(t *testing.T) {
	s, _ := pgstoretest.New(t, pgstore.Options{})
	var b graph.Builder
	thing, label := b.IRI("https://data.museum.example/object/1"), b.IRI("http://www.w3.org/2000/01/rdf-schema#label")
	state := func(text string) rdfstore.Change {
		var b graph.Builder
		b.Text(thing, label.String(), text)
		return rdfstore.Change{Put: &graph.Graph{Name: thing, Triples: b.Triples}}
	}
	labelIn := func(r rdfstore.Snapshot) (found string) {
		for record, err := range r.(rdfstore.Records).Records(t.Context(), rdfstore.Pattern{Predicate: label}) {
			if err != nil {
				t.Fatal(err)
			}
			_, object := record.Record.Ends(record.Triples[0])
			term, err := record.Record.Term(object)
			if err != nil {
				t.Fatal(err)
			}
			found += term.(rdf.Literal).String()
		}
		return found
	}
	var snapshots []rdfstore.Snapshot
	for _, text := range []string{"first", "second", "third"} {
		put(t, s, []rdfstore.Change{state(text)})
		snapshot, err := s.Snapshot(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer snapshot.Close()
		snapshots = append(snapshots, snapshot)
	}
	for round := range 2 {
		for i, want := range []string{"first", "second", "third"} {
			if got := labelIn(snapshots[i]); got != want {
				t.Errorf("round %d: the label is %q, want %q", round, got, want)
			}
		}
	}
}
