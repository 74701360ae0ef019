package mirror_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"vitrine/checks/formattest"
	"vitrine/checks/remotetest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/memstore"
	"vitrine/remote"
	"vitrine/remote/mirror"
	"vitrine/serialize/nquads"
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

// options returns those of a mirror of the store. Small batches have many requests.
func options(t *testing.T, store mirror.Store, target *remotetest.Server) mirror.Options {
	t.Helper()
	client, err := remote.NewGraphStore(remote.GraphStoreOptions{Endpoint: target.URL, GateOptions: remote.GateOptions{Tries: 3, Wait: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return mirror.Options{
		Source: mirror.NewStore(store), Target: client, Endpoint: target.URL,
		StateFile: filepath.Join(t.TempDir(), "state.json"), BatchBytes: 4000, Concurrency: 3,
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

// same fails unless the target has what the source has.
func same(t *testing.T, o mirror.Options) {
	t.Helper()
	v, err := mirror.Verify(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if !v.Equal() || v.Respelt != 0 || v.Unlisted {
		t.Fatalf("the target is not the same: %+v", v)
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
	same(t, o)

	target.Forget()
	if r := ran(t, o); r.Copied != 0 || r.Changes != 0 || target.Requests() != 0 {
		t.Errorf("a run without changes reports %+v and asks %d times", r, target.Requests())
	}
	apply(t, store, rdfstore.Change{Put: record(3, 2)}, rdfstore.Change{Put: record(50, 2)}, rdfstore.Change{Delete: record(7, 1).Name}, rdfstore.Change{Put: record(3, 3)})
	if r := ran(t, o); r.Changes != 4 || r.Replaced != 2 || r.Deleted != 1 || r.Position != 44 {
		t.Errorf("a run with changes reports %+v", r)
	}
	same(t, o)
	o.Full = true
	if r := ran(t, o); r.Copied != 40 {
		t.Errorf("a full run reports %+v", r)
	}
	same(t, o)
}

// TestTargetsWithoutDatasets has a target that knows single graphs alone.
func TestTargetsWithoutDatasets(t *testing.T) {
	store, target := filled(t, 10), remotetest.New(t)
	target.Fail(remotetest.Faults{NoDataset: true})
	o := options(t, store, target)
	if r := ran(t, o); r.Copied != 10 || target.Count(http.MethodPut) != 10 || target.Count(http.MethodPost) != 0 {
		t.Errorf("the run reports %+v and asks %d times", r, target.Requests())
	}
	v, err := mirror.Verify(t.Context(), o)
	if err != nil || !v.Equal() || !v.Unlisted || v.Compared != 10 {
		t.Errorf("it compares as %+v, %v", v, err)
	}
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
	same(t, o)
}

// TestFaults ends a run at each of its requests, before and after it was carried out, and goes
// on with another.
func TestFaults(t *testing.T) {
	for _, carriedOut := range []bool{false, true} {
		for at := 0; ; at++ {
			store, target := filled(t, 12), remotetest.New(t)
			apply(t, store, rdfstore.Change{Delete: record(2, 1).Name})
			o := options(t, store, target)
			o.Concurrency = 1
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
			same(t, o)
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
	same(t, o)
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
	if v, err := mirror.Verify(t.Context(), o); err != nil || !slices.Equal(v.Missing, []string{refused}) {
		t.Errorf("it compares as %+v, %v", v, err)
	}
	if r := ran(t, o); len(r.Refused) != 1 {
		t.Errorf("the second run reports %+v", r)
	}
	target.Forget()
	if r := ran(t, o); len(r.Refused) != 0 || r.Replaced != 1 {
		t.Errorf("the third run reports %+v", r)
	}
	same(t, o)
}

// TestVerify finds what is wrong with a target.
func TestVerify(t *testing.T) {
	store, target := filled(t, 6), remotetest.New(t)
	plain := record(9, 1)
	plain.Triples = triples(t, `<https://museum.example/009> <https://example.org/p> "01"^^<http://www.w3.org/2001/XMLSchema#integer> .
<https://museum.example/009> <https://example.org/p> "x"@en-GB .
<https://museum.example/009> <https://example.org/p> "2020-01-01T00:00:00.00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime> .`)
	apply(t, store, rdfstore.Change{Put: plain})
	o := options(t, store, target)
	ran(t, o)
	same(t, o)
	target.Set(plain.Name.String(), triples(t, `<https://museum.example/009> <https://example.org/p> "1"^^<http://www.w3.org/2001/XMLSchema#integer> .
<https://museum.example/009> <https://example.org/p> "x"@en-gb .
<https://museum.example/009> <https://example.org/p> "2020-01-01T00:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime> .`))
	name := func(n int) string { return record(n, 1).Name.String() }
	target.Set(name(1), append(slices.Clone(target.Graph(name(1))), plain.Triples...))
	target.Set(name(2), nil)
	target.Set("https://museum.example/other", plain.Triples)
	v, err := mirror.Verify(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if v.Compared != 7 || v.Respelt != 1 || v.Equal() || !slices.Equal(v.Different, []string{name(1)}) ||
		!slices.Equal(v.Missing, []string{name(2)}) || !slices.Equal(v.Extra, []string{"https://museum.example/other"}) {
		t.Errorf("it compares as %+v", v)
	}
	o.Full, o.Prune = true, true
	if r := ran(t, o); r.Pruned != 1 {
		t.Errorf("the run reports %+v", r)
	}
	same(t, o)
}

func TestState(t *testing.T) {
	store, target := filled(t, 3), remotetest.New(t)
	o := options(t, store, target)
	ran(t, o)
	other := o
	other.Endpoint = "http://127.0.0.1:1/store"
	if _, err := mirror.Run(t.Context(), other); !errors.Is(err, mirror.ErrState) || !strings.Contains(err.Error(), target.URL) {
		t.Errorf("another endpoint: %v", err)
	}
	other = o
	other.Source = mirror.NewStore(filled(t, 1))
	if _, err := mirror.Run(t.Context(), other); !errors.Is(err, mirror.ErrReplaced) {
		t.Errorf("another store: %v", err)
	}
	other.Full, other.Prune = true, true
	ran(t, other)
	same(t, other)
	for _, text := range []string{"", "{", `{"version":7}`} {
		if err := os.WriteFile(o.StateFile, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := mirror.Run(t.Context(), o); !errors.Is(err, mirror.ErrState) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// triples reads N-Triples.
func triples(t *testing.T, text string) (out []rdf.Triple) {
	t.Helper()
	for q, err := range nquads.Read(t.Context(), strings.NewReader(text), 1<<20) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, q.Triple)
	}
	return out
}
