package search

import (
	segment "github.com/blevesearch/scorch_segment_api/v2"

	"vitrine/server/data/search/internal/columns"
	"vitrine/server/data/search/internal/fields"
)

// maxCalledBy is the number of names of an entity in one part of which the most frequent is
// taken.
const maxCalledBy = 50

// called returns what an entity is called by the records that refer to it, "" where
// none says: the most frequent name.
func (m *matches) called(iri string) (string, error) {
	counts := map[string]uint64{}
	for _, p := range m.parts {
		if err := m.countNames(p, iri+"\x00", counts); err != nil {
			return "", err
		}
	}
	var name string
	for other, n := range counts {
		if n > counts[name] || n > 0 && n == counts[name] && other < name {
			name = other
		}
	}
	return name, nil
}

// countNames counts the names of an entity in one part, which are after the prefix.
func (m *matches) countNames(p columns.Part, prefix string, counts map[string]uint64) error {
	words, err := m.columns.Words(p.Segment, fields.Called)
	if err != nil {
		return err
	}
	dict, err := p.Segment.Segment().Dictionary(fields.Called)
	if err != nil {
		return err
	}
	var docs segment.PostingsList
	n := 0
	for term := range words.Beginning(prefix) {
		if docs, err = dict.PostingsList([]byte(term), p.Segment.Deleted(), docs); err != nil {
			return err
		}
		counts[term[len(prefix):]] += docs.Count()
		if n++; n == maxCalledBy {
			break
		}
	}
	return nil
}
