package server

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/dataset"
)

const (
	feedURI     = testBase + "-/activity"
	discovery   = "http://iiif.io/api/discovery/1/context.json"
	recordTypes = "https://linked.art/ns/v1/record-types.json"
)

// fetchJSON reads a document of the feed, whose URI may be given in full.
func fetchJSON[T any](t testing.TB, s http.Handler, target string) (document T) {
	t.Helper()
	target = strings.TrimPrefix(target, strings.TrimSuffix(testBase, "/"))
	r := do(t, s, "GET", target, "Accept", "*/*")
	text := body(t, r)
	if err := json.Unmarshal([]byte(text), &document); err != nil || r.StatusCode != 200 {
		t.Fatalf("%s: status %d, %v: %.200s", target, r.StatusCode, err, text)
	}
	return document
}

// harvest walks the feed from its last page back to the first and returns the
// pages, the oldest first.
func harvest(t testing.TB, s http.Handler) []dataset.ActivityPage {
	t.Helper()
	var pages []dataset.ActivityPage
	for at := fetchJSON[dataset.ActivityCollection](t, s, feedURI).Last; at != nil; at = pages[0].Prev {
		pages = append([]dataset.ActivityPage{fetchJSON[dataset.ActivityPage](t, s, at.ID)}, pages...)
	}
	return pages
}

// scribble makes random changes of few entities, and returns what each that
// changed something came to.
func scribble(t testing.TB, store rdfstore.Store, r *rand.Rand, changes int) []string {
	t.Helper()
	var want []string
	for range changes {
		iri := fmt.Sprintf("%sthing/%d", testBase, r.IntN(20))
		if r.IntN(10) == 0 {
			iri = "https://elsewhere.example/" + iri[len(testBase):]
		}
		change := rdfstore.Change{Put: ofClass(t, iri, fmt.Sprint(r.IntN(3)), r.IntN(3))}
		if r.IntN(4) == 0 {
			change = rdfstore.Change{Delete: mustIRI(t, iri)}
		}
		outcomes, err := store.Apply(t.Context(), change)
		if err == nil && outcomes[0].Kind != rdfstore.Unchanged {
			want = append(want, fmt.Sprintf("%s %s", outcomes[0].Kind, iri))
		}
	}
	return want
}

// ofClass returns a graph of one of three kinds: an object, something of a
// class that Linked Art does not have, and something of no class.
func ofClass(t testing.TB, iri, label string, kind int) *graph.Graph {
	t.Helper()
	g := person(t, iri, label)
	switch kind {
	case 0:
		g.Triples[0].Obj = mustIRI(t, "http://www.cidoc-crm.org/cidoc-crm/E22_Human-Made_Object")
	case 1:
		g.Triples[0].Obj = mustIRI(t, "https://museum.example/terms/Crate")
	default:
		g.Triples = g.Triples[1:]
	}
	return g
}

// TestFeedIsTheLog compares the feed with what the changes came to. A put of
// what is stored makes no entry, and a deletion keeps the class.
func TestFeedIsTheLog(t *testing.T) {
	s, store := newTestServer(t, nil)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	var want []string
	for _, path := range []string{"person/1", "person/2", "place/1"} {
		want = append(want, "created "+testBase+path)
	}
	want = append(want, scribble(t, store, rand.New(rand.NewPCG(seed, 0)), 250)...)
	var got []string
	words := map[string]string{"Create": "created", "Update": "updated", "Delete": "deleted"}
	class := map[string]string{}
	for _, p := range harvest(t, s) {
		for _, a := range p.OrderedItems {
			name := a.Object.ID
			if a.Object.Canonical != "" {
				name = a.Object.Canonical
			}
			got = append(got, words[a.Type]+" "+name)
			if a.Type == "Delete" && a.Object.Type != class[name] {
				t.Errorf("%s was a %s and is deleted as %s", name, class[name], a.Object.Type)
			}
			class[name] = a.Object.Type
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %d activities, want %d:\n%v\n%v", len(got), len(want), got, want)
	}
	classes := map[string]bool{}
	for _, c := range class {
		classes[c] = true
	}
	for _, c := range []string{"Person", "HumanMadeObject", "https://museum.example/terms/Crate", "Object"} {
		if !classes[c] {
			t.Errorf("no entity is a %s: %v", c, classes)
		}
	}
}

// TestEmptyFeed says what a store without changes has: a collection, and no
// page, because a page has an activity.
func TestEmptyFeed(t *testing.T) {
	s, err := New(Config{Store: newTestStore(t), Formats: testFormats(), BaseURL: testBase, Maps: testMaps(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	got := fetchJSON[map[string]any](t, s, feedURI)
	if got["totalItems"] != 0.0 || got["first"] != nil || got["last"] != nil {
		t.Errorf("got %v", got)
	}
	if r := do(t, s, "GET", "/-/activity/page/0"); r.StatusCode != 404 {
		t.Errorf("page 0: status %d", r.StatusCode)
	}
	if text := body(t, do(t, s, "GET", "/-/activity", "Accept", "text/html")); !strings.Contains(text, "0 changes") {
		t.Errorf("the page says %s", text)
	}
}

func TestFeedNegotiation(t *testing.T) {
	s, _ := newTestServer(t, nil)
	named := `application/ld+json;profile="` + discovery + `"`
	const plain, html = "application/json", "text/html; charset=utf-8"
	tests := []struct {
		accept string
		status int
		want   string
	}{
		{"", 200, named},
		{"*/*", 200, named},
		{"application/*", 200, named},
		{"application/ld+json", 200, named},
		{`application/ld+json;profile="` + discovery + `"`, 200, named},
		{"application/ld+json;profile=" + discovery, 200, named},
		{askedLinkedArt, 200, named},
		{askedLinkedArt + ", application/json;q=0.5", 200, named},
		{"application/json", 200, plain},
		{"application/json, */*;q=0.1", 200, plain},
		{"application/json, application/ld+json;q=0.9", 200, plain},
		{"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", 200, html},
		{"text/html", 200, html},
		{"text/turtle", 406, ""},
		{"image/png", 406, ""},
	}
	for _, target := range []string{"/-/activity", "/-/activity/page/0"} {
		for _, test := range tests {
			for _, method := range []string{"GET", "HEAD"} {
				r := do(t, s, method, target, "Accept", test.accept)
				if r.StatusCode != test.status || test.want != "" && r.Header.Get("Content-Type") != test.want {
					t.Errorf("%s %s as %q: status %d, %s", method, target, test.accept, r.StatusCode, r.Header.Get("Content-Type"))
				}
			}
		}
	}
}

func TestFeedPages(t *testing.T) {
	s, store := newTestServer(t, nil)
	for i := range 2*dataset.ActivityPageSize - 3 {
		store.put(t, person(t, fmt.Sprintf("%sperson/%d", testBase, 100+i), "Ada"))
	}
	const kept, asked = "public, max-age=31536000, immutable", "no-cache"
	tests := []struct {
		target, accept string
		status         int
		cacheControl   string
	}{
		{"", "*/*", 200, asked},
		{"/page/0", "*/*", 200, kept},
		{"/page/0", "application/json", 200, kept},
		{"/page/0", "text/html", 200, asked},
		// This one is full, but what is to follow it is not there yet.
		{"/page/1", "*/*", 200, asked},
		{"/page/2", "*/*", 404, "no-store"},
		{"/page/00", "*/*", 404, "no-store"},
		{"/page/-1", "*/*", 404, "no-store"},
		{"/page/x", "*/*", 404, "no-store"},
		{"/page/18446744073709551615", "*/*", 404, "no-store"},
		{"/page/", "*/*", 404, "no-store"},
		{"/page", "*/*", 404, "no-store"},
		{"/", "*/*", 404, "no-store"},
	}
	for _, test := range tests {
		target := "/-/activity" + test.target
		r := do(t, s, "GET", target, "Accept", test.accept)
		if r.StatusCode != test.status || r.Header.Get("Cache-Control") != test.cacheControl {
			t.Errorf("%s as %s: status %d, Cache-Control %s", target, test.accept, r.StatusCode, r.Header.Get("Cache-Control"))
		}
		if r.StatusCode != 200 {
			continue
		}
		again := do(t, s, "GET", target, "Accept", test.accept, "If-None-Match", r.Header.Get("ETag"))
		if again.StatusCode != 304 || again.Header.Get("Cache-Control") != test.cacheControl {
			t.Errorf("%s as %s, asked again: status %d", target, test.accept, again.StatusCode)
		}
	}
	before := body(t, do(t, s, "GET", "/-/activity/page/1"))
	store.put(t, person(t, testBase+"person/1", "Bea"))
	r := do(t, s, "GET", "/-/activity/page/1")
	if got := r.Header.Get("Cache-Control"); got != kept {
		t.Errorf("page 1 has a next page: Cache-Control %s", got)
	}
	if after := body(t, r); after == before || strings.Replace(after, `"next": {
    "id": "`+feedURI+`/page/2",
    "type": "OrderedCollectionPage"
  },
  `, "", 1) != before {
		t.Errorf("more than next is new on page 1:\n%s", after)
	}
}

func TestFeedLinks(t *testing.T) {
	s, store := newTestServer(t, nil)
	for i := range 2 * dataset.ActivityPageSize {
		store.put(t, person(t, fmt.Sprintf("%sperson/%d", testBase, 100+i), "Ada"))
	}
	tests := map[string][]string{
		"/-/activity":        {"describedby  /-/dataset", "first  /-/activity/page/0", "last  /-/activity/page/2"},
		"/-/activity/page/0": {"collection  /-/activity", "first  /-/activity/page/0", "next  /-/activity/page/1"},
		"/-/activity/page/1": {"collection  /-/activity", "first  /-/activity/page/0", "next  /-/activity/page/2", "prev  /-/activity/page/0"},
	}
	for target, want := range tests {
		r := do(t, s, "GET", target)
		if got := linksOf(r.Header); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q, want %q", target, got, want)
		}
		text := body(t, do(t, s, "GET", target, "Accept", "text/html"))
		for _, line := range want {
			rel, href, _ := strings.Cut(line, "  ")
			if rel != "collection" && rel != "describedby" && !strings.Contains(text, `<a href="`+href+`" rel="`+rel+`">`) {
				t.Errorf("%s: the page lacks %s to %s:\n%s", target, rel, href, text)
			}
		}
	}
}
