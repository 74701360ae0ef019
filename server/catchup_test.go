package server

import (
	"context"
	"strings"
	"testing"

	"vitrine/rdfstore"
)

// lateStore hears of changes by others when it is asked for the end of the log.
type lateStore struct {
	*testStore
	newest uint64
}

func (s *lateStore) Newest(context.Context) (uint64, error) { return s.newest, nil }

func (s *lateStore) Latest(ctx context.Context) (uint64, error) {
	last, err := s.LastChange(ctx)
	return last.Seq, err
}

func (s *lateStore) LastChange(ctx context.Context) (rdfstore.LogEntry, error) {
	last, err := s.testStore.LastChange(ctx)
	s.newest = max(s.newest, last.Seq)
	return last, err
}

// TestStaleCaches changes a record elsewhere: who knows of the change sees it, others do
// when the store has heard of it.
func TestStaleCaches(t *testing.T) {
	late := &lateStore{}
	s, store := newTestServer(t, func(c *Config) {
		late.testStore = c.Store.(*testStore)
		c.Store = late
	})
	label := func(fields ...string) string {
		t.Helper()
		return strings.Split(body(t, do(t, s, "GET", "/person/1", fields...)), "\n")[2]
	}
	label("Cache-Control", "no-cache")
	// Another server, whose program makes other bytes and thus other tags.
	other, _ := newTestServer(t, func(c *Config) { c.Store = store })
	for _, test := range []struct {
		change string
		fields func(tag string) []string
	}{
		{"One", func(tag string) []string { return []string{"If-None-Match", `"x", ` + tag} }},
		{"Two", func(string) []string { return []string{"Cache-Control", "max-age=0"} }},
		{"Three", func(string) []string { return []string{"Cache-Control", "x, No-Cache"} }},
	} {
		before, tagBefore := label(), do(t, other, "GET", "/person/1").Header.Get("ETag")
		store.put(t, person(t, testBase+"person/1", test.change))
		for _, fields := range [][]string{nil, {"If-None-Match", tagBefore}} {
			if got := label(fields...); got != before {
				t.Errorf("%s: a client that knows nothing of the change sees %q", test.change, got)
			}
		}
		tag := do(t, other, "GET", "/person/1").Header.Get("ETag")
		if got := label(test.fields(tag)...); got != test.change {
			t.Errorf("%s: a client that knows of the change sees %q", test.change, got)
		}
	}
}
