package search

import (
	"errors"
	"fmt"

	"github.com/blevesearch/bleve/v2/search"

	"vitrine/server/data/search/internal/columns"
	"vitrine/server/data/search/query"
)

// score is what a document counts for the order.
type score struct {
	doc   uint64
	value float64
}

// checkEvery is the number of documents between two looks at whether the request has ended.
const checkEvery = 4096

// score collects the documents that have the words of a query, in order of their numbers.
func (m *matches) score(q query.Query) (columns.Set, error) {
	s, err := m.text(q)
	if err == nil {
		m.scores, err = m.scan(s)
	}
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	found := columns.NewSet(m.docs)
	for _, s := range m.scores {
		found.Add(s.doc)
	}
	return found, nil
}

// scan collects what a searcher finds, and closes it.
func (m *matches) scan(s search.Searcher) (out []score, err error) {
	defer func() { err = errors.Join(err, s.Close()) }()
	out = make([]score, 0, min(s.Count(), m.docs))
	state := &search.SearchContext{DocumentMatchPool: search.NewDocumentMatchPool(s.DocumentMatchPoolSize()+1, 0), IndexReader: m.reader}
	for {
		match, err := s.Next(state)
		if err != nil || match == nil {
			return out, err
		}
		out = append(out, score{match.IndexInternalID.Value(), match.Score})
		state.DocumentMatchPool.Put(match)
		if len(out)%checkEvery == 0 && m.ctx.Err() != nil {
			return nil, m.ctx.Err()
		}
	}
}
