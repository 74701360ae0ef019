package private_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/memstore"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/private"
)

// state is a graph that tells its number, and is private where it has the statement.
func state(t *testing.T, name rdf.IRI, number int, hidden bool) *graph.Graph {
	t.Helper()
	label, err := rdf.NewLiteral(fmt.Sprint(number))
	if err != nil {
		t.Fatal(err)
	}
	g := &graph.Graph{Name: name, Triples: []rdf.Triple{{Subj: name, Pred: iri("http://www.w3.org/2000/01/rdf-schema#label"), Obj: label}}}
	if hidden {
		g.Triples = append(g.Triples, rdf.Triple{Subj: name, Pred: draft.Predicate, Obj: draft.Object})
	}
	return g
}

// TestPast: the public sees neither a state that was private then, nor any of an entity that is
// private now, nor what was said of such a state.
func TestPast(t *testing.T) {
	ctx := t.Context()
	inner := memstore.New()
	name, hidden := iri(base+"object/1"), iri(base+"object/2")
	write := func(g *graph.Graph, message string) {
		t.Helper()
		if _, err := inner.Apply(ctx, rdfstore.Change{Put: g, Author: "a", Message: message}); err != nil {
			t.Fatal(err)
		}
	}
	write(state(t, hidden, 0, false), "public once")
	write(state(t, name, 1, false), "first")
	write(state(t, name, 2, true), "secret")
	write(state(t, name, 3, false), "third")
	write(state(t, hidden, 4, true), "secret")
	if _, err := inner.Apply(ctx, rdfstore.Change{Delete: name, Message: "gone"}); err != nil {
		t.Fatal(err)
	}
	write(state(t, name, 5, false), "back")
	view, err := private.Open(ctx, inner, rules(), private.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer view.Close()

	var messages []string
	for e, err := range view.Versions(ctx, name, 0) {
		if err != nil {
			t.Fatal(err)
		}
		messages = append(messages, e.Kind.String()+" "+e.Message)
		past, err := view.Past(ctx, name, e.Seq)
		if e.Kind == rdfstore.Deleted {
			if !rdfstore.IsMissing(err) {
				t.Errorf("a state of the deletion: %v", err)
			}
			continue
		}
		if err != nil || past.Version != e.Seq || len(past.Graph.Triples) != 1 {
			t.Errorf("version %d: %v, %v", e.Seq, past, err)
		}
	}
	if want := []string{"created back", "deleted ", "updated third", "created first"}; !slices.Equal(messages, want) {
		t.Errorf("the versions are %q; want %q", messages, want)
	}
	for e, err := range view.Versions(ctx, hidden, 0) {
		t.Errorf("a private entity has version %v, %v", e, err)
	}
	for version := range uint64(9) {
		if e, err := view.Past(ctx, hidden, version); !rdfstore.IsMissing(err) {
			t.Errorf("version %d of a private entity is %v, %v", version, e, err)
		}
		if e, err := view.Past(ctx, name, version); err == nil && len(e.Graph.Triples) != 1 {
			t.Errorf("version %d is a private state", version)
		}
	}
	for e, err := range view.Changes(ctx, 0) {
		if err != nil || e.Author != "" || e.Message != "" {
			t.Errorf("the log shows %+v, %v", e, err)
		}
	}
}
