package server

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"vitrine/rdfstore"
	"vitrine/rdfstore/private"
	"vitrine/server/data/listing"
)

// ailingStore is a store that reports its health.
type ailingStore struct {
	*testStore
	health rdfstore.Health
}

func (s *ailingStore) Health() rdfstore.Health { return s.health }

// TestStoreHealth asks a server whose store takes no writes or cannot flush: it
// still is ready, and says what is amiss but not why.
func TestStoreHealth(t *testing.T) {
	secret := errors.New("secret.db: input/output error")
	for name, test := range map[string]struct {
		health        rdfstore.Health
		ready, metric string
	}{
		"well":         {rdfstore.Health{Writable: true, Unflushed: 7}, "ready\n", "vitrine_store_unflushed_changes 7"},
		"not writable": {rdfstore.Health{NotWritable: secret, NotWritableSince: testTime}, "takes no writes since 2024-05-17T09:30:15Z", "vitrine_store_writable 0"},
		"cannot flush": {rdfstore.Health{Writable: true, Background: secret, BackgroundSince: testTime.Add(time.Hour)}, "cannot flush since 2024-05-17T10:30:15Z", "vitrine_store_background_failing 1"},
		"for reading":  {rdfstore.Health{ReadOnly: true}, "ready\n", "vitrine_store_writable 0"},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := newTestServer(t, func(c *Config) { c.Store = &ailingStore{newTestStore(t), test.health} })
			for target, want := range map[string]string{"/-/readyz": test.ready, "/-/metrics": test.metric} {
				r := do(t, s, "GET", target)
				if text := body(t, r); r.StatusCode != 200 || !strings.Contains(text, want) || strings.Contains(text, "secret") {
					t.Errorf("%s: status %d, %s; want %q", target, r.StatusCode, text, want)
				}
			}
		})
	}
}

// TestReadOnlyRole says which grant a store lacks that may not be changed.
func TestReadOnlyRole(t *testing.T) {
	answer := asHTTP(fmt.Errorf("put: %w", &rdfstore.GrantError{Grant: "GRANT INSERT ON x TO y", Err: errors.New("secret")}))
	if answer.Type.Status != 403 || !strings.HasSuffix(answer.Detail, "GRANT INSERT ON x TO y") || strings.Contains(answer.Detail, "secret") {
		t.Errorf("status %d, %q", answer.Type.Status, answer.Detail)
	}
}

// slowStore answers when it has no time left.
type slowStore struct{ *testStore }

func (s *slowStore) LastChange(ctx context.Context) (rdfstore.LogEntry, error) {
	if until, ok := ctx.Deadline(); !ok || time.Until(until) > answerTime {
		return rdfstore.LogEntry{}, nil
	}
	return rdfstore.LogEntry{}, context.DeadlineExceeded
}

// TestReadyInTime asks whether a server is ready whose store does not answer: that has a time
// of its own.
func TestReadyInTime(t *testing.T) {
	s, _ := newTestServer(t, func(c *Config) { c.Store = &slowStore{newTestStore(t)} })
	if r := do(t, s, "GET", "/-/readyz"); r.StatusCode != 503 {
		t.Errorf("status %d", r.StatusCode)
	}
}

// TestSuperseded asks a server whose store another version of the program has taken over: it
// is not ready, and says why, so that requests are sent elsewhere.
func TestSuperseded(t *testing.T) {
	for name, test := range map[string]struct {
		superseded error
		private    bool
		status     int
		text       string
	}{
		"not":                  {nil, false, 200, "ready"},
		"superseded":           {errors.New("secret.db"), false, 503, "Send requests to the servers of that version"},
		"with private records": {errors.New("secret.db"), true, 503, "Send requests to the servers of that version"},
	} {
		health := rdfstore.Health{NotWritable: errors.New("x"), NotWritableSince: testTime, Superseded: test.superseded}
		s, _ := newTestServer(t, func(c *Config) {
			if c.Store = (&ailingStore{newTestStore(t), health}); test.private {
				view, err := private.Open(t.Context(), c.Store, privateRules(t), private.Options{})
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = view.Close() })
				c.Public = &Public{Store: view}
			}
		})
		r := do(t, s, "GET", "/-/readyz")
		if text := body(t, r); r.StatusCode != test.status || !strings.Contains(text, test.text) || strings.Contains(text, "secret") {
			t.Errorf("%s: status %d, %s", name, r.StatusCode, text)
		}
	}
}

// laggard is a search index that is behind.
type laggard struct {
	listing.Search
	covered, staleNames uint64
}

func (l *laggard) Covered() uint64    { return l.covered }
func (l *laggard) StaleNames() uint64 { return l.staleNames }
func (l *laggard) Full() bool         { return false }

// TestSearchBehind asks a server whose search index is behind the store.
func TestSearchBehind(t *testing.T) {
	for name, test := range map[string]struct {
		// behind is how many changes are not covered.
		behind, staleNames uint64
		ready, lines       []string
	}{
		"in step": {0, 0, []string{"ready\n"}, []string{"vitrine_search_uncovered_changes 0\n", "vitrine_search_stale_name_changes 0\n"}},
		"behind": {2, 7, []string{"ready\n", "does not cover the last 2 changes", "names in the last 7 changes"},
			[]string{"vitrine_search_uncovered_changes 2\n", "vitrine_search_stale_name_changes 7\n"}},
	} {
		t.Run(name, func(t *testing.T) {
			index := &laggard{staleNames: test.staleNames}
			s, store := newTestServer(t, func(c *Config) { c.Search = index })
			for i := range 3 {
				store.put(t, person(t, fmt.Sprint(testBase, "person/", i), "Somebody"))
			}
			last, err := store.LastChange(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			index.covered = last.Seq - test.behind
			for target, lines := range map[string][]string{"/-/readyz": test.ready, "/-/metrics": test.lines} {
				text := body(t, do(t, s, "GET", target))
				for _, want := range lines {
					if !strings.Contains(text, want) {
						t.Errorf("%s: %s; want %q", target, text, want)
					}
				}
				if name == "in step" && target == "/-/readyz" && text != "ready\n" {
					t.Errorf("%s: %q", target, text)
				}
			}
		})
	}
}
