package load_test

import (
	"errors"
	"fmt"
	"iter"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/load"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/memstore"
	"vitrine/serialize/formattest"
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
