package storetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// testModel applies the same random changes to the store and to memstore.
func testModel(t *testing.T, s rdfstore.Store) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	model := Model()
	for range 150 {
		var changes []rdfstore.Change
		for range 1 + r.IntN(4) {
			changes = append(changes, RandomChange(r, 30))
		}
		got, err := s.Apply(t.Context(), changes...)
		want, wantErr := model.Apply(t.Context(), changes...)
		if !sameFailure(err, wantErr) {
			t.Fatalf("Apply: %v, want %v", err, wantErr)
		}
		for i := range want {
			if got[i].Kind != want[i].Kind || got[i].Version != want[i].Version {
				t.Fatalf("outcome %+v, want %+v", got[i], want[i])
			}
		}
	}
	Compare(t, s, model)
}

// sameFailure tells whether two errors of Apply are about the same change and
// for the same reason.
func sameFailure(a, b error) bool {
	var x, y *rdfstore.ChangeError
	if !errors.As(a, &x) || !errors.As(b, &y) {
		return a == nil && b == nil
	}
	if x.Index != y.Index || x.Name != y.Name {
		return false
	}
	for _, reason := range []error{rdfstore.ErrPrecondition, rdfstore.ErrNotFound, graph.ErrTerm, graph.ErrTooLarge} {
		if errors.Is(a, reason) != errors.Is(b, reason) {
			return false
		}
	}
	return true
}

// accepted is an Apply that the store acknowledged.
type accepted struct {
	change  rdfstore.Change
	outcome rdfstore.Outcome
}

// testConcurrent lets 64 goroutines read, write and delete the same entities.
// The versions of the outcomes give the order in which the store made the
// changes; in that order memstore must come to the same outcomes and state.
func testConcurrent(t *testing.T, s rdfstore.Store) {
	const goroutines, each, entities = 64, 8, 10
	var mu sync.Mutex
	var all []accepted
	var group sync.WaitGroup
	for i := range goroutines {
		group.Go(func() {
			r := rand.New(rand.NewPCG(9, uint64(i)))
			for range each {
				c := RandomChange(r, entities)
				out, err := s.Apply(t.Context(), c)
				if err != nil && !errors.Is(err, rdfstore.ErrPrecondition) && !errors.Is(err, rdfstore.ErrNotFound) {
					t.Errorf("Apply: %v", err)
				}
				if err == nil && out[0].Kind != rdfstore.Unchanged {
					mu.Lock()
					all = append(all, accepted{c, out[0]})
					mu.Unlock()
				}
				readSomething(t, s, r, entities)
			}
		})
	}
	group.Wait()
	slices.SortFunc(all, func(a, b accepted) int { return int(a.outcome.Version) - int(b.outcome.Version) })
	model := Model()
	for _, a := range all {
		out, err := model.Apply(t.Context(), a.change)
		if err != nil || out[0].Kind != a.outcome.Kind || out[0].Version != a.outcome.Version {
			t.Fatalf("the store made %+v, the model %+v, %v", a.outcome, out, err)
		}
	}
	Compare(t, s, model)
}

// readSomething makes one read and checks what must hold of it at any time.
func readSomething(t *testing.T, s rdfstore.Store, r *rand.Rand, entities int) {
	name := iri(entityName(r.IntN(entities)))
	switch r.IntN(4) {
	case 0:
		e, err := s.Get(t.Context(), name)
		if err != nil && !errors.Is(err, rdfstore.ErrNotFound) && !errors.Is(err, rdfstore.ErrDeleted) {
			t.Errorf("Get: %v", err)
		}
		if err == nil && (e.Graph.Name != name || e.Version == 0) {
			t.Errorf("Get(%s) returns %s, version %d", name, e.Graph.Name, e.Version)
		}
	case 1:
		for m, err := range s.Match(t.Context(), rdfstore.Pattern{Predicate: iri(crm + "P2_has_type")}, "") {
			if err != nil || m.Quad.Pred != rdf.Predicate(iri(crm+"P2_has_type")) {
				t.Errorf("Match yields %v, %v", m.Quad, err)
			}
		}
	case 2:
		seq := uint64(0)
		for entry, err := range s.Changes(t.Context(), 0) {
			if seq++; err != nil || entry.Seq != seq {
				t.Errorf("entry %d of the log is %+v, %v", seq, entry, err)
			}
		}
	case 3:
		last := ""
		for e, err := range s.Graphs(t.Context(), "") {
			if err != nil || e.Graph.Name.String() <= last {
				t.Errorf("Graphs yields %v, %v after %s", e, err, last)
				return
			}
			last = e.Graph.Name.String()
		}
	}
}

// testOneWinner lets many writers change one version: exactly one may.
func testOneWinner(t *testing.T, s rdfstore.Store) {
	version := apply(t, s, put(newGraph(base+"1", "E22", "start")))[0].Version
	for round := range 5 {
		var mu sync.Mutex
		var winners []rdfstore.Outcome
		var group sync.WaitGroup
		for i := range 16 {
			group.Go(func() {
				c := put(newGraph(base+"1", "E22", fmt.Sprint(round, " ", i)))
				c.If.Version = version
				out, err := s.Apply(t.Context(), c)
				if err != nil {
					if !errors.Is(err, rdfstore.ErrPrecondition) {
						t.Errorf("Apply: %v", err)
					}
					return
				}
				mu.Lock()
				winners = append(winners, out[0])
				mu.Unlock()
			})
		}
		group.Wait()
		if len(winners) != 1 {
			t.Fatalf("%d writers changed the same version", len(winners))
		}
		version = winners[0].Version
	}
}

func compareGraphs(ctx context.Context, t *testing.T, got, want rdfstore.Store) {
	t.Helper()
	a, b := collect(t, got.Graphs(ctx, "")), collect(t, want.Graphs(ctx, ""))
	if len(a) != len(b) {
		t.Errorf("%d entities, want %d", len(a), len(b))
		return
	}
	for i := range a {
		if !a[i].Graph.Equal(b[i].Graph) || a[i].Version != b[i].Version {
			t.Errorf("entity %s, version %d, differs from %s, version %d", a[i].Graph.Name, a[i].Version, b[i].Graph.Name, b[i].Version)
		}
		if e, err := got.Get(ctx, b[i].Graph.Name); err != nil || e.Version != b[i].Version || !e.Graph.Equal(b[i].Graph) {
			t.Errorf("Get(%s): %v, %v", b[i].Graph.Name, e, err)
		}
	}
}

func compareLogs(ctx context.Context, t *testing.T, got, want rdfstore.Store) {
	t.Helper()
	a, b := collect(t, got.Changes(ctx, 0)), collect(t, want.Changes(ctx, 0))
	if len(a) != len(b) {
		t.Errorf("the log has %d entries, want %d", len(a), len(b))
		return
	}
	for i := range a {
		a[i].Time = b[i].Time
		if a[i] != b[i] {
			t.Errorf("log entry %+v, want %+v", a[i], b[i])
		}
		_, err := got.Get(ctx, b[i].Name)
		_, wantErr := want.Get(ctx, b[i].Name)
		var x, y *rdfstore.DeletedError
		if errors.As(err, &x) != errors.As(wantErr, &y) || (x != nil && x.Version != y.Version) {
			t.Errorf("Get(%s): %v, want %v", b[i].Name, err, wantErr)
		}
	}
}

// comparePatterns asks for every term that the stores hold, where it stands.
func comparePatterns(ctx context.Context, t *testing.T, got, want rdfstore.Store) {
	t.Helper()
	patterns := map[rdfstore.Pattern]map[rdf.Quad]bool{{}: {}}
	for m := range want.Match(ctx, rdfstore.Pattern{}, "") {
		for shape := range 16 {
			p := pattern(m.Quad, shape)
			if p.Graph == nil && (isBlank(p.Subject) || isBlank(p.Object)) {
				continue
			}
			if patterns[p] == nil {
				patterns[p] = map[rdf.Quad]bool{}
			}
			patterns[p][m.Quad] = true
		}
	}
	for p, quads := range patterns {
		about := fmt.Sprint(p)
		checkMatches(t, about, collect(t, got.Match(ctx, p, "")), quads)
		if n, err := got.Count(ctx, p); err != nil || n != uint64(len(quads)) {
			t.Errorf("%s: Count is %d, %v; want %d", about, n, err, len(quads))
		}
	}
}
