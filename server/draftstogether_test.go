package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"

	"vitrine/linkedart/admission"
	"vitrine/rdfstore"
	"vitrine/server/web/auth"
)

// unremoving is a store that cannot delete while it is told so, as after a crash.
type unremoving struct {
	rdfstore.Store
	broken *bool
}

func (s unremoving) Apply(ctx context.Context, changes ...rdfstore.Change) ([]rdfstore.Outcome, error) {
	if *s.broken && changes[0].Put == nil {
		return nil, errors.New("the power is gone")
	}
	return s.Store.Apply(ctx, changes...)
}

func lastChange(t *testing.T, e *importer) uint64 {
	last, err := e.store.LastChange(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return last.Seq
}

// TestDraftsTogether publishes drafts of records that refer to each other: all of them or none.
func TestDraftsTogether(t *testing.T) {
	broken := false
	e := newEditor(t, func(c *Config) {
		c.Checking = admission.Enforce
		use := c.Edits.Drafts
		c.Edits.Drafts = func(ctx context.Context, make bool, work func(rdfstore.Store) error) error {
			return use(ctx, make, func(s rdfstore.Store) error { return work(unremoving{s, &broken}) })
		}
	})
	const all = "a b c d"
	for i, row := range []struct {
		name string
		// drafts are what each refers to, "!" for an error in it; a is published, and with are then
		// published, too. Old drafts are corrections.
		drafts string
		old    string
		with   string
		// before is stored meanwhile, and breaks tells that the drafts cannot be removed once.
		before string
		breaks bool
		status int
		// blames is the draft that the answer names.
		blames string
	}{
		{name: "alone", drafts: "a: b:", status: 201},
		{name: "what it refers to, and these", drafts: "a:b b:c c: d:", with: "b c", status: 201},
		{name: "what refers to it, and what that needs", drafts: "a: b:ac c: d:", with: "b c", status: 201},
		{name: "not others that refer to the same", drafts: "a:c b:c c:", with: "c", status: 201},
		{name: "by relative URIs", drafts: "a:db b:dc c: d:", with: "b c d", status: 201},
		{name: "a circle", drafts: "a:b b:a", with: "b", status: 201},
		{name: "a correction with what is new", drafts: "a:b b: d:a", old: "a", with: "b", status: 200},
		{name: "no correction", drafts: "a:b b:", old: "b", status: 201},
		{name: "a conflict in another", drafts: "a:b b:c c:", before: "c", with: "b c", status: 412, blames: "c"},
		{name: "a conflict in itself", drafts: "a:b b:", before: "a", with: "b", status: 412, blames: "a"},
		{name: "an error in another", drafts: "a:b b:!", with: "b", status: 422, blames: "b"},
		{name: "two of one record", drafts: "a:b b: b:", with: "b b", status: 409, blames: "b"},
		{name: "again, after the drafts could not be removed", drafts: "a:b b:", with: "b", breaks: true, status: 201},
		{name: "again, of a correction", drafts: "a:b b:", old: "a", with: "b", breaks: true, status: 200},
	} {
		uri := func(id string) string { return fmt.Sprintf("%sperson/%d-%s", testBase, i, id) }
		at := func(id string) string { return strings.TrimPrefix(uri(id), strings.TrimSuffix(testBase, "/")) }
		record := func(id, refers, label string) string {
			var groups []string
			for n, r := range refers {
				to := uri(string(r))
				if n > 0 { // relative to the URI of the record
					to = strings.TrimPrefix(to, testBase+"person/")
				}
				groups = append(groups, fmt.Sprintf(`{"id":%q,"type":"Group","_label":"G"}`, to))
			}
			text := strings.NewReplacer("person/ada", at(id)[1:], `"_label":"Ada"`, fmt.Sprintf(`"_label":%q,"member_of":[%s]`, label, strings.Join(groups, ","))).Replace(ada("Ada"))
			return strings.ReplaceAll(text, uri("!")+`"`, `no IRI"`)
		}
		for _, id := range row.old {
			e.mustSend(t, "PUT", at(string(id)), record(string(id), "", "Old"))
		}
		first := ""
		for one := range strings.FieldsSeq(row.drafts) {
			id, refers, _ := strings.Cut(one, ":")
			r := e.send(t, "POST", "/-/drafts", record(id, refers, "New"))
			if r.StatusCode != http.StatusCreated {
				t.Fatalf("%s: %s: status %d: %s", row.name, id, r.StatusCode, body(t, r))
			}
			if id == "a" {
				first = r.Header.Get("Location")
			}
		}
		waiting := len(e.draftsOf(t, e.writer))
		for _, id := range row.before {
			e.mustSend(t, "PUT", at(string(id)), record(string(id), "", "Theirs"))
		}
		var draft struct{ With []string }
		if err := json.Unmarshal([]byte(body(t, e.send(t, "GET", first, "", "Accept", "application/json"))), &draft); err != nil || len(draft.With) != len(strings.Fields(row.with)) {
			t.Errorf("%s: published with %v, %v, want %s", row.name, draft.With, err, row.with)
		}
		if row.breaks {
			broken = true
			if r := e.send(t, "POST", first+"/publish", ""); r.StatusCode != http.StatusInternalServerError {
				t.Errorf("%s: status %d: %s", row.name, r.StatusCode, body(t, r))
			}
			broken = false
		}
		before := lastChange(t, e)
		r := e.send(t, "POST", first+"/publish", "")
		text := body(t, r)
		if r.StatusCode != row.status || row.blames != "" && !strings.Contains(text, uri(row.blames)) {
			t.Errorf("%s: status %d, want %d: %s", row.name, r.StatusCode, row.status, text)
		}
		published := append(strings.Fields(row.with), "a")
		if row.status > 299 {
			published = nil
		}
		if changes := lastChange(t, e) - before; row.breaks && changes != 0 || !row.breaks && changes != uint64(len(published)) {
			t.Errorf("%s: %d changes", row.name, changes)
		}
		for id := range strings.FieldsSeq(all) {
			text := body(t, e.send(t, "GET", at(id)+"?links=none", "", "Accept", "application/ld+json"))
			if is := strings.Contains(text, `"New"`); is != slices.Contains(published, id) {
				t.Errorf("%s: %s is %s", row.name, id, text)
			}
		}
		if left := len(e.draftsOf(t, e.writer)); left != waiting-len(published) {
			t.Errorf("%s: %d of %d drafts are left", row.name, left, waiting)
		}
		for _, d := range e.draftsOf(t, e.writer) {
			e.send(t, "DELETE", "/-/drafts/"+d.ID, "")
		}
	}
}

// TestDraftsTogetherOnPages shows what is published together, and publishes no more than was shown.
func TestDraftsTogetherOnPages(t *testing.T) {
	e := newEditor(t, nil)
	drafts := map[string]string{}
	keep := func(id, refers string) {
		text := strings.NewReplacer("person/ada", "person/"+id, `"_label":"Ada"`, `"_label":"`+id+`","member_of":[{"id":"`+testBase+"person/"+refers+`","type":"Group"}]`).Replace(ada("Ada"))
		r := e.send(t, "POST", "/-/drafts", text)
		if r.StatusCode != http.StatusCreated {
			t.Fatalf("status %d: %s", r.StatusCode, body(t, r))
		}
		drafts[id] = path.Base(r.Header.Get("Location"))
	}
	keep("one", "two")
	keep("two", "three")
	e.edits(t, e.token(t, "publisher", auth.Publish), testBase+"person/ada")
	preview := func() url.Values {
		_, page := e.get(t, "/-/edit?draft="+drafts["one"])
		form, page := e.presses(t, formOn(t, page), "preview", http.StatusOK)
		for id, draft := range drafts {
			if is := strings.Contains(page, `<li><a href="/-/edit?draft=`+draft+`">`+id+"</a></li>"); is != (id != "one") {
				t.Errorf("it is shown that %s is published, too: %v:\n%s", id, is, page)
			}
		}
		if count := fmt.Sprintf("Publish these %d together", len(drafts)); !strings.Contains(page, count) {
			t.Errorf("the page has no %q:\n%s", count, page)
		}
		return form
	}
	seen := preview()
	keep("three", "one")
	if _, page := e.presses(t, seen, "publish", http.StatusConflict); !strings.Contains(page, "What is published together has changed.") {
		t.Errorf("the page is\n%s", page)
	}
	seen = preview()
	e.mustSend(t, "PUT", "/person/three", strings.ReplaceAll(ada("Theirs"), "person/ada", "person/three"))
	if _, page := e.presses(t, seen, "publish", http.StatusPreconditionFailed); !strings.Contains(page, testBase+"person/three, which is published together with others: ") {
		t.Errorf("the page is\n%s", page)
	}
	e.mustSend(t, "DELETE", "/person/three", "")
	e.presses(t, seen, "publish", http.StatusSeeOther)
	for id := range drafts {
		if got := body(t, e.send(t, "GET", "/person/"+id, "")); !strings.Contains(got, `"_label":"`+id+`"`) {
			t.Errorf("%s is %s", id, got)
		}
	}
	if list := e.draftsOf(t, e.writer); len(list) != 0 {
		t.Errorf("the drafts are %+v", list)
	}
}
