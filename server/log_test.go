package server

import (
	"context"
	"iter"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"vitrine/rdfstore"
)

// logStore counts how often the log of a store is read.
type logStore struct {
	rdfstore.Store
	ends, walks atomic.Int64
}

func (s *logStore) LastChange(ctx context.Context) (rdfstore.LogEntry, error) {
	s.ends.Add(1)
	return s.Store.LastChange(ctx)
}

func (s *logStore) Changes(ctx context.Context, after uint64) iter.Seq2[rdfstore.LogEntry, error] {
	s.walks.Add(1)
	return s.Store.Changes(ctx, after)
}

// TestLogIsReadOnce makes requests for entities and lists, cold and warm: each reads
// the end of the log once, and what is in it only where it has grown.
func TestLogIsReadOnce(t *testing.T) {
	m := taggedMuseum(t)
	m.mustSend(t, "PUT", "/person/1", bornIn(testBase+"person/1", "One", testBase+"place/delft"))
	log := &logStore{}
	m.Server = m.restarted(t, func(c *Config) { log.Store, c.Store = c.Store, log })
	for _, target := range []string{
		"/place/delft", "/place/delft.html", "/place/delft.nt", "/place/delft?format=turtle", "/place/delft?links=none", "/place/delft?x=y", "/place/delft/", "/place/nowhere",
		"/entity?id=" + url.QueryEscape(testBase+"place/ghent"), "/-/linkset?of=" + url.QueryEscape(testBase+"person/1"), "/place/", "/place/?page=1", "/person/?page=1",
		"/-/links/personBornAtPlace?page=1&of=" + url.QueryEscape(testBase+"place/delft"),
	} {
		etag := ""
		for _, state := range []string{"cold", "warm", "not modified"} {
			log.ends.Store(0)
			log.walks.Store(0)
			r := do(t, m, "GET", target, "If-None-Match", etag)
			if r.StatusCode != 200 && r.StatusCode != 304 && r.StatusCode != 308 && r.StatusCode != 404 {
				t.Fatalf("%s: status %d", target, r.StatusCode)
			}
			if etag = r.Header.Get("ETag"); state == "cold" {
				etag = ""
			}
			if ends, walks := log.ends.Load(), log.walks.Load(); ends > 1 || walks > ends || state != "cold" && walks > 0 {
				t.Errorf("%s, %s: the end of the log is read %d times, the log %d times", target, state, ends, walks)
			}
		}
	}
}

// TestLogIsReadOnceForAWrite puts records that are there and that are not, at
// addresses with several readings: the target is found with the log read once.
func TestLogIsReadOnceForAWrite(t *testing.T) {
	m := taggedMuseum(t)
	log := &logStore{}
	m.Server = m.restarted(t, func(c *Config) { log.Store, c.Store = c.Store, log })
	for _, target := range []string{"/place/ghent", "/place/new", "/place/another.nt", "/place/a%20new%20one", "/entity?id=" + url.QueryEscape(testBase+"place/newest")} {
		id := strings.TrimSuffix(testBase, "/") + target
		if _, named, ok := strings.Cut(target, "?id="); ok {
			id, _ = url.QueryUnescape(named)
		}
		log.ends.Store(0)
		m.mustSend(t, "PUT", target, placeRecord(id, "New"), "Prefer", "return=minimal")
		if ends := log.ends.Load(); ends != 1 {
			t.Errorf("%s: the end of the log is read %d times", target, ends)
		}
	}
}
