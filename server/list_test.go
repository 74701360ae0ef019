package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	ldcontext "vitrine/context"
	"vitrine/server/data/collection"
	"vitrine/server/data/listing"
)

var itemLink = regexp.MustCompile(`<p class="card-name"><a href="([^"]*)"`)

func hrefs(text string) []string {
	var out []string
	for _, m := range itemLink.FindAllStringSubmatch(text, -1) {
		if !strings.Contains(m[1], "lang=") { // which leads to the same list in another language
			out = append(out, m[1])
		}
	}
	return out
}

// collectionJSON and pageJSON are what the tests read of a list.
type collectionJSON struct {
	Context     string `json:"@context"`
	ID, Type    string
	Label       map[string][]string
	First, Last collection.Reference
	TotalItems  uint64
}

type pageJSON struct {
	Context      string `json:"@context"`
	ID, Type     string
	PartOf       collectionJSON
	Next, Prev   *collection.Reference
	StartIndex   uint64
	OrderedItems []struct{ ID, Type string }
}

const searchType = `application/ld+json;profile="https://linked.art/ns/v1/search.json"`

// getJSON gets a document of a list as JSON.
func getJSON[T any](t testing.TB, s http.Handler, target string) T {
	t.Helper()
	r := do(t, s, "GET", strings.TrimPrefix(target, strings.TrimSuffix(testBase, "/")))
	text := body(t, r)
	var value T
	if err := json.Unmarshal([]byte(text), &value); err != nil || r.StatusCode != 200 {
		t.Fatalf("%s: status %d, %v: %s", target, r.StatusCode, err, text)
	}
	if got := r.Header.Get("Content-Type"); got != searchType {
		t.Errorf("%s: Content-Type %s", target, got)
	}
	return value
}

// walkList follows next from the first page of a collection, and returns the
// ids of the items.
func walkList(t testing.TB, s http.Handler, target string) []string {
	t.Helper()
	c := getJSON[collectionJSON](t, s, target)
	var ids []string
	for at := &c.First; at != nil; {
		p := getJSON[pageJSON](t, s, at.ID)
		if p.StartIndex != uint64(len(ids)) || p.ID != at.ID || p.PartOf.ID != c.ID || p.PartOf.TotalItems != c.TotalItems || p.PartOf.Context != "" {
			t.Fatalf("after %d items: %+v", len(ids), p)
		}
		for _, item := range p.OrderedItems {
			ids = append(ids, item.ID)
		}
		if p.Next == nil && p.ID != c.Last.ID {
			t.Errorf("the last page is %s, not %s", p.ID, c.Last.ID)
		}
		at = p.Next
	}
	if uint64(len(ids)) != c.TotalItems {
		t.Errorf("%d items, want %d", len(ids), c.TotalItems)
	}
	return ids
}

// TestListPages walks through a list of more than one page, as data and as
// pages to read.
func TestListPages(t *testing.T) {
	s, store := newTestServer(t, nil)
	var want, paths []string
	for i := range 2*listing.PageSize + 10 {
		path := fmt.Sprintf("set/%03d", i)
		store.put(t, person(t, testBase+path, "Set"))
		want = append(want, testBase+path)
		paths = append(paths, "/"+path)
	}
	store.put(t, person(t, testBase+"set0", "not in the list"))
	if got := walkList(t, s, "/set/"); !slices.Equal(got, want) {
		t.Errorf("%d items, want %d: %v", len(got), len(want), got)
	}
	if p := getJSON[pageJSON](t, s, "/set/?page=2"); p.OrderedItems[0].Type != "Person" || p.Context != ldcontext.Search {
		t.Errorf("%+v", p)
	}
	var got []string
	target := "/set/"
	for range 3 {
		text := body(t, do(t, s, "GET", target, "Accept", "text/html"))
		got = append(got, hrefs(text)...)
		target = ""
		if before, _, ok := strings.Cut(text, `" rel="next"`); ok {
			target = before[strings.LastIndexByte(before, '"')+1:]
		}
	}
	if !slices.Equal(got, paths) || target != "" {
		t.Errorf("%d links on the pages, want %d; then %q", len(got), len(paths), target)
	}
}

// TestListAnswers checks the status and the header of lists and pages.
func TestListAnswers(t *testing.T) {
	s, store := newTestServer(t, nil)
	for i := range listing.PageSize {
		store.put(t, person(t, fmt.Sprintf("%sset/%03d", testBase, i), "Set"))
	}
	first, last := `</set/?page=1>; rel="first"`, `</set/?page=2>; rel="last"`
	store.put(t, person(t, testBase+"set/zürich", "Zürich"))
	tests := []struct {
		target, accept string
		status         int
		contentType    string
		link           string
	}{
		{"/set/", "", 200, searchType, first + ", " + last},
		{"/set/", "application/json", 200, searchType, ""},
		{"/set/", `application/ld+json;profile="https://linked.art/ns/v1/search.json"`, 200, searchType, ""},
		{"/set/", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", 200, "text/html; charset=utf-8", ""},
		{"/set/", "text/turtle", 406, "application/problem+json", ""},
		{"/set/?page=1", "", 200, searchType, first + ", " + last + `, </set/>; rel="collection", </set/?page=2>; rel="next"`},
		{"/set/?page=2", "", 200, searchType, first + ", " + last + `, </set/>; rel="collection", </set/?page=1>; rel="prev"`},
		{"/set/?page=2", "text/html", 200, "text/html; charset=utf-8", ""},
		{"/set/?page=3", "", 404, "application/problem+json", ""},
		{"/set/?page=0", "", 404, "application/problem+json", ""},
		{"/set/?page=01", "", 404, "application/problem+json", ""},
		{"/set/?page=", "", 404, "application/problem+json", ""},
		{"/set/?page=x", "text/html", 404, "text/html; charset=utf-8", ""},
		{"/set?page=2", "", 308, "", ""},
		{"/nothing/", "", 404, "application/problem+json", ""},
		{"/set/000/", "", 308, "", ""},
	}
	for _, test := range tests {
		r := do(t, s, "GET", test.target, "Accept", test.accept)
		if r.StatusCode != test.status || r.Header.Get("Content-Type") != test.contentType {
			t.Errorf("%s %s: status %d, %s", test.target, test.accept, r.StatusCode, r.Header.Get("Content-Type"))
		}
		if test.link != "" && r.Header.Get("Link") != test.link {
			t.Errorf("%s: Link %s", test.target, r.Header.Get("Link"))
		}
		if test.status != 200 {
			continue
		}
		if r.Header.Get("Vary") != varyOf(r) || r.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s: header %v", test.target, r.Header)
		}
		if again := do(t, s, "GET", test.target, "Accept", test.accept, "If-None-Match", r.Header.Get("ETag")); again.StatusCode != 304 {
			t.Errorf("%s: status %d for its own entity tag", test.target, again.StatusCode)
		}
	}
	if p := getJSON[pageJSON](t, s, "/set/?page=2"); len(p.OrderedItems) != 1 || p.OrderedItems[0].ID != testBase+"set/zürich" {
		t.Errorf("%+v", p)
	}
}
