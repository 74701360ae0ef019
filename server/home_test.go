package server

import (
	"strings"
	"testing"
)

// TestHomeTellsBases reads the front page of a store with another base.
func TestHomeTellsBases(t *testing.T) {
	s, store := newTestServer(t, nil)
	if page := body(t, do(t, s, "GET", "/", "Accept", "text/html")); !strings.Contains(page, "3 records<") || !strings.Contains(page, "The URIs of the records begin with "+testBase) || strings.Contains(page, "other bases") {
		t.Errorf("the front page:\n%s", page)
	}
	store.put(t, person(t, "https://v.example/1", "x"))
	page := body(t, do(t, s, "GET", "/", "Accept", "text/html"))
	for _, want := range []string{"4 records<", "stored under other bases: 1<", "<li>https://v.example/ (1)</li>"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not in\n%s", want, page)
		}
	}
}
