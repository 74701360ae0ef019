package search

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/searcher"
	segment "github.com/blevesearch/scorch_segment_api/v2"

	"vitrine/server/data/search/internal/columns"
	"vitrine/server/data/search/internal/fields"
	"vitrine/server/data/search/query"
)

// tally is documents with what they count for the order. Those that are found by more than the
// names of what they refer to are among own.
type tally struct {
	docs, own columns.Set
	values    []float32
}

// none returns a tally of nothing, which release lets later searches have.
func (m *matches) none() tally {
	t, ok := m.memos.tallies.Get().(*tally)
	if ok && uint64(len(t.values)) == m.docs {
		clear(t.docs)
		clear(t.own)
		clear(t.values)
	} else {
		t = &tally{columns.NewSet(m.docs), columns.NewSet(m.docs), make([]float32, m.docs)}
	}
	m.used.mu.Lock()
	defer m.used.mu.Unlock()
	m.used.all = append(m.used.all, t)
	return *t
}

// tallies are those of one search, whose words are looked up at the same time.
type tallies struct {
	mu  sync.Mutex
	all []*tally
}

// release ends the use of all tallies. As garbage they would be most of what a search makes.
func (m *matches) release() {
	for _, t := range m.used.all {
		m.memos.tallies.Put(t)
	}
}

// addSet adds documents that count the same.
func (f tally) addSet(docs columns.Set, value float32) {
	docs.Each(0, uint64(len(f.values)), func(doc uint64) {
		f.docs.Add(doc)
		f.values[doc] += value
	})
}

// extra are documents that count so much more, whatever words they have.
type extra struct {
	docs  columns.Set
	value float32
}

// score collects the documents that have the words of a query, and what they count.
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
	extras, err := m.whole(q)
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	for _, e := range extras {
		out.Or(e.docs)
	}
	for _, docs := range optional {
		extras = append(extras, extra{docs, optionalScore})
	}
	m.sum(all, extras, out)
	return out, nil
}

// sum notes what documents count by all words together.
func (m *matches) sum(all []tally, extras []extra, docs columns.Set) {
	if len(all) == 0 {
		all = []tally{m.none()}
	}
	m.values = all[0].values
	docs.Each(0, m.docs, func(doc uint64) {
		for _, f := range all[1:] {
			m.values[doc] += f.values[doc]
		}
		for _, e := range extras {
			if e.docs.Has(doc) {
				m.values[doc] += e.value
			}
		}
	})
}

// most combines what is found by each of the words: the documents that have all of them, or
// where it is loose and none has, those that have the most.
func (m *matches) most(all []tally, fits columns.Set, loose bool) columns.Set {
	out := columns.NewSet(m.docs)
	for i, f := range all {
		if i == 0 {
			out.Or(f.docs)
		}
		out.And(f.docs)
	}
	if !loose || len(all) < 2 || out.Meets(fits) {
		return out
	}
	has, most := make([]uint8, m.docs), uint8(0)
	for _, f := range all {
		f.docs.Each(0, m.docs, func(doc uint64) { has[doc]++ })
	}
	fits.Each(0, m.docs, func(doc uint64) { most = max(most, has[doc]) })
	if most == 0 {
		return out
	}
	m.missing = len(all) - int(most)
	for doc, n := range has {
		if n >= most {
			out.Add(uint64(doc))
		}
	}
	return out
}

// whole finds the entities of which the name or an identifier is all that was typed. Where
// some have not all of the words, an identifier that ends what was typed is enough.
func (m *matches) whole(q query.Query) ([]extra, error) {
	named, err := m.named(q.Name())
	if err != nil {
		return nil, err
	}
	out := []extra{{named, nameScore}}
	text := ""
	for i := len(q.Items) - 1; i >= 0 && len(text) < maxNumber; i-- {
		if text = q.Items[i].Identifier + text; i == len(q.Items)-1 {
			continue // the word itself was looked for
		}
		docs := columns.NewSet(m.docs)
		if err := docs.AddTerm(m.parts, fields.Identifier, text); err != nil {
			return nil, err
		}
		if docs.Count() > 0 {
			out = append(out, extra{docs, numberScore})
			if i == 0 {
				m.missing = 0
			}
		}
	}
	return out, nil
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

// term adds the documents that have a word in a field. They count as by the library's searcher
// (TF-IDF), which makes more of each document than its score.
func (m *matches) term(field, word string, weight float32, out tally) error {
	lists, uses, all := make([]segment.PostingsList, len(m.parts)), uint64(0), uint64(0)
	for i, p := range m.parts {
		dict, err := p.Segment.Segment().Dictionary(field)
		if err != nil {
			return err
		}
		if lists[i], err = dict.PostingsList([]byte(word), p.Segment.Deleted(), nil); err != nil {
			return err
		}
		uses += lists[i].Count()
		all += p.Segment.Count()
	}
	if uses == 0 {
		return nil
	}
	value := float64(weight) * (1 + math.Log(float64(all)/float64(uses+1)))
	inPart := func(i int) error {
		if err := m.ctx.Err(); err != nil {
			return err
		}
		at, word := uint64(0), uint64(0) // the last 64 documents
		flush := func() {
			out.docs.AddAt(at, word)
			if field != fields.Reference {
				out.own.AddAt(at, word)
			}
		}
		for docs := lists[i].Iterator(true, true, false, nil); ; {
			posting, err := docs.Next()
			if err != nil {
				return err
			}
			if posting == nil {
				flush()
				return nil
			}
			doc := m.parts[i].First + posting.Number()
			if doc/64 != at {
				flush()
				at, word = doc/64, 0
			}
			word |= 1 << (doc % 64)
			out.values[doc] += float32(value * math.Sqrt(float64(posting.Frequency())) * posting.Norm())
		}
	}
	if uses > manyUses {
		return together(m.ctx, len(m.parts), inPart)
	}
	for i := range m.parts {
		if err := inPart(i); err != nil {
			return err
		}
	}
	return nil
}

// manyUses is how many documents have a word for whose parts more than one processor is used.
const manyUses = 10_000

// phrase adds the documents that have words in a row in a field; each is one of several.
func (m *matches) phrase(field string, phrase [][]string, weight float32, out tally) error {
	s, err := searcher.NewMultiPhraseSearcher(m.ctx, m.reader, phrase, 0, false, field, 1, search.SearcherOptions{})
	if err != nil {
		return err
	}
	return m.scan(s, field, weight, out)
}
