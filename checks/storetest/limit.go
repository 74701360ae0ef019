package storetest

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// testLimit reads a small and a large entity with limits on their size.
func testLimit(t *testing.T, s rdfstore.Store) {
	apply(t, s, put(newGraph("x:1", "E53_Place", "One")), put(newGraph("x:2", "E53_Place", strings.Repeat("Two ", 1<<12))))
	snapshot, err := s.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer snapshot.Close()
	for _, from := range []interface {
		Get(context.Context, rdf.IRI) (*rdfstore.Entity, error)
	}{s, snapshot} {
		if _, err := from.Get(rdfstore.WithLimit(t.Context(), 1<<12), iri("x:1")); err != nil {
			t.Errorf("%T: a small entity: %v", from, err)
		}
		_, err := from.Get(rdfstore.WithLimit(t.Context(), 1<<10), iri("x:2"))
		var large *rdfstore.SizeError
		if err != nil && (!errors.As(err, &large) || large.Size <= 1<<10 || large.Name != iri("x:2")) {
			t.Errorf("%T: a large entity: %v, %+v", from, err, large)
		}
		if large == nil {
			continue // the store has its entities in memory
		}
		if _, err := from.Get(rdfstore.WithLimit(t.Context(), large.Size), iri("x:2")); err != nil {
			t.Errorf("%T: a large entity, with its size as the limit: %v", from, err)
		}
	}
}
