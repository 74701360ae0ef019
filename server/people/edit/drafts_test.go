package edit

import (
	"context"
	"errors"
	"strings"
	"testing"

	"vitrine/checks/memstore"
	"vitrine/rdfstore"
	"vitrine/server/web/respond"
)

func codeOf(err error) string {
	var answer *respond.Error
	if errors.As(err, &answer) {
		return answer.Type.Code
	}
	return ""
}

// TestDraftBounds refuses ids that are none, and one draft too many.
func TestDraftBounds(t *testing.T) {
	store := memstore.New()
	d := &Drafts{Base: "https://data.museum.example/-/drafts/", Use: func(_ context.Context, _ bool, work func(rdfstore.Store) error) error { return work(store) }}
	ctx := t.Context()
	for _, id := range []string{"abc", "", "../x", "A", strings.Repeat("a", 65)} {
		if _, err := d.Get(ctx, id); codeOf(err) != respond.NotFound.Code {
			t.Errorf("%q: %v", id, err)
		}
	}
	for range maxDrafts {
		if _, err := d.Keep(ctx, Draft{}, ""); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := d.Keep(ctx, Draft{}, ""); codeOf(err) != respond.Conflict.Code {
		t.Errorf("one too many: %v", err)
	}
	if all, err := d.All(ctx); err != nil || len(all) != maxDrafts {
		t.Errorf("%d, %v", len(all), err)
	}
}
