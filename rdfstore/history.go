package rdfstore

import (
	"iter"

	"github.com/knakk/rdf"
)

// History is all that a store holds of one name: what there is now, and what happened.
// An empty store to which the histories of all names are restored cannot be told from the
// one that they come from.
type History struct {
	Name rdf.IRI
	// Entries are those that the log has of the name, oldest first.
	Entries []LogEntry
	// Entity is what there is now, nil where the last entry is a deletion.
	Entity *Entity
	// States yields the past states that are kept, oldest first. Each is of the version of an
	// entry but the last; after the oldest, no entry but a deletion is without one. It is nil
	// where there are none, and is good until the next history is taken.
	States iter.Seq2[*Entity, error]
}

// Born returns the number of the entry with which the entity came to be, after its last
// deletion if there was one; 0 where there is no such entry.
func (h *History) Born() uint64 {
	for i := len(h.Entries) - 1; i >= 0; i-- {
		switch h.Entries[i].Kind {
		case Created:
			return h.Entries[i].Seq
		case Deleted:
			return 0
		}
	}
	return 0
}

// Last returns the newest entry.
func (h *History) Last() LogEntry { return h.Entries[len(h.Entries)-1] }
