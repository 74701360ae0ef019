package edit

import (
	"context"
	"errors"
	"strings"
	"testing"

	"vitrine/rdfstore"
	"vitrine/rdfstore/memstore"
	"vitrine/server/web/respond"
)

func codeOf(err error) string {
	var answer *respond.Error
	if errors.As(err, &answer) {
		return answer.Type.Code
	}
	return ""
}

// TestDraftStore keeps, changes and removes drafts; a publication that fails leaves the draft, and so
// does a change while it is published.
func TestDraftStore(t *testing.T) {
	var store rdfstore.Store
	d := &Drafts{Base: "https://data.museum.example/-/drafts/", Use: func(_ context.Context, make bool, work func(rdfstore.Store) error) error {
		if store == nil && !make {
			return rdfstore.ErrNotFound
		}
		if store == nil {
			store = memstore.New()
		}
		return work(store)
	}}
	ctx := t.Context()
	if all, err := d.All(ctx); err != nil || len(all) != 0 {
		t.Fatalf("%v, %v", all, err)
	}
	if _, err := d.Get(ctx, "a"); codeOf(err) != respond.NotFound.Code {
		t.Errorf("of none: %v", err)
	}
	text := "{\"id\": \"é\\u0000\", \n\t\"n\": 1.50}"
	first, err := d.Keep(ctx, Draft{Of: "https://data.museum.example/1", Text: text, By: "ada"}, "")
	if err != nil {
		t.Fatal(err)
	}
	second, err := d.Keep(ctx, Draft{Of: first.Of, Text: text + " ", By: "ada"}, first.handle())
	if err != nil || second.ID != first.ID || second.handle() == first.handle() {
		t.Fatalf("%+v, %v", second, err)
	}
	for _, handle := range []string{first.handle(), first.ID, first.ID + " x", first.ID + " 0"} {
		if _, err := d.Keep(ctx, Draft{}, handle); codeOf(err) != respond.Conflict.Code {
			t.Errorf("over a change, with the handle %q: %v", handle, err)
		}
		if err := d.Remove(ctx, handle); codeOf(err) != respond.Conflict.Code {
			t.Errorf("removed with the handle %q: %v", handle, err)
		}
		if err := d.publish(ctx, handle, func() error { t.Error("published " + handle); return nil }); codeOf(err) != respond.Conflict.Code {
			t.Errorf("published with the handle %q: %v", handle, err)
		}
	}
	broken := errors.New("broken")
	if err := d.publish(ctx, second.handle(), func() error { return broken }); !errors.Is(err, broken) {
		t.Error(err)
	}
	third := second
	err = d.publish(ctx, second.handle(), func() error {
		third, err = d.Keep(ctx, Draft{Of: first.Of, Text: text + "  ", By: "grace"}, second.handle())
		return err
	})
	if codeOf(err) != respond.Conflict.Code {
		t.Errorf("changed while it was published: %v", err)
	}
	if got, err := d.Get(ctx, first.ID); err != nil || got.Text != text+"  " || got.By != "grace" || got.handle() != third.handle() {
		t.Errorf("after that: %+v, %v", got, err)
	}
	if err := d.publish(ctx, third.handle(), func() error { return nil }); err != nil {
		t.Error(err)
	}
	for _, id := range []string{first.ID, "", "../x", "A", strings.Repeat("a", 65)} {
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
