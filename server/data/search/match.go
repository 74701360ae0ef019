package search

import (
	"context"
	"errors"
	"fmt"

	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/searcher"
	index "github.com/blevesearch/bleve_index_api"

	"vitrine/server/data/search/internal/columns"
	"vitrine/server/data/search/internal/fields"
	"vitrine/server/data/search/query"
)

// Hits are the results of a query.
type Hits struct {
	// Total is the number of all entities that fit.
	Total uint64
	// IDs are the URIs of the entities asked for, the best first; of equally
	// good ones, in byte order.
	IDs []string
	// Facets are those that were asked for, in that order.
	Facets []Facet
}

// finder carries a query out on one state of the index.
type finder struct {
	ctx     context.Context
	reader  index.IndexReader
	columns *columns.Columns
	memos   *memos
}

// find returns so many of the entities that fit, after the first skip.
func (f finder) find(q query.Query, skip, limit int) (Hits, error) {
	in, docs := columns.Parts(f.reader.(*scorch.IndexSnapshot))
	m := matches{finder: f, parts: in, docs: docs}
	if err := m.match(q); err != nil {
		return Hits{}, err
	}
	hits := Hits{Total: m.hits.Count()}
	var err error
	if hits.IDs, err = m.best(q.Order, skip, limit); err != nil {
		return Hits{}, fmt.Errorf("search: %w", err)
	}
	if len(q.Facets) == 0 {
		return hits, nil
	}
	hits.Facets, err = remembered(f.memos.facets, stateOf(in)+q.Key(), func() ([]Facet, error) { return m.facets(q.Facets, q.Every) })
	if err != nil {
		return Hits{}, fmt.Errorf("count facets: %w", err)
	}
	return hits, nil
}

// Ways to make a searcher: with what it counts for the order, or without.
var (
	scored   = search.SearcherOptions{}
	unscored = search.SearcherOptions{Score: "none"}
)

// text makes the searcher of what was typed: all of its items, or an identifier
// that is the whole.
func (f finder) text(q query.Query) (search.Searcher, error) {
	var all []search.Searcher
	for _, it := range q.Items {
		s, err := f.item(it)
		if err != nil {
			return f.conjunction(all, err)
		}
		all = append(all, s)
	}
	items, err := f.conjunction(all, nil)
	if err != nil || len(q.Items) == 1 {
		return items, err
	}
	whole, err := searcher.NewTermSearcher(f.ctx, f.reader, q.Whole, fields.Identifier, identifierBoost, scored)
	if err != nil {
		return f.disjunction([]search.Searcher{items}, err)
	}
	return f.disjunction([]search.Searcher{items, whole}, nil)
}

// textFields are the fields of words, with what a word in them counts.
var textFields = []struct {
	name  string
	boost float64
}{{fields.Label, 10}, {fields.Name, 5}, {fields.Type, 2}, {fields.Statement, 1}, {fields.Reference, 0.5}}

// identifierBoost is what an identifier counts for the order.
const identifierBoost = 10

// item makes the searcher of a word or phrase: in one of the fields of words, or
// as an identifier.
func (f finder) item(it query.Item) (search.Searcher, error) {
	var any []search.Searcher
	for _, field := range textFields {
		s, err := f.inField(it, field.name, field.boost)
		if err != nil {
			return f.disjunction(any, err)
		}
		if s != nil {
			any = append(any, s)
		}
	}
	var s search.Searcher
	var err error
	if it.Starred {
		s, err = f.beginning(fields.Identifier, it.Identifier, identifierBoost)
	} else {
		s, err = searcher.NewTermSearcher(f.ctx, f.reader, it.Identifier, fields.Identifier, identifierBoost, scored)
	}
	if err == nil && s != nil {
		any = append(any, s)
	}
	return f.disjunction(any, err)
}

// inField makes the searcher of an item in one field of words; nil where there
// can be nothing.
func (f finder) inField(it query.Item, field string, boost float64) (search.Searcher, error) {
	last := len(it.Words) - 1
	switch {
	case last == 0 && it.Prefix:
		return f.beginning(field, it.Words[0], boost)
	case last == 0:
		return searcher.NewTermSearcher(f.ctx, f.reader, it.Words[0], field, boost, scored)
	}
	phrase := make([][]string, len(it.Words))
	for i, word := range it.Words {
		phrase[i] = []string{word}
	}
	if it.Prefix {
		words, err := f.expand(field, it.Words[last])
		if err != nil || len(words) == 0 {
			return nil, err
		}
		phrase[last] = words
	}
	s, err := searcher.NewMultiPhraseSearcher(f.ctx, f.reader, phrase, 0, false, field, boost, scored)
	if err != nil {
		return nil, err // a nil *PhraseSearcher is no nil Searcher
	}
	return s, nil
}

// beginning makes the searcher of all terms of a field that begin so; nil where
// there are none. They all count the same.
func (f finder) beginning(field, prefix string, boost float64) (search.Searcher, error) {
	terms, err := f.expand(field, prefix)
	if err != nil || len(terms) == 0 {
		return nil, err
	}
	s, err := f.anyTerm(field, terms)
	if err != nil {
		return nil, err
	}
	return constant{s, boost / identifierBoost}, nil
}

// constant gives every match of a searcher the same score.
type constant struct {
	search.Searcher
	score float64
}

// Next returns the next match.
func (c constant) Next(ctx *search.SearchContext) (*search.DocumentMatch, error) {
	return c.scored(c.Searcher.Next(ctx))
}

// Advance returns the first match from id on.
func (c constant) Advance(ctx *search.SearchContext, id index.IndexInternalID) (*search.DocumentMatch, error) {
	return c.scored(c.Searcher.Advance(ctx, id))
}

func (c constant) scored(m *search.DocumentMatch, err error) (*search.DocumentMatch, error) {
	if m != nil {
		m.Score = c.score
	}
	return m, err
}

// maxExpansion is the number of indexed words that a word with a star may stand for.
const maxExpansion = 10_000

// expand returns the terms of a field that begin so.
func (f finder) expand(field, prefix string) (terms []string, err error) {
	dict, err := f.reader.FieldDictPrefix(field, []byte(prefix))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, dict.Close()) }()
	for {
		entry, err := dict.Next()
		if err != nil || entry == nil {
			return terms, err
		}
		if len(terms) == maxExpansion {
			return nil, query.Wrong("More than %d words or identifiers begin with %q; write more of it before the star.", maxExpansion, prefix)
		}
		terms = append(terms, entry.Term)
	}
}

// anyTerm makes the searcher of entities that have one of the terms in a field.
// They do not count for the order.
func (f finder) anyTerm(field string, terms []string) (search.Searcher, error) {
	return searcher.NewMultiTermSearcher(f.ctx, f.reader, terms, field, 1, unscored, false)
}

// conjunction makes the searcher of entities that all the searchers find; where
// an error happened, it closes them.
func (f finder) conjunction(all []search.Searcher, err error) (search.Searcher, error) {
	return f.join(all, err, func() (search.Searcher, error) {
		return searcher.NewConjunctionSearcher(f.ctx, f.reader, all, scored)
	})
}

// disjunction makes the searcher of entities that one of the searchers finds;
// where an error happened, it closes them.
func (f finder) disjunction(any []search.Searcher, err error) (search.Searcher, error) {
	if err == nil && len(any) == 0 {
		return searcher.NewMatchNoneSearcher(f.reader)
	}
	return f.join(any, err, func() (search.Searcher, error) {
		return searcher.NewDisjunctionSearcher(f.ctx, f.reader, any, 1, scored)
	})
}

func (f finder) join(parts []search.Searcher, err error, join func() (search.Searcher, error)) (search.Searcher, error) {
	if err == nil && len(parts) == 1 {
		return parts[0], nil
	}
	var joined search.Searcher
	if err == nil {
		joined, err = join()
	}
	if err != nil {
		for _, s := range parts {
			_ = s.Close()
		}
		return nil, err
	}
	return joined, nil
}
