package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/formattest"
	"vitrine/checks/generate"
	"vitrine/checks/memstore"
	"vitrine/cmd/vitrine/internal/console"
	ldcontext "vitrine/context"
	"vitrine/harvest"
	harvestclient "vitrine/harvest/client"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/formats"
	"vitrine/serialize/jsonld"
	"vitrine/server"
)

// original is a server whose records change.
type original struct {
	t       *testing.T
	store   rdfstore.Store
	formats serialize.Table
	random  *rand.Rand
	url     string
	// requests counts; at, when it is reached, is told.
	requests atomic.Int64
	mu       sync.Mutex
	at       int64
	then     func()
}

const originalFeed = generate.DefaultBase + "-/activity"

func newOriginal(t *testing.T) *original {
	t.Helper()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	contexts := ldcontext.New(nil)
	a := &original{t: t, store: memstore.New(), formats: formats.All(jsonld.New(contexts)), random: rand.New(rand.NewPCG(seed, 1))}
	handler, err := server.New(server.Config{Store: a.store, Formats: a.formats, Contexts: contexts, BaseURL: generate.DefaultBase})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.count()
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	a.url = s.URL
	return a
}

// count counts a request, and does what was to be done at it.
func (a *original) count() {
	n := a.requests.Add(1)
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.then != nil && n >= a.at {
		a.then()
		a.then = nil
	}
}

// after lets something be done some requests from now.
func (a *original) after(requests int, do func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.at, a.then = a.requests.Load()+int64(requests), do
}

// change changes some records at random: about a third of them are deleted.
// Some are not of JSON-LD, some lie outside the base, and some have names that
// are no URIs.
func (a *original) change(n int) {
	for range n {
		k := a.random.IntN(60)
		text := string(generate.Record(generate.Options{Records: 60}, k))
		text = strings.Replace(text, `"_label":"`, fmt.Sprintf(`"_label":"%d `, a.random.IntN(1000)), 1)
		graphs, err := formattest.Read(a.formats.ByName("jsonld"), []byte(text), serialize.DecodeOptions{Base: generate.DefaultBase})
		if err != nil {
			a.t.Error(err)
			return
		}
		g := graphs[0]
		switch {
		case k%7 == 0:
			g.Source = graph.Source{MediaType: "text/turtle"}
		case k%11 == 0:
			g = a.elsewhere(k)
		}
		change := rdfstore.Change{Put: g}
		if _, err := a.store.Get(context.Background(), g.Name); err == nil && a.random.IntN(3) == 0 {
			change = rdfstore.Change{Delete: g.Name}
		}
		if _, err := a.store.Apply(context.Background(), change); err != nil {
			a.t.Error(err)
			return
		}
	}
}

// elsewhere is a record whose URI is not below the base.
func (a *original) elsewhere(k int) *graph.Graph {
	name := fmt.Sprintf("https://elsewhere.example/%d", k)
	switch k % 3 {
	case 0:
		name = fmt.Sprintf("urn:example:%d", k)
	case 1:
		name = fmt.Sprintf("https://data.museum.example/person/Zoë-%d", k)
	}
	text := fmt.Sprintf(`{"@context":%q,"id":%q,"type":"Person","_label":"%d"}`, ldcontext.LinkedArt, name, a.random.IntN(1000))
	graphs, err := formattest.Read(a.formats.ByName("jsonld"), []byte(text), serialize.DecodeOptions{})
	if err != nil {
		panic(err) // in a goroutine of its own
	}
	return graphs[0]
}

// sameDump compares what two stores hold: records of JSON-LD to the byte,
// others up to the labels of their blank nodes.
func sameDump(t *testing.T, a, b rdfstore.Store) {
	t.Helper()
	of := func(s rdfstore.Store) map[rdf.IRI]*graph.Graph {
		out := map[rdf.IRI]*graph.Graph{}
		for entity, err := range s.Graphs(t.Context(), "") {
			if err != nil {
				t.Fatal(err)
			}
			out[entity.Graph.Name] = entity.Graph
		}
		return out
	}
	want, got := of(a), of(b)
	if len(want) == 0 {
		t.Error("there is nothing to compare")
	}
	for name, g := range want {
		switch {
		case got[name] == nil:
			t.Errorf("the mirror lacks %s", name)
		case g.Source.Layout == nil && !graph.Isomorphic(g.Triples, got[name].Triples), g.Source.Layout != nil && !g.Equal(got[name]):
			t.Errorf("in the mirror, %s is %v, want %v", name, got[name].Triples, g.Triples)
		}
		delete(got, name)
	}
	for name := range got {
		t.Errorf("the mirror has %s", name)
	}
}

// harvestOptions are those of a mirror of the server.
func (a *original) harvestOptions(t *testing.T, store rdfstore.Store, file string) harvest.Options {
	t.Helper()
	c, err := harvestclient.New(harvestclient.Options{
		Hosts:   []string{"data.museum.example", "elsewhere.example"},
		Resolve: map[string]string{"https://data.museum.example": a.url},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return harvest.Options{Feed: originalFeed, Client: c, Store: store, StateFile: file, Formats: a.formats}
}

// TestMirror harvests a server while its records change, and interrupts that
// at random requests. In the end both hold the same.
func TestMirror(t *testing.T) {
	a := newOriginal(t)
	mirror := memstore.New()
	o := a.harvestOptions(t, mirror, filepath.Join(t.TempDir(), "state.json"))
	a.change(100)
	for range 30 {
		ctx, cancel := context.WithCancel(t.Context())
		a.after(1+a.random.IntN(40), cancel)
		changed := make(chan struct{})
		go func() {
			defer close(changed)
			a.change(10)
		}()
		if _, err := harvest.Run(ctx, o); err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		<-changed
		a.after(0, nil)
		cancel()
	}
	report, err := harvest.Run(t.Context(), o)
	if err != nil || !report.Whole() {
		t.Errorf("the last run came to %+v, %v", report, err)
	}
	sameDump(t, a.store, mirror)
	if report, err := harvest.Run(t.Context(), o); err != nil || report.Resources != 0 {
		t.Errorf("with nothing to do, a run came to %+v, %v", report, err)
	}
}

// TestAMirrorThatIsKilled kills vitrine harvest at random requests.
func TestAMirrorThatIsKilled(t *testing.T) {
	a := newOriginal(t)
	dir := t.TempDir()
	harvesting := func() (*exec.Cmd, *bytes.Buffer) {
		cmd, err := command(dir, nil, "harvest", originalFeed, "--db", "mirror.db", "--base-url", "https://data.museum.example/", "--validate", "off", "--host", "elsewhere.example",
			"--resolve", "https://data.museum.example="+a.url)
		if err != nil {
			t.Fatal(err)
		}
		out := &bytes.Buffer{}
		cmd.Stdout, cmd.Stderr = out, out
		return cmd, out
	}
	killed := 0
	for range 8 {
		a.change(60)
		cmd, out := harvesting()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		a.after(3+a.random.IntN(30), func() { _ = cmd.Process.Signal(syscall.SIGKILL) })
		if err := cmd.Wait(); err != nil {
			killed++
			if cmd.ProcessState.Exited() {
				t.Fatalf("it ended by itself: %v\n%s", err, out)
			}
		}
		a.after(0, nil)
	}
	if killed == 0 {
		t.Error("it was never killed")
	}
	cmd, out := harvesting()
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	mirror, err := boltstore.Open(filepath.Join(dir, "mirror.db"), boltstore.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer mirror.Close()
	sameDump(t, a.store, mirror)
}

func TestAHarvestThatIsInterrupted(t *testing.T) {
	a := newOriginal(t)
	a.change(100)
	t.Setenv("HOME", t.TempDir())
	args := []string{"harvest", originalFeed, "--db", filepath.Join(t.TempDir(), "mirror.db"), "--base-url", "https://data.museum.example/", "--validate", "off",
		"--host", "elsewhere.example", "--resolve", "https://data.museum.example=" + a.url}
	ctx, cancel := context.WithCancel(t.Context())
	a.after(20, cancel)
	status, stdout, stderr := runVitrine(ctx, nil, args...)
	if status != console.StatusFailed || !strings.HasPrefix(stdout, "harvested ") || stderr != "vitrine: interrupted; the records stored so far are kept, and the next run continues from there\n" {
		t.Errorf("status %d, stdout %q, stderr %q", status, stdout, stderr)
	}
	before := a.requests.Load()
	if status, stdout, stderr := runVitrine(t.Context(), nil, args...); status != console.StatusOK {
		t.Errorf("status %d, stdout %q, stderr %q", status, stdout, stderr)
	}
	if again := a.requests.Load() - before; again > 50 {
		t.Errorf("the second run made %d requests", again)
	}
}
