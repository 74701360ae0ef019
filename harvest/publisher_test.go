package harvest

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/checks/memstore"
	ldcontext "vitrine/context"
	"vitrine/harvest/client"
	"vitrine/rdfstore/graph"
	"vitrine/remote"
	"vitrine/serialize/formats"
	"vitrine/serialize/jsonld"
)

// publisher is a feed with its records, which can be made to misbehave.
type publisher struct {
	t      testing.TB
	server *httptest.Server

	mu      sync.Mutex
	records map[string]string // by path
	log     []string          // activities as JSON
	// pageSize is the number of activities on a page.
	pageSize int
	// clock is the time of the next change.
	clock time.Time
	// level 0 writes no times.
	level int
	// noTotal leaves totalItems out.
	noTotal bool
	// meddle is asked before each answer; true means that it has answered.
	meddle func(w http.ResponseWriter, r *http.Request) bool
	// asked are the paths that were asked for.
	asked []string
}

func newPublisher(t testing.TB) *publisher {
	p := &publisher{t: t, records: map[string]string{}, pageSize: 3, clock: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), level: 2}
	p.server = httptest.NewServer(p)
	t.Cleanup(p.server.Close)
	return p
}

func (p *publisher) url(path string) string { return p.server.URL + path }

// misbehave sets what is asked before each answer.
func (p *publisher) misbehave(meddle func(w http.ResponseWriter, r *http.Request) bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.meddle = meddle
}

// tick lets the clock go on.
func (p *publisher) tick() { p.clock = p.clock.Add(time.Second) }

// put writes a record and says so; its clock goes on before.
func (p *publisher) put(path, label string) {
	p.tick()
	p.putNow(path, label)
}

// putNow is put within the same second.
func (p *publisher) putNow(path, label string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	kind := "Update"
	if _, there := p.records[path]; !there {
		kind = "Create"
	}
	p.records[path] = record(p.url(path), label)
	p.say(kind, path)
}

func (p *publisher) remove(path string) {
	p.tick()
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.records, path)
	p.say("Delete", path)
}

// say adds an activity.
func (p *publisher) say(kind, path string) {
	if p.level == 0 {
		p.log = append(p.log, fmt.Sprintf(`{"type":"Update","object":{"id":%q,"type":"Person"}}`, p.url(path)))
		return
	}
	p.log = append(p.log, fmt.Sprintf(`{"type":%q,"object":{"id":%q,"type":"Person"},"endTime":%q}`, kind, p.url(path), p.clock.Format(time.RFC3339)))
}

func record(id, label string) string {
	return fmt.Sprintf(`{"@context":"https://linked.art/ns/v1/linked-art.json","id":%q,"type":"Person","_label":%q,"_links":{"self":{"href":%q}}}`, id, label, id)
}

func (p *publisher) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = append(p.asked, r.URL.Path)
	if p.meddle != nil && p.meddle(w, r) { // which may panic
		return
	}
	w.Header().Set("Content-Type", "application/ld+json")
	if r.URL.Path == "/feed" {
		fmt.Fprint(w, p.collection())
		return
	}
	if number, ok := strings.CutPrefix(r.URL.Path, "/feed/"); ok {
		n, _ := strconv.Atoi(number)
		fmt.Fprint(w, p.page(n))
		return
	}
	text, ok := p.records[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	fmt.Fprint(w, text)
}

func (p *publisher) pages() int { return (len(p.log) + p.pageSize - 1) / p.pageSize }

func (p *publisher) collection() string {
	total, last := "", ""
	if !p.noTotal {
		total = fmt.Sprintf(`,"totalItems":%d`, len(p.log))
	}
	if n := p.pages(); n > 0 {
		last = fmt.Sprintf(`,"last":{"id":%q,"type":"OrderedCollectionPage"}`, p.url("/feed/"+strconv.Itoa(n-1)))
	}
	return fmt.Sprintf(`{"@context":"http://iiif.io/api/discovery/1/context.json","id":%q,"type":"OrderedCollection"%s%s}`, p.url("/feed"), total, last)
}

func (p *publisher) page(n int) string {
	prev := ""
	if n > 0 {
		prev = fmt.Sprintf(`,"prev":{"id":%q,"type":"OrderedCollectionPage"}`, p.url("/feed/"+strconv.Itoa(n-1)))
	}
	items := p.log[n*p.pageSize : min(len(p.log), (n+1)*p.pageSize)]
	return fmt.Sprintf(`{"id":%q,"type":"OrderedCollectionPage"%s,"orderedItems":[%s]}`, p.url("/feed/"+strconv.Itoa(n)), prev, strings.Join(items, ","))
}

// harvester harvests a publisher into a store, as often as it is told to.
type harvester struct {
	t       testing.TB
	options Options
	notes   []string
	waited  time.Duration
	mu      sync.Mutex
}

func newHarvester(t testing.TB, p *publisher) *harvester {
	t.Helper()
	h := &harvester{t: t}
	at, err := url.Parse(p.server.URL)
	if err != nil {
		t.Fatal(err)
	}
	c, err := client.New(client.Options{
		UserAgent: "test", Hosts: []string{at.Host}, Timeout: 5 * time.Second,
		GateOptions: remote.GateOptions{Wait: func(ctx context.Context, d time.Duration) error {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.waited += d
			return ctx.Err()
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	h.options = Options{
		Feed: p.url("/feed"), Client: c, Store: memstore.New(), StateFile: filepath.Join(t.TempDir(), "a.json"),
		Formats: formats.All(jsonld.New(ldcontext.New(nil))),
		Note:    func(message string) { h.notes = append(h.notes, message) },
	}
	return h
}

// run harvests once and fails the test if that fails.
func (h *harvester) run() *Report {
	h.t.Helper()
	report, err := Run(h.t.Context(), h.options)
	if err != nil {
		h.t.Fatalf("harvest: %v", err)
	}
	addsUp(h.t, report)
	return report
}

// addsUp checks that each resource is in exactly one of the counts.
func addsUp(t testing.TB, r *Report) {
	t.Helper()
	if sum := r.Created + r.Updated + r.Unchanged + r.Deleted + r.Absent + len(r.Refused); sum != r.Resources {
		t.Errorf("%d resources, but the counts come to %d: %+v", r.Resources, sum, r)
	}
}

// holds compares the store with what it should hold: labels by path.
func (h *harvester) holds(p *publisher, want map[string]string) {
	h.t.Helper()
	got := labels(h.t, h.options.Store)
	for path, label := range want {
		if got[p.url(path)] != label {
			h.t.Errorf("%s is %q in the store, want %q", path, got[p.url(path)], label)
		}
		delete(got, p.url(path))
	}
	for name := range got {
		h.t.Errorf("the store holds %s", name)
	}
}

// inStep compares the store with all that the publisher has.
func (h *harvester) inStep(p *publisher) {
	h.t.Helper()
	p.mu.Lock()
	want := map[string]string{}
	for path, text := range p.records {
		_, rest, _ := strings.Cut(text, `"_label":"`)
		want[path], _, _ = strings.Cut(rest, `"`)
	}
	p.mu.Unlock()
	h.holds(p, want)
}

func labels(t testing.TB, store Store) map[string]string {
	t.Helper()
	out := map[string]string{}
	for name, err := range store.Entities(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		entity, err := store.Get(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		out[entity.Graph.Name.String()] = ""
		for _, triple := range entity.Graph.Triples {
			if triple.Pred.String() == graph.Label.String() {
				out[entity.Graph.Name.String()] = triple.Obj.String()
			}
		}
	}
	return out
}
