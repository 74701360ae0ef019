package rdfstore

import "github.com/knakk/rdf"

// History is all that a store holds of one name: what there is now, and what happened.
// An empty store to which the histories of all names are restored cannot be told from the
// one that they come from.
type History struct {
	Name rdf.IRI
	// Entries are those that the log has of the name, oldest first.
	Entries []LogEntry
	// Entity is what there is now, nil where the last entry is a deletion.
	Entity *Entity
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
