package schedule

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	ldcontext "vitrine/context"
	"vitrine/harvest"
	"vitrine/harvest/client"
	"vitrine/load"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/memstore"
	"vitrine/serialize/formats"
	"vitrine/serialize/jsonld"
)

// feed is a publisher of people, whose numbers it has.
type feed struct {
	mu     sync.Mutex
	people []int
	// fail answers every request with 500.
	fail bool
	url  string
}

func newFeed(t *testing.T, people ...int) *feed {
	f := &feed{people: people}
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	f.url = server.URL
	return f
}

func (f *feed) change(fail bool, people ...int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.people, f.fail = people, fail
}

func (f *feed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	w.Header().Set("Content-Type", "application/ld+json")
	switch {
	case f.fail:
		w.WriteHeader(http.StatusInternalServerError)
	case r.URL.Path == "/feed":
		fmt.Fprintf(w, `{"id":%q,"type":"OrderedCollection","totalItems":%d,"last":{"id":%q,"type":"OrderedCollectionPage"}}`, f.url+"/feed", len(f.people), f.url+"/page")
	case r.URL.Path == "/page":
		var items []string
		for i, n := range f.people {
			items = append(items, fmt.Sprintf(`{"type":"Update","object":{"id":"%s/person/%d","type":"Person"},"endTime":"2026-01-02T03:04:%02dZ"}`, f.url, n, i))
		}
		fmt.Fprintf(w, `{"id":%q,"type":"OrderedCollectionPage","orderedItems":[%s]}`, f.url+"/page", strings.Join(items, ","))
	default:
		fmt.Fprintf(w, `{"@context":"https://linked.art/ns/v1/linked-art.json","id":%q,"type":"Person","_label":"Somebody"}`, f.url+r.URL.Path)
	}
}

// publisher returns the publisher of a feed, whose state is in the folder.
func (f *feed) publisher(t *testing.T, store harvest.Store, dir string) Publisher {
	t.Helper()
	c, err := client.New(client.Options{UserAgent: "test", Hosts: []string{strings.TrimPrefix(f.url, "http://")}, Tries: 1, Timeout: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return Publisher{Every: time.Hour, Options: harvest.Options{
		Feed: f.url + "/feed", Client: c, Store: store, StateFile: filepath.Join(dir, "state.json"),
		Formats: formats.All(jsonld.New(ldcontext.New(nil))),
	}}
}

// clock lets the pauses of a schedule end when a test says so.
type clock struct {
	asked chan time.Duration
	over  chan time.Time
}

// controlled returns the clock of a schedule, and runs it until the test ends.
func controlled(t *testing.T, s *Schedule) *clock {
	c := &clock{asked: make(chan time.Duration), over: make(chan time.Time)}
	ctx, cancel := context.WithCancel(t.Context())
	s.after = func(d time.Duration) <-chan time.Time {
		select {
		case c.asked <- d:
		case <-ctx.Done():
		}
		return c.over
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.Run(ctx)
	}()
	t.Cleanup(func() { cancel(); <-ended })
	return c
}

func TestPublishersSideBySide(t *testing.T) {
	store, dir := memstore.New(), t.TempDir()
	good, bad := newFeed(t, 1, 2), newFeed(t, 1)
	bad.change(true)
	s := New([]Publisher{good.publisher(t, store, dir), bad.publisher(t, store, dir)}, slog.New(slog.DiscardHandler))
	c := controlled(t, s)
	pauses := []time.Duration{<-c.asked, <-c.asked}
	if short, long := min(pauses[0], pauses[1]), max(pauses[0], pauses[1]); short != firstPause || long > time.Hour || long < 54*time.Minute {
		t.Errorf("the pauses are %v, want a minute and nearly an hour", pauses)
	}
	got := s.Statuses()
	if a := got[0]; a.Running || a.Runs != 1 || a.Failures != 0 || a.Created != 2 || a.Err != nil || a.Succeeded.IsZero() || !a.Next.After(a.Ended) {
		t.Errorf("the good publisher: %+v", a)
	}
	if b := got[1]; b.Runs != 1 || b.Failures != 1 || b.Err == nil || !b.Succeeded.IsZero() {
		t.Errorf("the bad publisher: %+v", b)
	}

	// The good one goes on from where it was, and the bad one when it answers again.
	good.change(false, 1, 2, 3)
	bad.change(false, 1)
	c.over <- time.Now()
	c.over <- time.Now()
	<-c.asked
	<-c.asked
	got = s.Statuses()
	if a, b := got[0], got[1]; a.Created != 3 || a.Runs != 2 || b.Created != 1 || b.Err != nil || b.Runs != 2 || b.Failures != 1 {
		t.Errorf("the second runs: %+v and %+v", a, b)
	}
}

func TestPausesAfterFailures(t *testing.T) {
	f := newFeed(t)
	f.change(true)
	s := New([]Publisher{f.publisher(t, memstore.New(), t.TempDir())}, slog.New(slog.DiscardHandler))
	c := controlled(t, s)
	for _, want := range []time.Duration{time.Minute, 2 * time.Minute, 4 * time.Minute, 8 * time.Minute, 16 * time.Minute, 32 * time.Minute, time.Hour, time.Hour} {
		if got := <-c.asked; got != want {
			t.Errorf("the pause is %v, want %v", got, want)
		}
		c.over <- time.Now()
	}
	<-c.asked
}

// A fault of the program that a record brings out refuses that record.
func TestAPanicRefusesTheRecord(t *testing.T) {
	f := newFeed(t, 1, 2)
	store := memstore.New()
	p := f.publisher(t, store, t.TempDir())
	p.Options.Check = func(g *graph.Graph) load.Verdict {
		if strings.HasSuffix(g.Name.String(), "/1") {
			panic("a fault")
		}
		return load.Verdict{}
	}
	s := New([]Publisher{p}, slog.New(slog.DiscardHandler))
	c := controlled(t, s)
	<-c.asked
	got := s.Statuses()[0]
	if got.Err != nil || got.Created != 1 || got.Out != 1 || len(got.Refused) != 1 || !strings.Contains(got.Refused[0].Reason, "a fault") {
		t.Errorf("the run came to %+v", got)
	}
}

// panicking is a store that fails in a way that nobody foresaw.
type panicking struct{ harvest.Store }

func (panicking) Apply(context.Context, ...rdfstore.Change) ([]rdfstore.Outcome, error) {
	panic("a fault")
}

func TestAPanicEndsTheRunAlone(t *testing.T) {
	f := newFeed(t, 1)
	s := New([]Publisher{f.publisher(t, panicking{memstore.New()}, t.TempDir())}, slog.New(slog.DiscardHandler))
	c := controlled(t, s)
	<-c.asked
	if got := s.Statuses()[0]; got.Err == nil || got.Failures != 1 {
		t.Errorf("the run came to %+v", got)
	}
}

// What was fetched before the end of the program is kept.
func TestStop(t *testing.T) {
	f := newFeed(t, 1, 2, 3)
	store := memstore.New()
	p := f.publisher(t, store, t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	p.Options.Concurrency = 1
	p.Options.Check = func(g *graph.Graph) load.Verdict {
		if strings.HasSuffix(g.Name.String(), "/2") {
			cancel()
		}
		return load.Verdict{}
	}
	s := New([]Publisher{p}, slog.New(slog.DiscardHandler))
	s.Run(ctx)
	name, err := graph.IRI(f.url + "/person/1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Get(t.Context(), name); err != nil {
		t.Errorf("the first record: %v", err)
	}
	if got := s.Statuses()[0]; got.Running || got.Err != nil {
		t.Errorf("the status is %+v", got)
	}
}
