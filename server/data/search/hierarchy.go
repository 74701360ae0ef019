package search

import (
	"slices"

	"vitrine/server/data/search/internal/columns"
	"vitrine/server/data/search/internal/fields"
)

// hierarchy has the URIs of the direct parts of wholes: the places in a place, the sets in
// a set, and the narrower concepts of a concept.
type hierarchy map[string][]string

// below are the URIs of wholes and of all their parts.
func (h hierarchy) below(wholes []string) map[string]bool {
	out := map[string]bool{}
	for rest := slices.Clone(wholes); len(rest) > 0; {
		iri := rest[len(rest)-1]
		if rest = rest[:len(rest)-1]; !out[iri] {
			out[iri] = true
			rest = append(rest, h[iri]...)
		}
	}
	return out
}

// hierarchy returns that of the state of the index.
func (m *matches) hierarchy() (hierarchy, error) {
	return remembered(m.memos.parts, m.state, func() (hierarchy, error) {
		out := hierarchy{}
		cols, err := m.columnsOf(fields.Whole)
		if err != nil {
			return nil, err
		}
		texts := m.columns.Texts(fields.Whole)
		for i, p := range m.parts {
			gone := p.Segment.Deleted()
			for doc := range p.Size {
				wholes := cols[i].Of(doc)
				if len(wholes) == 0 || gone != nil && gone.Contains(uint32(doc)) {
					continue
				}
				id, err := p.Segment.DocID(doc)
				if err != nil {
					return nil, err
				}
				for _, whole := range wholes {
					out[texts[whole]] = append(out[texts[whole]], string(id))
				}
			}
		}
		return out, nil
	})
}

// counts counts the values of a field among documents, by their numbers. A document counts
// once for each value, and for each whole of its values.
func (m *matches) counts(field string, docs columns.Set) ([]uint32, error) {
	cols, err := m.columnsOf(field)
	if err != nil {
		return nil, err
	}
	var wholes [][]uint32
	if slices.Contains(partFields, field) {
		if wholes, err = m.wholes(field); err != nil {
			return nil, err
		}
	}
	counts := m.columns.Count(field, m.parts, cols, docs)
	if wholes == nil {
		return counts, nil
	}
	parts, err := remembered(m.memos.inWholes, field+" "+m.state, func() (columns.Set, error) {
		var some []uint32
		for value, of := range wholes {
			if of != nil {
				some = append(some, uint32(value))
			}
		}
		return m.having(field, some)
	})
	if err != nil {
		return nil, err
	}
	parts = parts.Clone()
	parts.And(docs)
	last := make([]uint64, len(counts))
	for i, p := range m.parts {
		parts.Each(p.First, p.First+p.Size, func(doc uint64) {
			values := cols[i].Of(doc - p.First)
			for _, value := range values {
				if int(value) >= len(wholes) || wholes[value] == nil {
					continue
				}
				for _, whole := range wholes[value] {
					if last[whole] != doc+1 && !slices.Contains(values, whole) {
						last[whole] = doc + 1
						counts[whole]++
					}
				}
			}
		})
	}
	return counts, nil
}

// wholes are the numbers of the wholes of each value of a field, at any height; nil where
// none has any.
func (m *matches) wholes(field string) ([][]uint32, error) {
	return remembered(m.memos.wholes, field+" "+m.state, func() ([][]uint32, error) {
		parts, err := m.hierarchy()
		if err != nil || len(parts) == 0 {
			return nil, err
		}
		above := hierarchy{}
		for whole, all := range parts {
			for _, part := range all {
				above[part] = append(above[part], whole)
			}
		}
		var out [][]uint32
		texts := m.columns.Texts(field)
		for i, text := range texts {
			if len(above[text]) == 0 {
				continue
			}
			if out == nil {
				out = make([][]uint32, len(texts))
			}
			for whole := range above.below(above[text]) {
				out[i] = append(out[i], m.columns.NumberOf(field, whole))
			}
		}
		return out, nil
	})
}
