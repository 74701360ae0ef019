package search

import (
	"cmp"
	"slices"
	"strings"

	"vitrine/server/search/internal/columns"
	"vitrine/server/search/internal/fields"
	"vitrine/server/search/query"
)

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
	for i, p := range m.parts {
		some, rest, err := m.bestOf(i, p, order, skip+limit, scores)
		if err != nil {
			return nil, err
		}
		all, scores = append(all, some...), rest
	}
	for i := range all {
		c := &all[i]
		p := m.parts[c.segment]
		id, err := p.Segment.DocID(c.doc - p.First)
		if err != nil {
			return nil, err
		}
		c.name = string(id)
		if order != query.ByRelevance && c.rank > 0 && len(m.parts) > 1 {
			n, err := readNote(p.Segment, c.doc-p.First)
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
func (m *matches) bestOf(i int, p columns.Part, order query.Order, limit int, scores []score) (some []candidate, rest []score, err error) {
	ids, err := m.columns.Order(p.Segment, fields.ID)
	if err != nil {
		return nil, nil, err
	}
	var keys columns.Ranks
	if field := sortField(order); field != "" {
		if keys, err = m.columns.Order(p.Segment, field); err != nil {
			return nil, nil, err
		}
	}
	top := newTop(limit, comparison(order,
		func(a, b candidate) int { return cmp.Compare(a.rank, b.rank) },
		func(a, b candidate) int { return cmp.Compare(a.id, b.id) }))
	add := func(doc uint64, value float64) {
		c := candidate{doc: doc, score: value, id: ids[doc-p.First], segment: i}
		if keys != nil {
			c.rank = keys[doc-p.First]
		}
		top.add(c)
	}
	last := p.First + p.Size
	if scores == nil {
		m.hits.Each(p.First, last, func(doc uint64) { add(doc, 0) })
		return top.done(), nil, nil
	}
	n := 0
	for ; n < len(scores) && scores[n].doc < last; n++ {
		if m.hits.Has(scores[n].doc) {
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
