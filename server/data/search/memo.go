package search

import (
	"fmt"
	"strings"
	"sync"

	"vitrine/rdfstore/lru"
	"vitrine/server/data/search/internal/columns"
)

// memos are what searches of an index keep: the facets of queries, and which entities are parts
// of which, and what a later search can use again. Their keys have the state of the index.
type memos struct {
	facets *lru.Cache[string, []Facet]
	parts  *lru.Cache[string, hierarchy]
	wholes *lru.Cache[string, [][]uint32]
	// inWholes are the documents with a value that is part of another one, by field.
	inWholes *lru.Cache[string, columns.Set]
	// tallies are those that no search uses.
	tallies sync.Pool
}

func newMemos() *memos {
	return &memos{facets: lru.NewCounted[string, []Facet](256), parts: lru.NewCounted[string, hierarchy](2),
		wholes: lru.NewCounted[string, [][]uint32](8), inWholes: lru.NewCounted[string, columns.Set](8)}
}

// remembered returns the value of a key: the one that is kept, or what work returns, which is
// kept then. Two callers may both work.
func remembered[V any](in *lru.Cache[string, V], key string, work func() (V, error)) (V, error) {
	if found, ok := in.Get(key); ok {
		return found, nil
	}
	found, err := work()
	if err == nil {
		in.Set(key, found)
	}
	return found, err
}

// stateOf stands for a state of the index: its segments, and how much of each was
// replaced.
func stateOf(in []columns.Part) string {
	var b strings.Builder
	for _, p := range in {
		fmt.Fprint(&b, p.Segment.Id())
		if gone := p.Segment.Deleted(); gone != nil {
			fmt.Fprint(&b, "-", gone.GetCardinality())
		}
		b.WriteByte(' ')
	}
	return b.String()
}
