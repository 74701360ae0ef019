package search

import (
	"encoding/json"
	"fmt"

	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"

	"vitrine/server/data/search/internal/columns"
	"vitrine/server/data/search/internal/fields"
	"vitrine/server/data/search/query"
)

// note is what the index keeps of an entity for itself.
type note struct {
	// Names stands for the names of the entity, IndexedNames for those that the entities
	// that refer to it were indexed with; see names.mark.
	Names        string `json:"names"`
	IndexedNames string `json:"indexed"`
	// Read is the number of a log entry: what the document says of the entities that this
	// one refers to is not older.
	Read uint64 `json:"read"`
	// SortName, SortDate and Version are what it is sorted by: Version is the number of the
	// log entry of its last change.
	SortName string `json:"name,omitempty"`
	SortDate string `json:"date,omitempty"`
	Version  uint64 `json:"version"`
}

func (n note) encode() string {
	text, _ := json.Marshal(n) // strings and numbers always encode
	return string(text)
}

// keyOf is what the entity is sorted by in an order.
func (n note) keyOf(o query.Order) string {
	switch o {
	case query.ByName:
		return n.SortName
	case query.ByChange:
		return fmt.Sprintf("%016x", n.Version)
	default:
		return n.SortDate
	}
}

// readNote reads the note of a document.
func readNote(s *scorch.SegmentSnapshot, doc uint64) (n note, err error) {
	var text []byte
	err = s.VisitDocument(doc, func(field string, _ byte, value []byte, _ []uint64) bool {
		if field == fields.Note {
			text = append(text, value...)
		}
		return true
	})
	if err == nil {
		err = json.Unmarshal(text, &n)
	}
	if err != nil {
		return n, fmt.Errorf("%w: the note of a document cannot be read: %w", errDamaged, err)
	}
	return n, nil
}

// note returns what the index keeps of an entity, and whether it has it.
func (f finder) note(name string) (n note, found bool, err error) {
	id, err := f.reader.InternalID(name)
	if err != nil || id == nil {
		return note{}, false, err
	}
	n, err = f.noteOf(id)
	return n, err == nil, err
}

func (f finder) noteOf(id index.IndexInternalID) (note, error) {
	in, _ := columns.Parts(f.reader.(*scorch.IndexSnapshot))
	doc := id.Value()
	for _, p := range in {
		if doc < p.First+p.Size {
			return readNote(p.Segment, doc-p.First)
		}
	}
	return note{}, fmt.Errorf("%w: it has no document %d", errDamaged, doc)
}

// note returns what the index keeps of an entity, and whether it has it.
func (e *engine) note(name string) (n note, found bool, err error) {
	err = e.read(func(reader index.IndexReader) error {
		n, found, err = finder{reader: reader}.note(name)
		return err
	})
	return n, found, err
}
