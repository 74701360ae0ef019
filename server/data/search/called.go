package search

import (
	"fmt"

	segment "github.com/blevesearch/scorch_segment_api/v2"

	"vitrine/server/data/search/internal/columns"
	"vitrine/server/data/search/internal/fields"
)

// maxCalledBy is the number of names of an entity in one part of which the most frequent is
// taken.
const maxCalledBy = 50

// calledCount is a name, and how many documents of a part call an entity so.
type calledCount struct {
	name  string
	count uint64
}

// called returns what an entity is called by the records that refer to it, "" where
// none says: the most frequent name.
func (m *matches) called(iri string) (string, error) {
	counts := map[string]uint64{}
	for _, p := range m.parts {
		key := fmt.Sprintf("%s %s", stateOf([]columns.Part{p}), iri)
		some, err := remembered(m.memos.names, key, func() ([]calledCount, error) { return calledIn(p, iri) })
		if err != nil {
			return "", err
		}
		for _, c := range some {
			counts[c.name] += c.count
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

// calledIn counts the names of an entity in one part.
func calledIn(p columns.Part, iri string) (out []calledCount, err error) {
	prefix := []byte(iri + "\x00")
	dict, err := p.Segment.Segment().Dictionary(fields.Called)
	if err != nil {
		return nil, err
	}
	terms := dict.AutomatonIterator(nil, prefix, []byte(iri+"\x01"))
	var docs segment.PostingsList
	for range maxCalledBy {
		entry, err := terms.Next()
		if err != nil || entry == nil {
			return out, err
		}
		if docs, err = dict.PostingsList([]byte(entry.Term), p.Segment.Deleted(), docs); err != nil {
			return nil, err
		}
		out = append(out, calledCount{entry.Term[len(prefix):], docs.Count()})
	}
	return out, nil
}
