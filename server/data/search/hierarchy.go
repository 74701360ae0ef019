package search

import (
	"slices"

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
	return remembered(m.memos.parts, stateOf(m.parts), func() (hierarchy, error) {
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
