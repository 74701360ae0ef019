package search

import (
	"fmt"
	"strings"
	"sync"
)

// memo keeps what was counted in one state of the index: facets of queries, and what
// entities are called. It is emptied when the state is another one.
type memo struct {
	mu     sync.Mutex
	state  string
	facets map[string][]Facet
	called map[string]string
}

// The numbers of queries and of names that a memo keeps.
const (
	maxKeptFacets = 256
	maxKeptNames  = 10_000
)

// stateOf stands for a state of the index: its segments, and how much of each was
// replaced.
func stateOf(in []place) string {
	var b strings.Builder
	for _, p := range in {
		fmt.Fprint(&b, p.segment.Id())
		if gone := p.segment.Deleted(); gone != nil {
			fmt.Fprint(&b, "-", gone.GetCardinality())
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// at empties the memo where it is of another state. The lock has to be held.
func (m *memo) at(state string) {
	if m.state != state || m.facets == nil {
		m.state, m.facets, m.called = state, map[string][]Facet{}, map[string]string{}
	}
}

// keptFacets returns the facets of a query in a state, or what count returns, which it
// keeps.
func (m *memo) keptFacets(state, query string, count func() ([]Facet, error)) ([]Facet, error) {
	m.mu.Lock()
	m.at(state)
	found, ok := m.facets[query]
	m.mu.Unlock()
	if ok {
		return found, nil
	}
	found, err := count()
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.at(state); len(m.facets) >= maxKeptFacets {
		clear(m.facets)
	}
	m.facets[query] = found
	return found, nil
}

// keptName returns what an entity is called in a state, or what look returns, which it
// keeps.
func (m *memo) keptName(state, iri string, look func() (string, error)) (string, error) {
	m.mu.Lock()
	m.at(state)
	name, ok := m.called[iri]
	m.mu.Unlock()
	if ok {
		return name, nil
	}
	name, err := look()
	if err != nil {
		return "", err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.at(state); len(m.called) >= maxKeptNames {
		clear(m.called)
	}
	m.called[iri] = name
	return name, nil
}
