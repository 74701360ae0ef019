package search

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/blevesearch/bleve/v2/search"
	index "github.com/blevesearch/bleve_index_api"

	"vitrine/server/data/search/internal/columns"
	"vitrine/server/data/search/query"
)

// score is what a document counts for the order.
type score struct {
	doc   uint64
	value float64
}

// The numbers of documents between two looks at whether the request has ended, and of hits
// that are worth a second processor.
const (
	checkEvery  = 4096
	manyMatches = 20_000
)

// score collects the documents that have the words of a query.
func (m *matches) score(q query.Query) (columns.Set, error) {
	var err error
	if isPlain(q) {
		m.scores, err = m.scoreWords(q)
	} else {
		m.scores, err = m.scoreSearcher(q)
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

// scoreWords scores what has plain words.
func (m *matches) scoreWords(q query.Query) ([]score, error) {
	t, err := m.tally(q)
	if err != nil {
		return nil, err
	}
	return m.halves(t.count(), func(first, end uint64) ([]score, error) { return t.scan(m.ctx, first, end) })
}

// scoreSearcher scores what a searcher of the library finds, of which each half needs one
// of its own.
func (m *matches) scoreSearcher(q query.Query) ([]score, error) {
	s, err := m.text(q)
	if err != nil {
		return nil, err
	}
	count := s.Count()
	return m.halves(count, func(first, end uint64) ([]score, error) {
		if end == m.docs {
			return m.scan(s, first, end, count)
		}
		other, err := m.text(q)
		if err != nil {
			return nil, err
		}
		return m.scan(other, first, end, count)
	})
}

// halves scores all documents; where about so many fit that it is worth it, in two halves
// at the same time.
func (m *matches) halves(count uint64, scan func(first, end uint64) ([]score, error)) ([]score, error) {
	if count < manyMatches || runtime.GOMAXPROCS(0) == 1 {
		return scan(0, m.docs)
	}
	var halves [2][]score
	middle := m.docs / 2
	err := together(2, func(i int) (err error) {
		if i == 0 {
			halves[0], err = scan(0, middle)
		} else {
			halves[1], err = scan(middle, m.docs)
		}
		return err
	})
	return append(halves[0], halves[1]...), err
}

// scan collects what a searcher finds from the document first to before end, about count
// documents, and closes it.
func (m *matches) scan(s search.Searcher, first, end, count uint64) (out []score, err error) {
	defer func() { err = errors.Join(err, s.Close()) }()
	out = make([]score, 0, min(count, end-first))
	state := &search.SearchContext{DocumentMatchPool: search.NewDocumentMatchPool(s.DocumentMatchPoolSize()+1, 0), IndexReader: m.reader}
	next := func() (*search.DocumentMatch, error) { return s.Next(state) }
	if first > 0 {
		next = func() (*search.DocumentMatch, error) { return s.Advance(state, index.NewIndexInternalID(nil, first)) }
	}
	for {
		match, err := next()
		if err != nil || match == nil {
			return out, err
		}
		next = func() (*search.DocumentMatch, error) { return s.Next(state) }
		doc := match.IndexInternalID.Value()
		if doc >= end {
			return out, nil
		}
		out = append(out, score{doc, match.Score})
		state.DocumentMatchPool.Put(match)
		if len(out)%checkEvery == 0 && m.ctx.Err() != nil {
			return nil, m.ctx.Err()
		}
	}
}
