package storeopen

import (
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vitrine/checks/memstore"
	"vitrine/checks/pgstoretest"
	"vitrine/server/people/edit"
	"vitrine/server/web/respond"
)

// draftsAt are the drafts of a store, as a server has them.
func draftsAt(db string) *edit.Drafts {
	o := &Drafts{DB: db, Base: memstore.Base, Logger: slog.New(slog.DiscardHandler)}
	return &edit.Drafts{Base: memstore.Base + "-/drafts/", Use: o.Use}
}

// keeper keeps a draft, which has to succeed.
type keeper func(d edit.Draft, handle string) *edit.Draft

// draftScenarios are what drafts promise in a store of any kind. Each begins without drafts; other
// are the same drafts, as another server or the next start has them.
var draftScenarios = []struct {
	name string
	run  func(t *testing.T, db string, d, other *edit.Drafts, keep keeper)
}{
	{"none", func(t *testing.T, db string, d, _ *edit.Drafts, _ keeper) {
		if all, err := d.All(t.Context()); err != nil || len(all) != 0 {
			t.Errorf("%v, %v", all, err)
		}
		_, err := d.Get(t.Context(), "a")
		is(t, err, respond.NotFound)
		if made, err := HasDrafts(t.Context(), db); made || err != nil {
			t.Errorf("a look has made a store: %v, %v", made, err)
		}
	}},
	{"every byte", func(t *testing.T, _ string, _, other *edit.Drafts, keep keeper) {
		kept := keep(edit.Draft{Of: "https://x.example/1", Text: "{\"id\": \"é\\u0000\x00\", \n\t\"n\": 1.50}", Base: "{}", Version: `"1"`, Label: "é", Message: "why", By: "ada"}, "")
		got, err := other.Get(t.Context(), kept.ID)
		if err != nil || *got != *kept {
			t.Errorf("%+v, %v, want %+v", got, err, kept)
		}
		all, err := other.All(t.Context())
		if err != nil || len(all) != 1 || all[0].ID != kept.ID || all[0].Text+all[0].Base != "" || all[0].Label != "é" {
			t.Errorf("%+v, %v", all, err)
		}
	}},
	{"changed by another", func(t *testing.T, _ string, d, other *edit.Drafts, keep keeper) {
		first := keep(edit.Draft{Text: "1"}, "")
		second := keep(edit.Draft{Text: "2"}, first.Handle())
		if second.ID != first.ID || second.Handle() == first.Handle() {
			t.Fatalf("%+v after %+v", second, first)
		}
		for _, handle := range []string{first.Handle(), first.ID, first.ID + " x", first.ID + " 0"} {
			_, err := other.Keep(t.Context(), edit.Draft{}, handle)
			is(t, err, respond.Conflict)
			is(t, other.Remove(t.Context(), handle), respond.Conflict)
			is(t, other.Publish(t.Context(), []string{handle}, func() error { t.Error("published " + handle); return nil }), respond.Conflict)
		}
		if got, err := d.Get(t.Context(), first.ID); err != nil || got.Text != "2" {
			t.Errorf("%+v, %v", got, err)
		}
	}},
	{"published", func(t *testing.T, _ string, d, other *edit.Drafts, keep keeper) {
		a, b, c := keep(edit.Draft{Text: "a"}, ""), keep(edit.Draft{Text: "b"}, ""), keep(edit.Draft{Text: "c"}, "")
		broken := errors.New("broken")
		if err := d.Publish(t.Context(), []string{a.Handle(), b.Handle()}, func() error { return broken }); !errors.Is(err, broken) {
			t.Error(err)
		}
		left(t, other, "abc")
		is(t, d.Publish(t.Context(), []string{a.Handle(), b.Handle()}, func() error {
			keep(edit.Draft{Text: "B"}, b.Handle())
			return nil
		}), respond.Conflict)
		left(t, other, "Bac")
		if err := d.Publish(t.Context(), []string{a.Handle(), c.Handle()}, func() error { return nil }); err != nil {
			t.Error(err)
		}
		left(t, other, "B")
		is(t, other.Remove(t.Context(), a.Handle()), respond.Conflict)
	}},
	{"of records that refer to each other", func(t *testing.T, _ string, _, other *edit.Drafts, keep keeper) {
		one := keep(edit.Draft{Of: "https://x.example/1", Text: `{"id":"https://x.example/1","_label":"https://x.example/3","a":[{"id":"https://x.example/2"}]}`}, "")
		keep(edit.Draft{Of: "https://x.example/2", Text: `{"@id":"https://x.example/2"}`, By: "ada"}, "")
		keep(edit.Draft{Of: "https://x.example/3", Text: `{`}, "")
		for by, want := range map[string]int{"ada": 1, "grace": 0} {
			with, err := other.Together(t.Context(), one, func(d *edit.Draft) bool { return d.By == by })
			if err != nil || len(with) != want {
				t.Errorf("those of %s: %+v, %v", by, with, err)
			}
		}
	}},
}

// TestDrafts keeps and publishes drafts beside a file and in a database.
func TestDrafts(t *testing.T) {
	for kind, address := range map[string]func(*testing.T) string{
		"file":     func(t *testing.T) string { return filepath.Join(t.TempDir(), "museum.db") },
		"database": func(t *testing.T) string { return pgstoretest.Address(t) },
	} {
		t.Run(kind, func(t *testing.T) {
			for _, scenario := range draftScenarios {
				t.Run(scenario.name, func(t *testing.T) {
					db := address(t)
					d := draftsAt(db)
					scenario.run(t, db, d, draftsAt(db), func(draft edit.Draft, handle string) *edit.Draft {
						t.Helper()
						kept, err := d.Keep(t.Context(), draft, handle)
						if err != nil {
							t.Fatal(err)
						}
						return kept
					})
				})
			}
		})
	}
}

// is checks that an error is an answer.
func is(t *testing.T, err error, want *respond.ErrorType) {
	t.Helper()
	var answer *respond.Error
	if !errors.As(err, &answer) || answer.Type != want {
		t.Errorf("the error is %v, want %s", err, want.Code)
	}
}

// left checks which drafts there are, by their texts in order.
func left(t *testing.T, d *edit.Drafts, want string) {
	t.Helper()
	all, err := d.All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, one := range all {
		whole, err := d.Get(t.Context(), one.ID)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, whole.Text)
	}
	slices.Sort(got)
	if strings.Join(got, "") != want {
		t.Errorf("the drafts are %q, want %q", got, want)
	}
}
