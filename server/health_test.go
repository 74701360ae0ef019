package server

import (
	"errors"
	"strings"
	"testing"
	"time"

	"vitrine/rdfstore"
)

// ailingStore is a store that tells of its health.
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
			s, _ := newTestServer(t, func(c *Config) { c.Store = &ailingStore{newTestStore(), test.health} })
			for target, want := range map[string]string{"/-/readyz": test.ready, "/-/metrics": test.metric} {
				r := do(t, s, "GET", target)
				if text := body(t, r); r.StatusCode != 200 || !strings.Contains(text, want) || strings.Contains(text, "secret") {
					t.Errorf("%s: status %d, %s; want %q", target, r.StatusCode, text, want)
				}
			}
		})
	}
}
