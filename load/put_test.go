package load_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/formattest"
	"vitrine/checks/memstore"
	"vitrine/load"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// graphsOf yields graphs with so many triples each.
func graphsOf(triples ...int) iter.Seq2[*graph.Graph, error] {
	return func(yield func(*graph.Graph, error) bool) {
		for i, n := range triples {
			g := &graph.Graph{Name: formattest.IRI(fmt.Sprint("x:", i))}
			for k := range n {
				g.Triples = append(g.Triples, rdf.Triple{Subj: g.Name, Pred: graph.Type, Obj: formattest.IRI(fmt.Sprint("x:type", k))})
			}
			if !yield(g, nil) {
				return
			}
		}
	}
}

func TestAtOnceStoresAllOrNone(t *testing.T) {
	for _, test := range []struct {
		triples []int
		stored  uint64
		err     error
	}{
		{[]int{}, 0, nil},
		{[]int{1, 1, 1}, 3, nil},
		{[]int{1, 1, 1, 1}, 0, load.ErrTooMany},
		{[]int{4, 6}, 2, nil},
		{[]int{4, 7}, 0, load.ErrTooMany},
	} {
		store := memstore.New()
		counts, err := load.AtOnce(store, 3, 10)(t.Context(), graphsOf(test.triples...))
		last, lastErr := store.LastChange(t.Context())
		if lastErr != nil || !errors.Is(err, test.err) || counts.Created != test.stored || last.Seq != test.stored {
			t.Errorf("%v: %+v, %v; %d changes", test.triples, counts, err, last.Seq)
		}
	}
}

// applies notes how many records each Apply stores.
type applies struct {
	*memstore.Store
	sizes []int
}

func (s *applies) Apply(ctx context.Context, changes ...rdfstore.Change) ([]rdfstore.Outcome, error) {
	s.sizes = append(s.sizes, len(changes))
	return s.Store.Apply(ctx, changes...)
}

func TestPutStoresSoManyTogether(t *testing.T) {
	store := &applies{Store: memstore.New()}
	counts, err := load.Put(t.Context(), store, graphsOf(1, 1, 1, 1, 1), nil, 2)
	if want := []int{2, 2, 1}; err != nil || counts.Created != 5 || !slices.Equal(store.sizes, want) {
		t.Errorf("%+v, %v: %v were stored together, want %v", counts, err, store.sizes, want)
	}
}
