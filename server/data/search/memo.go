package search

import (
	"fmt"
	"strings"

	"github.com/maypok86/otter/v2"

	"vitrine/server/data/search/internal/columns"
)

// memos are what searches of an index keep: the facets of queries, and what entities are
// called in a part. Their keys have the state of the index or of the part.
type memos struct {
	facets *otter.Cache[string, []Facet]
	names  *otter.Cache[string, []calledCount]
}

func newMemos() (m *memos, err error) {
	m = &memos{}
	if m.facets, err = otter.New(&otter.Options[string, []Facet]{MaximumSize: 256}); err != nil {
		return nil, err
	}
	m.names, err = otter.New(&otter.Options[string, []calledCount]{MaximumSize: 50_000})
	return m, err
}

// remembered returns the value of a key: the one that is kept, or what work returns, which is
// kept then. Two callers may both work.
func remembered[V any](in *otter.Cache[string, V], key string, work func() (V, error)) (V, error) {
	if found, ok := in.GetIfPresent(key); ok {
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
