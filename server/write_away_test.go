package server

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// leavingStore cannot be reached any more once it has stored a change.
type leavingStore struct {
	rdfstore.Store
	leaves, away atomic.Bool
}

func (s *leavingStore) Apply(ctx context.Context, changes ...rdfstore.Change) ([]rdfstore.Outcome, error) {
	out, err := s.Store.Apply(ctx, changes...)
	s.away.Store(err == nil && s.leaves.Load())
	return out, err
}

func (s *leavingStore) Entities(ctx context.Context, after string) iter.Seq2[rdf.IRI, error] {
	if s.away.Load() {
		return func(yield func(rdf.IRI, error) bool) { yield(rdf.IRI{}, rdfstore.ErrUnavailable) }
	}
	return s.Store.Entities(ctx, after)
}

// TestStoreLeavesAfterTheChange stores a record in a store that goes away right afterwards: the
// answer says that it is stored, and has no etag, as docs/writing.md says. In a store that stays
// it has one.
func TestStoreLeavesAfterTheChange(t *testing.T) {
	store := &leavingStore{Store: emptyStore(t, rdfstore.Derivation{})}
	m := newMuseumWith(t, nil, store)
	for n, leaves := range []bool{false, true} {
		store.leaves.Store(leaves)
		target := fmt.Sprintf("/person/%d", n)
		r := m.send(t, "PUT", target, personRecord(testBase+target[1:], "Anna"))
		said := body(t, r)
		if r.StatusCode != 201 || !strings.Contains(said, `"version": `) || strings.Contains(said, `"etag"`) == leaves {
			t.Errorf("the store goes away: %v; status %d, %s", leaves, r.StatusCode, said)
		}
	}
}
