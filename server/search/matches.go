package search

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/blevesearch/bleve/v2/search"

	"vitrine/server/search/internal/fields"
	"vitrine/server/search/query"
)

// matches are the documents of a state of the index that fit a query.
type matches struct {
	finder
	places []place
	docs   uint64
	// hits fit all of the query, and without, by field, all but the filter of that
	// field, of which any value is enough.
	hits    set
	without map[string]set
	// scores are those of the documents that have the words, in order of their numbers;
	// nil where the query has no words.
	scores []score
}

// score is what a document counts for the order.
type score struct {
	doc   uint64
	value float64
}

// match finds the documents that fit.
func (m *matches) match(q query.Query) error {
	base := live(m.places, m.docs)
	if len(q.Items) > 0 {
		found, err := m.score(q)
		if err != nil {
			return err
		}
		base.and(found)
	}
	if q.Area != nil {
		docs, err := m.within(*q.Area)
		if err != nil {
			return err
		}
		base.and(docs)
	}
	anyOf := map[string]set{}
	for _, f := range q.Filters() {
		if f.Any {
			docs := newSet(m.docs)
			for _, term := range f.Terms {
				if err := docs.addTerm(m.places, f.Field, term); err != nil {
					return err
				}
			}
			anyOf[f.Field] = docs
			continue
		}
		for _, term := range f.Terms {
			docs := newSet(m.docs)
			if err := docs.addTerm(m.places, f.Field, term); err != nil {
				return err
			}
			base.and(docs)
		}
	}
	m.hits, m.without = base.clone(), map[string]set{}
	for field, docs := range anyOf {
		m.hits.and(docs)
		rest := base.clone()
		for other, docs := range anyOf {
			if other != field {
				rest.and(docs)
			}
		}
		m.without[field] = rest
	}
	return nil
}

// within finds the places in an area.
func (m *matches) within(area query.Area) (set, error) {
	docs := newSet(m.docs)
	for _, p := range m.places {
		col, err := m.columns.facet(p.segment, fields.Cell)
		if err != nil {
			return nil, err
		}
		texts := m.columns.values[fields.Cell].all()
		in := make([]bool, len(texts))
		for i, text := range texts {
			cell, ok := query.ParseCell(text)
			in[i] = ok && area.Has(cell)
		}
		for doc := range p.size {
			for _, v := range col.of(doc) {
				if in[v] {
					docs.add(p.first + doc)
				}
			}
		}
	}
	return docs, nil
}

// checkEvery is the number of documents between two looks at whether the request has
// ended.
const checkEvery = 4096

// score collects the documents that have the words of a query.
func (m *matches) score(q query.Query) (found set, err error) {
	s, err := m.text(q)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	found = newSet(m.docs)
	m.scores = []score{}
	state := &search.SearchContext{DocumentMatchPool: search.NewDocumentMatchPool(s.DocumentMatchPoolSize()+1, 0), IndexReader: m.reader}
	for {
		match, err := s.Next(state)
		if err != nil {
			return nil, fmt.Errorf("search: %w", err)
		}
		if match == nil {
			return found, nil
		}
		doc := match.IndexInternalID.Value()
		found.add(doc)
		m.scores = append(m.scores, score{doc, match.Score})
		state.DocumentMatchPool.Put(match)
		if len(m.scores)%checkEvery == 0 && m.ctx.Err() != nil {
			return nil, m.ctx.Err()
		}
	}
}

// candidate is a document that may be among the results that are asked for.
type candidate struct {
	doc   uint64
	score float64
	// rank and id are the ranks of what is sorted by and of the name, in the segment.
	rank, id uint32
	segment  int
	// key and name are those in words, read where documents of two segments are
	// compared.
	key, name string
}

// best returns the URIs of so many of the hits, after the first skip.
func (m *matches) best(order query.Order, skip, limit int) ([]string, error) {
	if limit <= 0 {
		return nil, nil
	}
	var all []candidate
	scores := m.scores
	for i, p := range m.places {
		some, rest, err := m.bestOf(i, p, order, skip+limit, scores)
		if err != nil {
			return nil, err
		}
		all, scores = append(all, some...), rest
	}
	for i := range all {
		c := &all[i]
		p := m.places[c.segment]
		id, err := p.segment.DocID(c.doc - p.first)
		if err != nil {
			return nil, err
		}
		c.name = string(id)
		if order != query.ByRelevance && c.rank > 0 && len(m.places) > 1 {
			n, err := readNote(p.segment, c.doc-p.first)
			if err != nil {
				return nil, err
			}
			c.key = n.keyOf(order)
		}
	}
	slices.SortFunc(all, comparison(order, func(a, b candidate) int {
		if a.segment == b.segment {
			return cmp.Compare(a.rank, b.rank)
		}
		return strings.Compare(a.key, b.key)
	}, func(a, b candidate) int { return strings.Compare(a.name, b.name) }))
	var out []string
	for _, c := range all[min(skip, len(all)):min(skip+limit, len(all))] {
		out = append(out, c.name)
	}
	return out, nil
}

// comparison compares candidates in an order, by functions that compare what is sorted by
// and the names.
func comparison(o query.Order, keys, names func(a, b candidate) int) func(a, b candidate) int {
	return func(a, b candidate) int {
		var c int
		switch {
		case o == query.ByRelevance:
			c = cmp.Compare(b.score, a.score)
		case a.rank == 0 || b.rank == 0:
			c = cmp.Compare(min(b.rank, 1), min(a.rank, 1)) // what has none comes last
		case o == query.ByDateDescending:
			c = keys(b, a)
		default:
			c = keys(a, b)
		}
		if c != 0 {
			return c
		}
		return names(a, b)
	}
}

// sortField is what is sorted by, "" where that is none.
func sortField(o query.Order) string {
	switch o {
	case query.ByName:
		return fields.SortName
	case query.ByDate, query.ByDateDescending:
		return fields.SortDate
	default:
		return ""
	}
}

// bestOf returns the best hits of one segment. It takes the scores of its documents off
// those that are given.
func (m *matches) bestOf(i int, p place, order query.Order, limit int, scores []score) (some []candidate, rest []score, err error) {
	ids, err := m.columns.order(p.segment, fields.ID)
	if err != nil {
		return nil, nil, err
	}
	var keys ranks
	if field := sortField(order); field != "" {
		if keys, err = m.columns.order(p.segment, field); err != nil {
			return nil, nil, err
		}
	}
	top := newTop(limit, comparison(order,
		func(a, b candidate) int { return cmp.Compare(a.rank, b.rank) },
		func(a, b candidate) int { return cmp.Compare(a.id, b.id) }))
	add := func(doc uint64, value float64) {
		c := candidate{doc: doc, score: value, id: ids[doc-p.first], segment: i}
		if keys != nil {
			c.rank = keys[doc-p.first]
		}
		top.add(c)
	}
	last := p.first + p.size
	if scores == nil {
		m.hits.each(p.first, last, func(doc uint64) { add(doc, 0) })
		return top.done(), nil, nil
	}
	n := 0
	for ; n < len(scores) && scores[n].doc < last; n++ {
		if m.hits.has(scores[n].doc) {
			add(scores[n].doc, scores[n].value)
		}
	}
	return top.done(), scores[n:], nil
}

// top keeps the first of many candidates.
type top struct {
	limit   int
	compare func(a, b candidate) int
	some    []candidate
	// full tells that some has had limit candidates, and worst is the last of these.
	full  bool
	worst candidate
}

func newTop(limit int, compare func(a, b candidate) int) *top {
	return &top{limit: limit, compare: compare}
}

func (t *top) add(c candidate) {
	if t.full && t.compare(c, t.worst) >= 0 {
		return
	}
	if t.some = append(t.some, c); len(t.some) >= 2*t.limit {
		t.cut()
	}
}

// cut sorts what there is and keeps the first limit of it.
func (t *top) cut() {
	slices.SortFunc(t.some, t.compare)
	if len(t.some) >= t.limit {
		t.some = t.some[:t.limit]
		t.full, t.worst = true, t.some[t.limit-1]
	}
}

func (t *top) done() []candidate {
	t.cut()
	return t.some
}

// maxFacetValues is the number of values of a facet that are returned, but for time.
const maxFacetValues = 12

// facets counts the values of the fields among the hits.
func (m *matches) facets(fields []string) ([]Facet, error) {
	all := make([][]*column, len(fields))
	for i, field := range fields {
		for _, p := range m.places {
			col, err := m.columns.facet(p.segment, field)
			if err != nil {
				return nil, err
			}
			all[i] = append(all[i], col)
		}
	}
	out := make([]Facet, len(fields))
	var group sync.WaitGroup
	for i, field := range fields {
		group.Go(func() { out[i] = m.facet(field, all[i]) })
	}
	group.Wait()
	state := stateOf(m.places)
	for _, facet := range out {
		for i, v := range facet.Values {
			if !slices.Contains(calledFields, facet.Field) {
				continue
			}
			name, err := m.columns.memo.keptName(state, v.Term, func() (string, error) { return m.called(v.Term) })
			if err != nil {
				return nil, err
			}
			facet.Values[i].Name = name
		}
	}
	return out, nil
}

// facet counts the values of one field.
func (m *matches) facet(field string, cols []*column) Facet {
	docs, ok := m.without[field]
	if !ok {
		docs = m.hits
	}
	counts := m.columns.count(field, m.places, cols, docs)
	limit := maxFacetValues
	inOrder := field == fields.Century || field == fields.Decade
	if inOrder || field == fields.Cell || field == fields.Class {
		limit = 0
	}
	values, more := most(counts, m.columns.values[field].all(), limit)
	if inOrder {
		slices.SortFunc(values, func(a, b Value) int { return cmp.Compare(a.number(), b.number()) })
	}
	return Facet{Field: field, Values: values, More: more}
}

// count counts the values of a field among documents, by their numbers.
func (c *columns) count(field string, in []place, cols []*column, docs set) []uint32 {
	counts := make([]uint32, len(c.values[field].all()))
	for i, p := range in {
		col := cols[i]
		docs.each(p.first, p.first+p.size, func(doc uint64) {
			for _, v := range col.of(doc - p.first) {
				counts[v]++
			}
		})
	}
	return counts
}
