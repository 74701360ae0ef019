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
	// scores are those of the documents that have the words, in order of their numbers;
	// nil where the query has no words.
	scores []score
	// missing is the number of words that the documents may lack, because none has all.
	missing int
	spelled []Spelled
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
			return m.withValues(f.Field, func(text string) bool { return all[text] })
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
	at, err := m.withValues(fields.Place, func(text string) bool { return wanted[text] })
	docs.Or(at)
	return docs, err
}

// withValues finds the documents that have one of some values in a field.
func (m *matches) withValues(field string, wanted func(text string) bool) (columns.Set, error) {
	docs := columns.NewSet(m.docs)
	cols, err := m.columnsOf(field)
	if err != nil {
		return nil, err
	}
	texts := m.columns.Texts(field)
	in, some := make([]bool, len(texts)), false
	for i, text := range texts {
		in[i] = wanted(text)
		some = some || in[i]
	}
	if !some {
		return docs, nil
	}
	for i, p := range m.parts {
		for doc := range p.Size {
			for _, v := range cols[i].Of(doc) {
				if in[v] {
					docs.Add(p.First + doc)
				}
			}
		}
	}
	return docs, nil
}
