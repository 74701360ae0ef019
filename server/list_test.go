package server

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var itemLink = regexp.MustCompile(`<li><a href="([^"]*)"`)

func hrefs(text string) []string {
	var out []string
	for _, m := range itemLink.FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	return out
}

// TestListPages walks through a list of more than one page.
func TestListPages(t *testing.T) {
	s, store := newTestServer(t, nil)
	var want []string
	for i := range 2*pageSize + 10 {
		path := fmt.Sprintf("set/%03d", i)
		store.put(t, person(t, testBase+path, "Set"))
		want = append(want, "/"+path)
	}
	store.put(t, person(t, testBase+"set0", "not in the list"))
	var got []string
	next := "/set/"
	for pages := 0; next != ""; pages++ {
		text := body(t, do(t, s, "GET", next))
		items := hrefs(text)
		if len(items) == 0 || len(items) > pageSize || pages > 3 {
			t.Fatalf("page %d has %d items", pages, len(items))
		}
		got = append(got, items...)
		_, rest, ok := strings.Cut(text, `<p><a href="`)
		next = ""
		if ok {
			next, _, _ = strings.Cut(rest, `"`)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%d items, want %d: %v", len(got), len(want), got)
	}
}

// TestEndpoints checks the front page's list of endpoints: each once, among
// entities that are in none.
func TestEndpoints(t *testing.T) {
	s, store := newTestServer(t, nil)
	for _, path := range []string{"a", "b/1", "b/2", "b/c/3", "b0", "c", "person/x/y", "zz/1", "ä/1"} {
		store.put(t, person(t, testBase+path, "x"))
	}
	got, err := s.endpoints(t.Context())
	if want := []string{"b/", "person/", "place/", "zz/", "ä/"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
	for i := range 100 {
		store.put(t, person(t, fmt.Sprintf("%sendpoint%03d/1", testBase, i), "x"))
	}
	if got, err := s.endpoints(t.Context()); err != nil || len(got) > maxEndpoints {
		t.Errorf("%d endpoints, %v", len(got), err)
	}
}
