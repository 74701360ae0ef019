package write

import (
	"context"
	"errors"
	"testing"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// TestPatchEndsWithItsContext: a client that has gone costs no more work.
func TestPatchEndsWithItsContext(t *testing.T) {
	w := &Writer{
		MaxBody: 1000,
		Slot: func(ctx context.Context) (context.Context, func(), error) {
			return ctx, func() {}, nil
		},
		Text: func(context.Context, *graph.Graph) ([]byte, error) { return []byte(`{"_label":"Ada"}`), nil },
	}
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
