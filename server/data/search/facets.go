package search

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"vitrine/server/data/search/internal/columns"
	"vitrine/server/data/search/internal/document"
	"vitrine/server/data/search/internal/fields"
	"vitrine/server/data/search/internal/words"
	"vitrine/server/data/search/query"
)

// facetFields are the fields that have columns, orderFields those that have ranks.
var (
	facetFields = []string{fields.Class, fields.ClassifiedAs, fields.Maker, fields.Place, fields.Material, fields.Century, fields.Decade, fields.Picture, fields.Free, fields.Publisher, fields.Cell, fields.MemberOf, fields.Objects, fields.Whole, fields.Years, fields.MadeAt}
	orderFields = []string{fields.ID, fields.SortName, fields.SortDate, fields.SortChange}
)

// Value is a value of a facet.
type Value struct {
	// Term is the value: an IRI, a number or "yes". Name is what the records call the
	// entity, "" where the value is none.
	Term, Name string
	// Count is the number of results that have it.
	Count uint64
}

// label is what the value is called.
func (v Value) label() string { return cmp.Or(v.Name, v.Term) }

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
	// First is the number of values before these.
	First int
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

// The number of values of a facet that are returned, but for time, and MaxFacetValues on
// a page of the one that a query asks every value of.
const (
	maxFacetValues = 12
	MaxFacetValues = 100
)

// facets counts the values of the facets of a query among the hits.
func (m *matches) facets(q query.Query) ([]Facet, error) {
	out := make([]Facet, len(q.Facets))
	err := together(m.ctx, len(q.Facets), func(i int) (err error) {
		if q.Facets[i] == fields.Years {
			out[i], err = m.histogram()
		} else {
			out[i], err = m.facet(q.Facets[i], q)
		}
		return err
	})
	return out, err
}

// facet counts the values of one field, and says what they are called.
func (m *matches) facet(field string, q query.Query) (Facet, error) {
	docs, ok := m.without[field]
	if !ok {
		docs = m.hits
	}
	counts, err := m.counts(field, docs)
	if err != nil {
		return Facet{}, err
	}
	limit := maxFacetValues
	inOrder := field == fields.Century || field == fields.Decade
	if inOrder || field == fields.Class || field == q.Every {
		limit = 0
	}
	values, more := most(counts, m.columns.Texts(field), limit)
	if inOrder {
		slices.SortFunc(values, func(a, b Value) int { return cmp.Compare(a.number(), b.number()) })
	}
	if field == q.Every {
		return m.every(field, values, q)
	}
	return Facet{Field: field, Values: values, More: more}, m.nameValues(field, values)
}

// nameValues says what the values of a field are called.
func (m *matches) nameValues(field string, values []Value) (err error) {
	if !slices.Contains(document.CalledFields, field) {
		return nil
	}
	for i := range values {
		if i%checkEvery == 0 && m.ctx.Err() != nil {
			return m.ctx.Err()
		}
		if values[i].Name, err = m.called(values[i].Term); err != nil {
			return err
		}
	}
	return nil
}

// every returns the page of all values of a facet that a query asks for.
func (m *matches) every(field string, values []Value, q query.Query) (Facet, error) {
	named := q.Within != "" || q.EveryByName
	if named {
		if err := m.nameValues(field, values); err != nil {
			return Facet{}, err
		}
	}
	if within := words.Fold(q.Within); within != "" {
		values = slices.DeleteFunc(values, func(v Value) bool { return !strings.Contains(words.Fold(v.label()), within) })
	}
	if q.EveryByName {
		slices.SortStableFunc(values, func(a, b Value) int { return strings.Compare(words.Fold(a.label()), words.Fold(b.label())) })
	}
	first := min(q.EveryPage*MaxFacetValues, len(values))
	last := min(first+MaxFacetValues, len(values))
	out := Facet{Field: field, Values: values[first:last], More: len(values) - last, First: first}
	if named {
		return out, nil
	}
	return out, m.nameValues(field, out.Values)
}

// selvesOf returns the selves of a field in each part. The columns of all parts come first, since
// they give the values their numbers.
func (m *matches) selvesOf(field string) ([]columns.Selves, error) {
	if _, err := m.columnsOf(field); err != nil {
		return nil, err
	}
	out := make([]columns.Selves, len(m.parts))
	for i, p := range m.parts {
		var err error
		if out[i], err = m.columns.Selves(p.Segment, field); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// maxBars is the number of stretches of time of a histogram.
const maxBars = 60

// histogram counts the hits by stretches of years of equal length, which are as short as
// the time of all of them allows. What is dated less exactly than within five of these is
// in none, nor are the few that are far from the others.
func (m *matches) histogram() (Facet, error) {
	out := Facet{Field: fields.Years}
	counts, err := m.counts(fields.Years, m.hits)
	if err != nil {
		return out, err
	}
	var all []query.Years
	var uses []uint32
	texts := m.columns.Texts(fields.Years) // a change may have brought more than were counted
	for i, n := range counts {
		if y, ok := query.ParseYears(texts[i]); ok && n > 0 {
			all, uses = append(all, y), append(uses, n)
		}
	}
	if len(all) == 0 {
		return out, nil
	}
	all, uses = trimmed(all, uses)
	first := slices.MinFunc(all, func(a, b query.Years) int { return cmp.Compare(a.First, b.First) }).First
	last := slices.MaxFunc(all, func(a, b query.Years) int { return cmp.Compare(a.Last, b.Last) }).Last
	step := int64(1)
	for _, length := range []int64{10, 50, 100, 500, 1000, 10_000, 100_000, 1_000_000} {
		if (last-first)/step < maxBars {
			break
		}
		step = length
	}
	start := floor(first, step)
	bars := make([]uint64, min((last-start)/step+1, maxBars+1))
	for i, y := range all {
		from, until := (y.First-start)/step, (y.Last-start)/step
		if until-from >= 5 {
			continue
		}
		for bar := from; bar <= until && int(bar) < len(bars); bar++ {
			bars[bar] += uint64(uses[i])
		}
	}
	for i, n := range bars {
		begin := start + int64(i)*step
		out.Values = append(out.Values, Value{Term: query.Years{First: begin, Last: begin + step - 1}.Term(), Count: n})
	}
	return out, nil
}

// trimmed leaves out the few years at both ends, a thousandth of all at each, so that one wrong date
// does not flatten the rest.
func trimmed(all []query.Years, uses []uint32) ([]query.Years, []uint32) {
	total := uint64(0)
	order := make([]int, len(all))
	for i, n := range uses {
		order[i], total = i, total+uint64(n)
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(all[a].First, all[b].First) })
	var years []query.Years
	var counts []uint32
	before := uint64(0)
	for _, i := range order {
		until := before + uint64(uses[i])
		if until > total/1000 && total-before > total/1000 {
			years, counts = append(years, all[i]), append(counts, uses[i])
		}
		before = until
	}
	return years, counts
}

// floor is the largest multiple of a step that is not more than a number.
func floor(n, step int64) int64 {
	if n >= 0 {
		return n / step * step
	}
	return -((-n + step - 1) / step * step)
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
