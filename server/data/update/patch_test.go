package update

import (
	"context"
	"errors"
	"io"
	"testing"

	"vitrine/checks/memstore"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/server/data/holdings"
	"vitrine/server/data/resource"
	"vitrine/server/people/site"
)

// fixed writes the same record for each graph.
type fixed struct{ io.Writer }

func (f fixed) Encode(*graph.Graph) error {
	_, err := f.Write([]byte(`{"_label":"Ada"}`))
	return err
}

func (f fixed) Close() error { return nil }

// TestPatchEndsWithItsContext: a client that has gone costs no more work.
func TestPatchEndsWithItsContext(t *testing.T) {
	slot := func(ctx context.Context) (context.Context, func(), error) { return ctx, func() {}, nil }
	store := memstore.New()
	maker, err := resource.NewMaker(resource.Options{
		Site: &site.Site{Slot: slot}, Store: store, Log: holdings.NewFollower(store), CacheBytes: 1, MaxRepresentation: 1000,
		Formats: serialize.Table{{Name: "json", MediaType: "application/ld+json", NewEncoder: func(w io.Writer) serialize.Encoder { return fixed{w} }}},
	})
	if err != nil {
		t.Fatal(err)
	}
	w := &Writer{Entities: &resource.Entities{Maker: maker}, MaxBody: 1000}
	current := &rdfstore.Entity{Graph: &graph.Graph{Source: graph.Source{Layout: []byte("{}")}}}
	p, err := w.parsePatch(t.Context(), "merge-patch", []byte(`{"_label":"Countess"}`))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if text, _, err := w.patched(ctx, current, p); err != nil || string(text) != `{"_label":"Countess"}` {
		t.Errorf("%s, %v", text, err)
	}
	cancel()
	if _, _, err := w.patched(ctx, current, p); !errors.Is(err, context.Canceled) {
		t.Errorf("a client that has gone: %v", err)
	}
}
