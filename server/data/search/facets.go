package search

import (
	"cmp"
	"slices"
	"strconv"

	"vitrine/server/data/search/internal/columns"
	"vitrine/server/data/search/internal/document"
	"vitrine/server/data/search/internal/fields"
)

// facetFields are the fields that have columns, orderFields those that have ranks.
var (
	facetFields = []string{fields.Class, fields.ClassifiedAs, fields.Maker, fields.Place, fields.Material, fields.Century, fields.Decade, fields.Picture, fields.Publisher, fields.Cell, fields.MemberOf, fields.Whole, fields.Years}
	orderFields = []string{fields.ID, fields.SortName, fields.SortDate}
)

// Value is a value of a facet.
type Value struct {
	// Term is the value: an IRI, a number or "yes". Name is what the records call the
	// entity, "" where the value is none.
	Term, Name string
	// Count is the number of results that have it.
	Count uint64
}

// number is that of a century or a decade.
func (v Value) number() int64 {
	n, _ := strconv.ParseInt(v.Term, 10, 64) // the index wrote it
	return n
}

// Facet is one aspect of the results of a query.
type Facet struct {
	// Field is the name of the parameter that filters by it.
	Field string
	// Values are the most frequent, or for time all in order; More how many further
	// ones there are.
	Values []Value
	More   int
}

// most returns the values that are counted most often, of equally frequent ones in byte
// order; the most frequent limit of them, all where it is 0.
func most(counts []uint32, texts []string, limit int) (out []Value, more int) {
	byCount := func(a, b Value) int {
		if c := cmp.Compare(b.Count, a.Count); c != 0 {
			return c
		}
		return cmp.Compare(a.Term, b.Term)
	}
	for i, n := range counts {
		if n == 0 {
			continue
		}
		v := Value{Term: texts[i], Count: uint64(n)}
		if limit == 0 {
			out = append(out, v)
			continue
		}
		if len(out) == limit {
			more++
			if byCount(v, out[limit-1]) >= 0 {
				continue
			}
			out = out[:limit-1]
		}
		at, _ := slices.BinarySearchFunc(out, v, byCount)
		out = slices.Insert(out, at, v)
	}
	if limit == 0 {
		slices.SortFunc(out, byCount)
	}
	return out, more
}

// The number of values of a facet that are returned, but for time, and MaxFacetValues of
// the one that a query asks every value of.
const (
	maxFacetValues = 12
	MaxFacetValues = 500
)

// facets counts the values of the fields among the hits, every value of one of them.
func (m *matches) facets(fields []string, every string) ([]Facet, error) {
	out := make([]Facet, len(fields))
	err := together(len(fields), func(i int) (err error) {
		limit := maxFacetValues
		if fields[i] == every {
			limit = MaxFacetValues
		}
		out[i], err = m.facet(fields[i], limit)
		return err
	})
	return out, err
}

// facet counts the values of one field, and says what they are called.
func (m *matches) facet(field string, limit int) (Facet, error) {
	cols, err := m.columnsOf(field)
	if err != nil {
		return Facet{}, err
	}
	docs, ok := m.without[field]
	if !ok {
		docs = m.hits
	}
	counts := m.columns.Count(field, m.parts, cols, docs)
	inOrder := field == fields.Century || field == fields.Decade
	if inOrder || field == fields.Cell || field == fields.Class {
		limit = 0
	}
	values, more := most(counts, m.columns.Texts(field), limit)
	if inOrder {
		slices.SortFunc(values, func(a, b Value) int { return cmp.Compare(a.number(), b.number()) })
	}
	if slices.Contains(document.CalledFields, field) {
		for i := range values {
			if values[i].Name, err = m.called(values[i].Term); err != nil {
				return Facet{}, err
			}
		}
	}
	return Facet{Field: field, Values: values, More: more}, nil
}

// columnsOf returns the columns of a field, in the order of the parts.
func (m *matches) columnsOf(field string) ([]*columns.Column, error) {
	out := make([]*columns.Column, len(m.parts))
	for i, p := range m.parts {
		var err error
		if out[i], err = m.columns.Column(p.Segment, field); err != nil {
			return nil, err
		}
	}
	return out, nil
}
