package search

import (
	"fmt"
	"strings"
	"sync"

	"vitrine/server/data/search/internal/columns"
)

// memo keeps what was worked out in one state of the index, by key. It is emptied when
// the state is another one, and when it has limit values. It may be used by many
// goroutines.
type memo[V any] struct {
	limit int

	mu    sync.Mutex
	state string
	kept  map[string]V
}

// get returns the value of a key in a state: the one that is kept, or what work returns,
// which is kept then. Two callers may both work.
func (m *memo[V]) get(state, key string, work func() (V, error)) (V, error) {
	m.mu.Lock()
	m.at(state)
	found, ok := m.kept[key]
	m.mu.Unlock()
	if ok {
		return found, nil
	}
	found, err := work()
	if err != nil {
		return found, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.at(state); len(m.kept) >= m.limit {
		clear(m.kept)
	}
	m.kept[key] = found
	return found, nil
}

// at empties the memo where it is of another state. The lock has to be held.
func (m *memo[V]) at(state string) {
	if m.state != state || m.kept == nil {
		m.state, m.kept = state, map[string]V{}
	}
}

// memos are what searches of an index keep: the facets of queries, and what entities are
// called in a part, which has the state of the part in its key.
type memos struct {
	facets memo[[]Facet]
	names  memo[[]calledCount]
}

func newMemos() *memos {
	return &memos{facets: memo[[]Facet]{limit: 256}, names: memo[[]calledCount]{limit: 50_000}}
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
