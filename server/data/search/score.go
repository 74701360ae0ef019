package search

import (
	"errors"
	"fmt"

	"github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/searcher"

	"vitrine/server/data/search/internal/columns"
	"vitrine/server/data/search/internal/fields"
	"vitrine/server/data/search/query"
)

// score is what a document counts for the order.
type score struct {
	doc   uint64
	value float64
}

// tally is documents with what they count for the order. Those that are found by more than the
// names of what they refer to are among own.
type tally struct {
	docs, own columns.Set
	values    []float32
}

func (m *matches) none() tally {
	return tally{columns.NewSet(m.docs), columns.NewSet(m.docs), make([]float32, m.docs)}
}

// addSet adds documents that count the same.
func (f tally) addSet(docs columns.Set, value float32) {
	docs.Each(0, uint64(len(f.values)), func(doc uint64) {
		f.docs.Add(doc)
		f.values[doc] += value
	})
}

// score collects the documents that have the words of a query.
func (m *matches) score(q query.Query, base columns.Set, anyOf map[string]columns.Set) (columns.Set, error) {
	all, optional, err := m.groups(q.Items)
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	fits := base.Clone()
	for _, docs := range anyOf {
		fits.And(docs)
	}
	out := m.most(all, fits, q.Most)
	if err := m.whole(q, out); err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	for _, docs := range optional {
		docs.And(out.docs)
		out.addSet(docs, optionalScore)
	}
	out.docs.Each(0, m.docs, func(doc uint64) { m.scores = append(m.scores, score{doc, float64(out.values[doc])}) })
	return out.docs, nil
}

// most combines what is found by each of the words: the documents that have all of them, or
// where it is loose and none has, those that have the most.
func (m *matches) most(all []tally, fits columns.Set, loose bool) tally {
	out := m.none()
	has := make([]uint8, m.docs)
	for _, f := range all {
		f.docs.Each(0, m.docs, func(doc uint64) {
			has[doc]++
			out.values[doc] += f.values[doc]
		})
	}
	most := uint8(len(all))
	if loose {
		most = 0
		fits.Each(0, m.docs, func(doc uint64) { most = max(most, has[doc]) })
	}
	if most == 0 {
		return out
	}
	m.missing = len(all) - int(most)
	for doc, n := range has {
		if n >= most {
			out.docs.Add(uint64(doc))
		}
	}
	return out
}

// whole adds the entities of which the name or an identifier is all that was typed. Where
// some have not all of the words, an identifier that ends what was typed is enough.
func (m *matches) whole(q query.Query, out tally) error {
	named, err := m.named(q.Name())
	if err != nil {
		return err
	}
	out.addSet(named, nameScore)
	text := ""
	for i := len(q.Items) - 1; i >= 0 && len(text) < maxNumber; i-- {
		if text = q.Items[i].Identifier + text; i == len(q.Items)-1 {
			continue // the word itself was looked for
		}
		docs := columns.NewSet(m.docs)
		if err := docs.AddTerm(m.parts, fields.Identifier, text); err != nil {
			return err
		}
		if docs.Count() > 0 {
			out.addSet(docs, numberScore)
			if i == 0 {
				m.missing = 0
			}
		}
	}
	return nil
}

// What documents count: nameScore where all of the name was typed, numberScore an
// identifier, optionalScore a word that says nothing. maxNumber bounds the identifiers that
// several words may be.
const (
	nameScore     = 60
	numberScore   = 40
	optionalScore = 0.5
	maxNumber     = 64
)

// checkEvery is the number of documents between two looks at whether the request has ended.
const checkEvery = 4096

// scan adds what a searcher finds in a field, with its scores times a weight, and closes it.
func (m *matches) scan(s search.Searcher, field string, weight float32, out tally) (err error) {
	defer func() { err = errors.Join(err, s.Close()) }()
	state := &search.SearchContext{DocumentMatchPool: search.NewDocumentMatchPool(s.DocumentMatchPoolSize()+1, 0), IndexReader: m.reader}
	for n := 1; ; n++ {
		match, err := s.Next(state)
		if err != nil || match == nil {
			return err
		}
		doc := match.IndexInternalID.Value()
		out.docs.Add(doc)
		if field != fields.Reference {
			out.own.Add(doc)
		}
		out.values[doc] += float32(match.Score) * weight
		state.DocumentMatchPool.Put(match)
		if n%checkEvery == 0 && m.ctx.Err() != nil {
			return m.ctx.Err()
		}
	}
}

// term adds the documents that have a word in a field.
func (m *matches) term(field, word string, weight float32, out tally) error {
	s, err := searcher.NewTermSearcher(m.ctx, m.reader, word, field, 1, search.SearcherOptions{})
	if err != nil {
		return err
	}
	return m.scan(s, field, weight, out)
}

// phrase adds the documents that have words in a row in a field; each is one of several.
func (m *matches) phrase(field string, phrase [][]string, weight float32, out tally) error {
	s, err := searcher.NewMultiPhraseSearcher(m.ctx, m.reader, phrase, 0, false, field, 1, search.SearcherOptions{})
	if err != nil {
		return err
	}
	return m.scan(s, field, weight, out)
}
