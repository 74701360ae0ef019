package mirror_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine/checks/formattest"
	"vitrine/checks/memstore"
	"vitrine/checks/remotetest"
	ldcontext "vitrine/context"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/remote"
	"vitrine/remote/mirror"
	"vitrine/serialize/formats"
	"vitrine/serialize/jsonld"
	"vitrine/server"
)

// record returns a graph at random.
func record(n int, seed uint64) *graph.Graph {
	g := formattest.Random(rand.New(rand.NewPCG(seed, uint64(n))))
	g.Name = formattest.IRI(fmt.Sprintf("https://museum.example/%03d", n))
	g.Triples = graph.Dedup(g.Triples)
	return g
}

func apply(t *testing.T, store rdfstore.Store, changes ...rdfstore.Change) {
	t.Helper()
	if _, err := store.Apply(t.Context(), changes...); err != nil {
		t.Fatal(err)
	}
}

// filled returns a store with so many records.
func filled(t *testing.T, n int) rdfstore.Store {
	t.Helper()
	store := memstore.New()
	t.Cleanup(func() { store.Close() })
	for i := range n {
		apply(t, store, rdfstore.Change{Put: record(i, 1)})
	}
	return store
}

// served returns a service that has the store.
func served(t *testing.T, store rdfstore.Store) mirror.Service {
	t.Helper()
	contexts := ldcontext.New(nil)
	handler, err := server.New(server.Config{Store: store, Formats: formats.All(jsonld.New(contexts)), Contexts: contexts, BaseURL: "https://museum.example/"})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(handler)
	t.Cleanup(s.Close)
	client, err := remote.New(s.URL+"/", "")
	if err != nil {
		t.Fatal(err)
	}
	return mirror.Service{Client: client, Folder: t.TempDir()}
}

// options returns those of a mirror of the store. Small batches have many requests.
func options(t *testing.T, store rdfstore.Store, target *remotetest.Server) mirror.Options {
	t.Helper()
	client, err := remote.NewGraphStore(remote.GraphStoreOptions{Endpoint: target.URL, GateOptions: remote.GateOptions{Tries: 3, Wait: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return mirror.Options{
		Source: served(t, store), Target: client, StateFile: filepath.Join(t.TempDir(), "state.json"),
		BatchBytes: 4000, Note: func(string) {}, Progress: func(uint64) {},
	}
}

func ran(t *testing.T, o mirror.Options) *mirror.Report {
	t.Helper()
	report, err := mirror.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// same fails unless the target has what the store has.
func same(t *testing.T, store rdfstore.Store, target *remotetest.Server) {
	t.Helper()
	graphs := 0
	for e, err := range store.Graphs(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		if len(e.Graph.Triples) > 0 {
			graphs++
		}
		if name := e.Graph.Name.String(); !graph.Isomorphic(e.Graph.Triples, target.Graph(name)) {
			t.Fatalf("%s is %v in the target, want %v", name, target.Graph(name), e.Graph.Triples)
		}
	}
	if n := target.Graphs(); n != graphs {
		t.Fatalf("the target has %d graphs, want %d", n, graphs)
	}
}

func TestRun(t *testing.T) {
	store, target := filled(t, 40), remotetest.New(t)
	o := options(t, store, target)
	if r := ran(t, o); r.Copied != 40 || r.Changes != 0 || r.Position != 40 {
		t.Errorf("the first run reports %+v", r)
	}
	if posts, puts := target.Count(http.MethodPost), target.Count(http.MethodPut); posts < 2 || puts != 0 {
		t.Errorf("the first copy took %d POSTs and %d PUTs", posts, puts)
	}
	same(t, store, target)

	target.Forget()
	if r := ran(t, o); r.Copied != 0 || r.Changes != 0 || target.Requests() != 0 {
		t.Errorf("a run without changes reports %+v and asks %d times", r, target.Requests())
	}
	apply(t, store, rdfstore.Change{Put: record(3, 2)}, rdfstore.Change{Put: record(50, 2)}, rdfstore.Change{Delete: record(7, 1).Name}, rdfstore.Change{Put: record(3, 3)})
	if r := ran(t, o); r.Changes != 4 || r.Replaced != 2 || r.Deleted != 1 || r.Position != 44 {
		t.Errorf("a run with changes reports %+v", r)
	}
	same(t, store, target)
	o.Full = true
	if r := ran(t, o); r.Copied != 40 {
		t.Errorf("a full run reports %+v", r)
	}
	same(t, store, target)
}

// TestTargetsWithoutDatasets has a target that knows single graphs alone.
func TestTargetsWithoutDatasets(t *testing.T) {
	store, target := filled(t, 10), remotetest.New(t)
	target.Fail(remotetest.Faults{NoDataset: true})
	o := options(t, store, target)
	if r := ran(t, o); r.Copied != 10 || target.Count(http.MethodPut) != 10 || target.Count(http.MethodPost) != 0 {
		t.Errorf("the run reports %+v and asks %d times", r, target.Requests())
	}
	same(t, store, target)
}

// TestAddingIsRefused has a target that shows all graphs and takes single ones.
func TestAddingIsRefused(t *testing.T) {
	store, target := filled(t, 10), remotetest.New(t)
	target.Fail(remotetest.Faults{Before: func(_ int, r *http.Request) int {
		if r.Method == http.MethodPost {
			return http.StatusMethodNotAllowed
		}
		return 0
	}})
	o := options(t, store, target)
	ran(t, o)
	if puts, posts := target.Count(http.MethodPut), target.Count(http.MethodPost); puts != 10 || posts != 1 {
		t.Errorf("%d PUTs and %d POSTs", puts, posts)
	}
	target.Forget()
	same(t, store, target)
}

// TestFaults ends a run at each of its requests, before and after it was carried out, and goes
// on with another.
func TestFaults(t *testing.T) {
	for _, carriedOut := range []bool{false, true} {
		for at := 0; ; at++ {
			store, target := filled(t, 12), remotetest.New(t)
			apply(t, store, rdfstore.Change{Delete: record(2, 1).Name})
			o := options(t, store, target)
			ctx, kill := context.WithCancel(t.Context())
			reached := false
			end := func(n int) bool {
				if n == at {
					reached = true
					kill()
				}
				return n == at
			}
			faults := remotetest.Faults{CutAfter: func(n int, _ *http.Request) bool { return end(n) }}
			if !carriedOut {
				faults = remotetest.Faults{Before: func(n int, _ *http.Request) int {
					if end(n) {
						return remotetest.Cut
					}
					return 0
				}}
			}
			target.Fail(faults)
			_, err := mirror.Run(ctx, o)
			if !reached && err == nil {
				break
			}
			if err == nil {
				t.Fatalf("a run that was killed at request %d ends well", at)
			}
			target.Forget()
			apply(t, store, rdfstore.Change{Put: record(5, 9)}, rdfstore.Change{Delete: record(6, 1).Name})
			ran(t, o)
			same(t, store, target)
		}
	}
}

// TestTriesAgain cuts connections and answers 503 at random.
func TestTriesAgain(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	store, target := filled(t, 30), remotetest.New(t)
	o := options(t, store, target)
	for round := range 10 {
		faults := rand.New(rand.NewPCG(3, uint64(round)))
		target.Fail(remotetest.Faults{Before: func(int, *http.Request) int {
			return []int{0, 0, 0, 0, remotetest.Cut, http.StatusServiceUnavailable}[faults.IntN(6)]
		}, CutAfter: func(int, *http.Request) bool { return faults.IntN(6) == 0 }})
		_, err := mirror.Run(t.Context(), o)
		var unreachable *remote.UnreachableError
		var status *remote.GraphError
		if err != nil && !errors.As(err, &unreachable) && !errors.As(err, &status) {
			t.Fatal(err)
		}
		for range 5 {
			n := random.IntN(40)
			if _, err := store.Get(t.Context(), record(n, 1).Name); err == nil && random.IntN(2) == 0 {
				apply(t, store, rdfstore.Change{Delete: record(n, 1).Name})
			} else {
				apply(t, store, rdfstore.Change{Put: record(n, uint64(round+10))})
			}
		}
	}
	target.Forget()
	ran(t, o)
	same(t, store, target)
}

func TestRefusals(t *testing.T) {
	store, target := filled(t, 5), remotetest.New(t)
	refused := record(3, 1).Name.String()
	refuse := func(_ int, r *http.Request) int {
		if r.Method == http.MethodPost || r.Method == http.MethodPut && r.URL.Query().Get("graph") == refused {
			return http.StatusBadRequest
		}
		return 0
	}
	target.Fail(remotetest.Faults{Before: refuse})
	o := options(t, store, target)
	r := ran(t, o)
	if len(r.Refused) != 1 || r.Refused[0].Name != refused || !strings.Contains(r.Refused[0].Reason, "it does not please") {
		t.Errorf("the run reports %+v", r)
	}
	if r := ran(t, o); len(r.Refused) != 1 {
		t.Errorf("the second run reports %+v", r)
	}
	target.Forget()
	if r := ran(t, o); len(r.Refused) != 0 || r.Replaced != 1 {
		t.Errorf("the third run reports %+v", r)
	}
	same(t, store, target)
}

func TestState(t *testing.T) {
	store, target := filled(t, 3), remotetest.New(t)
	o := options(t, store, target)
	ran(t, o)
	elsewhere := options(t, store, remotetest.New(t))
	elsewhere.StateFile = o.StateFile
	if _, err := mirror.Run(t.Context(), elsewhere); !errors.Is(err, mirror.ErrState) || !strings.Contains(err.Error(), target.URL) {
		t.Errorf("another endpoint: %v", err)
	}
	other := o
	other.Source = served(t, filled(t, 1))
	if _, err := mirror.Run(t.Context(), other); !errors.Is(err, mirror.ErrReplaced) {
		t.Errorf("another store: %v", err)
	}
	other.Full = true
	ran(t, other)
	for _, text := range []string{"", "{", `{"version":7}`} {
		if err := os.WriteFile(o.StateFile, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := mirror.Run(t.Context(), o); !errors.Is(err, mirror.ErrState) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
