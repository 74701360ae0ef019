package search

import (
	"context"
	"fmt"

	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"

	"vitrine/server/data/search/internal/columns"
	"vitrine/server/data/search/query"
)

// Hits are the results of a query.
type Hits struct {
	// Total is the number of all entities that fit.
	Total uint64
	// Missing is the number of words that each result may lack, because none has all.
	Missing int
	// Spelled are the words of the query that were taken for others.
	Spelled []Spelled
	// IDs are the URIs of the entities asked for, the best first; of equally
	// good ones, in byte order.
	IDs []string
	// Facets are those that were asked for, in that order.
	Facets []Facet
	// Squares count the results by where they are, where that was asked for.
	Squares []SquareCount
}

// Spelled is a word that is not found, and the most frequent one that is spelled nearly so.
type Spelled struct{ Typed, Found string }

// finder carries a query out on one state of the index.
type finder struct {
	ctx     context.Context
	reader  index.IndexReader
	columns *columns.Columns
	memos   *memos
}

// matches are those of the state, of which none is known yet.
func (f finder) matches() matches {
	in, docs := columns.Parts(f.reader.(*scorch.IndexSnapshot))
	return matches{finder: f, parts: in, docs: docs, state: stateOf(in), used: &tallies{}}
}

// find returns so many of the entities that fit, after the first skip.
func (f finder) find(q query.Query, skip, limit int) (Hits, error) {
	m := f.matches()
	defer m.release()
	if err := m.match(q); err != nil {
		return Hits{}, err
	}
	hits := Hits{Total: m.hits.Count(), Missing: m.missing, Spelled: m.spelled}
	var err error
	if hits.IDs, err = m.best(q.Order, skip, limit); err != nil {
		return Hits{}, fmt.Errorf("search: %w", err)
	}
	if q.Squares > 0 {
		if hits.Squares, err = m.squares(q.Squares); err != nil {
			return Hits{}, fmt.Errorf("count by places: %w", err)
		}
	}
	if len(q.Facets) == 0 {
		return hits, nil
	}
	hits.Facets, err = remembered(f.memos.facets, m.state+q.Key(), func() ([]Facet, error) { return m.facets(q) })
	if err != nil {
		return Hits{}, fmt.Errorf("count facets: %w", err)
	}
	return hits, nil
}

// maxExpansion is the number of indexed words that a word with a star may stand for.
const maxExpansion = 10_000

// expand returns the terms of a field that begin so.
func (m *matches) expand(field, prefix string) ([]string, error) {
	terms, err := m.wordsOfField(field, prefix, maxExpansion+1)
	if len(terms) > maxExpansion {
		return nil, query.Wrong("More than %d words or identifiers begin with %q; write more of it before the star.", maxExpansion, prefix)
	}
	return terms, err
}
