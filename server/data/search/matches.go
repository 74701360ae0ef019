package search

import (
	"slices"

	"vitrine/server/data/search/internal/columns"
	"vitrine/server/data/search/internal/fields"
	"vitrine/server/data/search/query"
)

// matches are the documents of a state of the index that fit a query.
type matches struct {
	finder
	parts []columns.Part
	docs  uint64
	// hits fit all of the query, and without, by field, all but the filter of that field.
	hits    columns.Set
	without map[string]columns.Set
	// values are what the hits count by their words; nil where the query has no words.
	values []float32
	// used are the tallies that the search has taken, until it releases them.
	used *tallies
	// missing is the number of words that the documents may lack, because none has all.
	missing int
	spelled []Spelled
	// state stands for the state of the index.
	state string
}

// match finds the documents that fit.
func (m *matches) match(q query.Query) error {
	base := columns.Live(m.parts, m.docs)
	if q.Area != nil {
		docs, err := m.within(*q.Area)
		if err != nil {
			return err
		}
		base.And(docs)
	}
	if q.Years != nil {
		docs, err := m.withValues(fields.Years, func(text string) bool {
			y, ok := query.ParseYears(text)
			return ok && y.Overlap(*q.Years)
		})
		if err != nil {
			return err
		}
		base.And(docs)
	}
	if q.Linked != nil {
		docs := columns.NewSet(m.docs)
		if err := docs.AddTerms(m.parts, fields.ID, q.Only); err != nil {
			return err
		}
		base.And(docs)
	}
	anyOf := map[string]columns.Set{}
	for _, f := range q.Filters() {
		docs, err := m.filtered(f)
		if err != nil {
			return err
		}
		anyOf[f.Field] = docs
	}
	if len(q.Items) > 0 {
		found, err := m.score(q, base, anyOf)
		if err != nil {
			return err
		}
		base.And(found)
	}
	m.hits, m.without = base.Clone(), map[string]columns.Set{}
	for field, docs := range anyOf {
		m.hits.And(docs)
		rest := base.Clone()
		for other, docs := range anyOf {
			if other != field {
				rest.And(docs)
			}
		}
		m.without[field] = rest
	}
	return nil
}

// filtered finds the documents that have one of the values of a filter, or of their parts.
func (m *matches) filtered(f query.Filter) (columns.Set, error) {
	docs := columns.NewSet(m.docs)
	if slices.Contains(partFields, f.Field) {
		parts, err := m.hierarchy()
		if err != nil {
			return nil, err
		}
		if all := parts.below(f.Terms); len(all) > len(f.Terms) {
			return m.withAny(f.Field, all)
		}
	}
	return docs, docs.AddTerms(m.parts, f.Field, f.Terms)
}

// within finds the places in an area, and what has one of them in its field of places.
func (m *matches) within(area query.Area) (columns.Set, error) {
	inside := func(text string) bool {
		cell, ok := query.ParseCell(text)
		return ok && area.Has(cell)
	}
	docs, err := m.withValues(fields.Cell, inside)
	if err != nil {
		return nil, err
	}
	where, err := m.whereabouts()
	if err != nil {
		return nil, err
	}
	cells, texts, wanted := m.columns.Texts(fields.Cell), m.columns.Texts(fields.Place), map[string]bool{}
	for place, of := range where {
		if slices.ContainsFunc(of, func(cell uint32) bool { return inside(cells[cell]) }) {
			wanted[texts[place]] = true
		}
	}
	at, err := m.withAny(fields.Place, wanted)
	docs.Or(at)
	return docs, err
}

// withValues finds the documents that have a value in a field that is wanted.
func (m *matches) withValues(field string, wanted func(text string) bool) (columns.Set, error) {
	if _, err := m.columnsOf(field); err != nil { // which number the values
		return nil, err
	}
	var numbers []uint32
	for i, text := range m.columns.Texts(field) {
		if wanted(text) {
			numbers = append(numbers, uint32(i))
		}
	}
	return m.having(field, numbers)
}

// withAny finds the documents that have one of some values in a field.
func (m *matches) withAny(field string, values map[string]bool) (columns.Set, error) {
	if _, err := m.columnsOf(field); err != nil { // which number the values
		return nil, err
	}
	var numbers []uint32
	for text := range values {
		if n, ok := m.columns.Number(field, text); ok {
			numbers = append(numbers, n)
		}
	}
	return m.having(field, numbers)
}

// fewValues is how many values are looked for in the index one by one; the columns are faster
// for more.
const fewValues = 64

// having finds the documents that have one of the values with some numbers in a field.
func (m *matches) having(field string, numbers []uint32) (columns.Set, error) {
	docs, texts := columns.NewSet(m.docs), m.columns.Texts(field)
	if len(numbers) <= fewValues {
		terms := make([]string, len(numbers))
		for i, n := range numbers {
			terms[i] = texts[n]
		}
		return docs, docs.AddTerms(m.parts, field, terms)
	}
	cols, err := m.columnsOf(field)
	if err != nil {
		return nil, err
	}
	in := make([]bool, len(m.columns.Texts(field)))
	for _, n := range numbers {
		in[n] = true
	}
	for i, p := range m.parts {
		cols[i].Some().Each(0, p.Size, func(doc uint64) {
			if anyOf(in, cols[i].Of(doc)) {
				docs.Add(p.First + doc)
			}
		})
	}
	return docs, nil
}
