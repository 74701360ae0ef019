package boltstore_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
)

// members are the names of the entities that a store has in the relation of other to a
// class, and those that say so by a triple.
func members(ctx context.Context, s rdfstore.Store, class rdf.IRI) (related, named []string, err error) {
	for name, err := range s.Related(ctx, class, 1, 0) {
		if err != nil {
			return nil, nil, err
		}
		related = append(related, name.String())
	}
	for match, err := range s.Match(ctx, rdfstore.Pattern{Object: class}, "") {
		if err != nil {
			return nil, nil, err
		}
		named = append(named, match.Quad.Ctx.String())
	}
	slices.Sort(related)
	slices.Sort(named)
	return related, named, nil
}

// TestReadAgain asks for the same lists after each change of an entity in them, while
// others ask all the time: what is kept of a record never answers for another state.
func TestReadAgain(t *testing.T) {
	s := openWith(t, newPath(t), boltstore.Options{Create: true, Derivation: other})
	defer s.Close()
	first, second := entity(101), entity(102)
	of := func(i int, class rdf.IRI) rdfstore.Change {
		g := &graph.Graph{Name: entity(i), Triples: []rdf.Triple{{Subj: entity(i), Pred: graph.Type, Obj: class}}}
		return rdfstore.Change{Put: g}
	}
	ctx, stop := context.WithCancel(t.Context())
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			for ctx.Err() == nil {
				if _, _, err := members(ctx, s, first); err != nil && ctx.Err() == nil {
					t.Error(err)
					return
				}
			}
		})
	}
	names := func(list ...int) []string {
		var out []string
		for _, i := range list {
			out = append(out, entity(i).String())
		}
		slices.Sort(out)
		return out
	}
	for round := range 20 {
		for _, step := range []struct {
			change        rdfstore.Change
			first, second []string
		}{
			{of(1, first), names(1), nil},
			{of(2, first), names(1, 2), nil},
			{of(1, second), names(2), names(1)},
			{rdfstore.Change{Delete: entity(2)}, nil, names(1)},
			{of(2, second), nil, names(1, 2)},
			{rdfstore.Change{Delete: entity(1)}, nil, names(2)},
			{rdfstore.Change{Delete: entity(2)}, nil, nil},
		} {
			if _, err := s.Apply(t.Context(), step.change); err != nil {
				t.Fatal(err)
			}
			for class, want := range map[rdf.IRI][]string{first: step.first, second: step.second} {
				related, named, err := members(t.Context(), s, class)
				if err != nil || !slices.Equal(related, want) || !slices.Equal(named, want) {
					t.Fatalf("round %d, %s: %v and %v, want %v (%v)", round, class, related, named, want, err)
				}
			}
		}
	}
	stop()
	readers.Wait()
}
