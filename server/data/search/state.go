package search

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// Store is what the package asks of a store; rdfstore.Store says how.
type Store interface {
	Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error)
	Changes(ctx context.Context, after uint64) iter.Seq2[rdfstore.LogEntry, error]
	LastChange(ctx context.Context) (rdfstore.LogEntry, error)
	Match(ctx context.Context, p rdfstore.Pattern, after rdfstore.Cursor) iter.Seq2[rdfstore.Match, error]
}

// version is that of the index: of what is indexed and how. A change of either
// needs a new one.
const version = 8

// stateKey is where the index keeps its state.
const stateKey = "vitrine"

// state says which part of which store the index covers.
type state struct {
	Version int `json:"version"`
	// First is entry 1 of the store's log, which tells stores apart.
	First mark `json:"first"`
	// Last is the last entry that is covered.
	Last mark `json:"last"`
	// Base is the last entry that there was when the index was begun: every document was
	// read from the store as of this entry or a later one.
	Base uint64 `json:"base"`
	// Read is an entry that is not older than anything that a document says.
	Read uint64 `json:"read"`
	// NamesUntil is the last entry whose new names, if it has some, are in the documents of
	// all entities that refer to its entity. Renaming says how far those of the next entry
	// are, the zero value where that has not begun.
	NamesUntil uint64   `json:"namesUntil"`
	Renaming   renaming `json:"renaming"`
}

// renaming is how far the documents of the entities that refer to one whose names changed
// are indexed again.
type renaming struct {
	Seq  uint64 `json:"seq,omitempty"`
	Name string `json:"name,omitempty"`
	// Names is the mark of the names when it began.
	Names string `json:"names,omitempty"`
	// Read is an entry that is not older than the names.
	Read uint64 `json:"read,omitempty"`
	// After is the place in the store's list of references, Done how many of them are
	// behind it.
	After rdfstore.Cursor `json:"after,omitempty"`
	Done  uint64          `json:"done,omitempty"`
}

// mark is an entry of a log.
type mark struct {
	Seq  uint64    `json:"seq"`
	Name string    `json:"name"`
	Kind string    `json:"kind"`
	Time time.Time `json:"time"`
}

func markOf(e rdfstore.LogEntry) mark {
	return mark{e.Seq, e.Name.String(), e.Kind.String(), e.Time.UTC()}
}

// ErrStale is wrapped by errors that tell why an index has to be built anew.
var ErrStale = errors.New("the index is not of this store")

func (s state) encode() []byte {
	text, _ := json.Marshal(s) // numbers, strings and times always encode
	return text
}

// decodeState reads what an index says of itself.
func decodeState(text []byte) (state, error) {
	var s state
	if err := json.Unmarshal(text, &s); err != nil {
		return s, fmt.Errorf("%w: its state cannot be read: %w", ErrStale, err)
	}
	if s.Version != version {
		return s, fmt.Errorf("%w: it is of version %d, this program needs %d", ErrStale, s.Version, version)
	}
	return s, nil
}

// check returns an error that wraps ErrStale if the store's log is not the one
// that the index followed.
func (s state) check(ctx context.Context, store Store) error {
	if s.Last.Seq == 0 {
		return nil
	}
	for _, m := range []mark{s.First, s.Last} {
		e, err := entry(ctx, store, m.Seq)
		if err != nil {
			return err
		}
		if found := markOf(e); !found.Time.Equal(m.Time) || found.Seq != m.Seq || found.Name != m.Name || found.Kind != m.Kind {
			return fmt.Errorf("%w: entry %d of the store's log is another one", ErrStale, m.Seq)
		}
	}
	return nil
}

// entry returns the entry of the log with the number, the zero entry where
// there is none.
func entry(ctx context.Context, store Store, seq uint64) (rdfstore.LogEntry, error) {
	for e, err := range store.Changes(ctx, seq-1) {
		return e, err
	}
	return rdfstore.LogEntry{}, nil
}
