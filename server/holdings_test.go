package server

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// TestHoldings counts a store with entities of several bases, one of which goes on
// before and after the base of the service, and one name being a base itself.
func TestHoldings(t *testing.T) {
	s, store := newTestServer(t, func(c *Config) { c.BaseURL = "https://m.example/art/" })
	for _, name := range []string{
		"https://m.example/art/", "https://m.example/art/1", "https://m.example/art/2", "https://m.example/a", "https://m.example/x/1",
		"https://v.example", "https://v.example/", "https://v.example/1", "https://v.example/2", "https://v.example.net/1",
		"urn:uuid:1", "urn:uuid:2", "tag:a,2024:1", "urn:isbn:1", "https://m.example/art/gone",
	} {
		store.put(t, person(t, name, "x"))
	}
	store.remove(t, "https://m.example/art/gone")
	got, err := s.Holdings(t.Context())
	want := Holdings{Base: "https://m.example/art/", Under: 3, Others: 14, Bases: []BaseCount{
		{testBase, 3}, {"https://v.example/", 3}, {"https://m.example/", 2}, {"urn:uuid:", 2},
		{"https://v.example", 1}, {"https://v.example.net/", 1}, {"tag:", 1}, {"urn:isbn:", 1},
	}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v\nwant %+v", got, err, want)
	}
	for i := range 2 * maxBases {
		store.put(t, person(t, fmt.Sprintf("https://%02d.example/1", i), "x"))
	}
	if got, err := s.Holdings(t.Context()); err != nil || got.Others != 14+2*maxBases || len(got.Bases) != maxBases {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestHomeTellsBases reads the front page of a store with another base.
func TestHomeTellsBases(t *testing.T) {
	s, store := newTestServer(t, nil)
	if page := body(t, do(t, s, "GET", "/", "Accept", "text/html")); !strings.Contains(page, "3 records of "+testBase) || strings.Contains(page, "other bases") {
		t.Errorf("the front page:\n%s", page)
	}
	store.put(t, person(t, "https://v.example/1", "x"))
	page := body(t, do(t, s, "GET", "/", "Accept", "text/html"))
	for _, want := range []string{"3 records of " + testBase, "stored under other bases: 1<", "<li>https://v.example/ (1)</li>"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not in\n%s", want, page)
		}
	}
}
