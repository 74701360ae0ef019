package private_test

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/memstore"
	"vitrine/checks/pgstoretest"
	"vitrine/checks/storetest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/pgstore"
	"vitrine/rdfstore/private"
)

const base = "https://museum.example/"

func iri(text string) rdf.IRI {
	name, err := graph.IRI(text)
	if err != nil {
		panic(err)
	}
	return name
}

// draft is the statement that makes a record private.
var draft = private.Statement{Predicate: iri("http://www.cidoc-crm.org/cidoc-crm/P2_has_type"), Object: iri(base + "concept/draft")}

func rules() private.Rules {
	return private.Rules{Prefixes: []string{base + "private/"}, Statements: []private.Statement{draft}}
}

// noisy is a view that takes writes, which it passes on to its store together with random
// ones of private records.
type noisy struct {
	*private.Store
	inner rdfstore.Store
	mu    sync.Mutex
	r     *rand.Rand
}

func openNoisy(t *testing.T, inner rdfstore.Store, d rdfstore.Derivation) *noisy {
	t.Helper()
	n := &noisy{inner: inner, r: rand.New(rand.NewPCG(1, 2))}
	n.noise(t.Context())
	// Prefixes alone: with statements, what is made and deleted before it is read is not told.
	rules := private.Rules{Prefixes: rules().Prefixes}
	view, err := private.Open(t.Context(), inner, rules, private.Options{Derivation: d, Journal: filepath.Join(t.TempDir(), "journal")})
	if err != nil {
		t.Fatal(err)
	}
	n.Store = view
	return n
}

// noise writes private records, or deletes them.
func (n *noisy) noise(ctx context.Context) {
	for range n.r.IntN(3) {
		_, _ = n.inner.Apply(ctx, privateChange(n.r)) // one that is not there cannot be deleted
	}
}

// privateChange is a change of a private record that looks like one of storetest.Random.
func privateChange(r *rand.Rand) rdfstore.Change {
	c := storetest.RandomChange(r, 40)
	hidden := iri(fmt.Sprintf("%sprivate/object/%d", base, r.IntN(40)))
	if c.Put == nil {
		return rdfstore.Change{Delete: hidden}
	}
	g := &graph.Graph{Name: hidden}
	for _, t := range c.Put.Triples {
		if t.Subj == rdf.Subject(c.Put.Name) {
			t.Subj = hidden
		}
		g.Triples = append(g.Triples, t)
	}
	return rdfstore.Change{Put: g}
}

// Apply passes changes on, with versions as the view numbers them.
func (n *noisy) Apply(ctx context.Context, changes ...rdfstore.Change) ([]rdfstore.Outcome, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.noise(context.WithoutCancel(ctx))
	passed := make([]rdfstore.Change, len(changes))
	for i, c := range changes {
		passed[i] = c
		if c.If.Version != 0 {
			passed[i].If.Version = n.stored(ctx, c)
		}
	}
	outcomes, err := n.inner.Apply(ctx, passed...)
	for i := range outcomes {
		e := &rdfstore.Entity{Graph: &graph.Graph{Name: changes[i].Name()}, Version: outcomes[i].Version}
		public, ok, err := n.Public(context.WithoutCancel(ctx), e)
		if err != nil || !ok {
			return nil, fmt.Errorf("what was written is not shown: %w", err)
		}
		outcomes[i].Version = public.Version
	}
	return outcomes, err
}

// stored returns the version of a precondition as the store numbers it: that of the entity,
// or of an entry that the same changes make.
func (n *noisy) stored(ctx context.Context, c rdfstore.Change) uint64 {
	if e, err := n.inner.Get(ctx, c.Name()); err == nil {
		if public, ok, err := n.Public(ctx, e); err == nil && ok && public.Version == c.If.Version {
			return e.Version
		}
	}
	all, err := n.inner.LastChange(ctx)
	shown, viewErr := n.LastChange(ctx)
	if err != nil || viewErr != nil || c.If.Version <= shown.Seq {
		return 1 << 60
	}
	return c.If.Version + all.Seq - shown.Seq
}

func (n *noisy) Close() error {
	if err := n.inner.Close(); err != nil {
		return err
	}
	return n.Store.Close()
}

// TestStore runs the suite of all stores on views of stores that have private records and
// get more of them meanwhile: they answer as stores do that have none.
func TestStore(t *testing.T) {
	t.Run("memstore", func(t *testing.T) {
		storetest.Run(t, func(t *testing.T, d rdfstore.Derivation) rdfstore.Store {
			return openNoisy(t, memstore.NewDeriving(d), d)
		})
	})
	t.Run("boltstore", func(t *testing.T) {
		storetest.Run(t, func(t *testing.T, d rdfstore.Derivation) rdfstore.Store {
			inner, err := boltstore.Open(filepath.Join(t.TempDir(), "store.db"), boltstore.Options{Create: true, Base: memstore.Base, Derivation: d})
			if err != nil {
				t.Fatal(err)
			}
			return openNoisy(t, inner, d)
		})
	})
	t.Run("pgstore", func(t *testing.T) {
		if pgstoretest.Server() == "" {
			t.Skip("left out: " + pgstoretest.Variable + " names no PostgreSQL server")
		}
		storetest.Run(t, func(t *testing.T, d rdfstore.Derivation) rdfstore.Store {
			inner, _ := pgstoretest.New(t, pgstore.Options{Derivation: d})
			return openNoisy(t, inner, d)
		})
	})
}

// TestVersions runs the suite of past states on views of stores that have private records.
func TestVersions(t *testing.T) {
	t.Run("memstore", func(t *testing.T) {
		storetest.RunVersions(t, true, func(t *testing.T, d rdfstore.Derivation) rdfstore.Store {
			return openNoisy(t, memstore.NewDeriving(d), d)
		})
	})
	t.Run("pgstore", func(t *testing.T) {
		storetest.RunVersions(t, true, func(t *testing.T, d rdfstore.Derivation) rdfstore.Store {
			inner, _ := pgstoretest.New(t, pgstore.Options{Derivation: d})
			return openNoisy(t, inner, d)
		})
	})
}

// flip is a change of one of few entities, public or private.
func flip(r *rand.Rand, n int) (change rdfstore.Change, hidden bool) {
	change = storetest.RandomChange(r, n)
	change.If = rdfstore.Precondition{}
	if change.Put != nil && r.IntN(2) == 0 {
		change.Put.Triples = append(change.Put.Triples, rdf.Triple{Subj: change.Put.Name, Pred: draft.Predicate, Obj: draft.Object})
		hidden = true
	}
	return change, hidden
}

// TestRecordsBecomePrivate compares a view of a store whose records become private and
// public again with a store in which the former are deleted, and the latter created. The
// view is opened anew now and then, with its journal and sometimes behind the log.
func TestRecordsBecomePrivate(t *testing.T) {
	t.Run("memstore", func(t *testing.T) { testBecomePrivate(t, storetest.Model()) })
	t.Run("boltstore", func(t *testing.T) {
		inner, err := boltstore.Open(filepath.Join(t.TempDir(), "store.db"), boltstore.Options{Create: true, Derivation: storetest.Derivation()})
		if err != nil {
			t.Fatal(err)
		}
		testBecomePrivate(t, inner)
		if err := inner.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Run("pgstore", func(t *testing.T) {
		inner, _ := pgstoretest.New(t, pgstore.Options{Derivation: storetest.Derivation()})
		testBecomePrivate(t, inner)
	})
}

func testBecomePrivate(t *testing.T, inner rdfstore.Store) {
	model := storetest.Model()
	journal := filepath.Join(t.TempDir(), "journal")
	options := private.Options{Derivation: storetest.Derivation(), Journal: journal}
	open := func() *private.Store {
		view, err := private.Open(t.Context(), inner, rules(), options)
		if err != nil {
			t.Fatal(err)
		}
		return view
	}
	view := open()
	r := rand.New(rand.NewPCG(3, 4))
	seen := map[rdf.IRI]map[uint64]*graph.Graph{} // by the version
	isPrivate := map[rdf.IRI]bool{}
	for i := range 600 {
		change, hidden := flip(r, 12)
		if _, err := inner.Apply(t.Context(), change); err != nil {
			continue // nothing to delete
		}
		if hidden {
			change = rdfstore.Change{Delete: change.Name()}
		}
		_, _ = model.Apply(t.Context(), change) // what is private need not be deleted
		switch {
		case i%20 == 0:
			if err := view.Close(); err != nil {
				t.Fatal(err)
			}
			view = open()
		case i%50 == 7:
			storetest.Compare(t, classless{view}, classless{model})
		}
		if _, err := view.LastChange(t.Context()); err != nil {
			t.Fatal(err)
		}
		isPrivate[change.Name()] = hidden
		if e, err := view.Get(t.Context(), change.Name()); err == nil {
			if seen[e.Graph.Name] == nil {
				seen[e.Graph.Name] = map[uint64]*graph.Graph{}
			}
			seen[e.Graph.Name][e.Version] = e.Graph
		} else if !rdfstore.IsMissing(err) {
			t.Fatal(err)
		}
		if t.Failed() {
			t.Fatalf("after %d changes", i)
		}
	}
	storetest.Compare(t, classless{view}, classless{model})
	for name, states := range seen {
		if isPrivate[name] {
			states = nil
		}
		checkSeen(t, view, name, states)
	}
	if err := view.Close(); err != nil {
		t.Fatal(err)
	}
}

// checkSeen checks that the past states of an entity are those that the public has seen.
func checkSeen(t *testing.T, view *private.Store, name rdf.IRI, states map[uint64]*graph.Graph) {
	t.Helper()
	n := 0
	for e, err := range view.Versions(t.Context(), name, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Kind == rdfstore.Deleted {
			continue
		}
		n++
		past, err := view.Past(t.Context(), name, e.Seq)
		if err != nil || states[e.Seq] == nil || !past.Graph.Equal(states[e.Seq]) {
			t.Errorf("version %d of %s is %+v, %v; it was %+v", e.Seq, name, past, err, states[e.Seq])
		}
	}
	if n != len(states) {
		t.Errorf("%s has %d states, and was seen in %d", name, n, len(states))
	}
}

// classless is a store whose log tells no classes of deleted entities: a view does not
// tell that of an entity that became private.
type classless struct{ rdfstore.Store }

func (c classless) Changes(ctx context.Context, after uint64) iter.Seq2[rdfstore.LogEntry, error] {
	return func(yield func(rdfstore.LogEntry, error) bool) {
		for e, err := range c.Store.Changes(ctx, after) {
			if e.Kind == rdfstore.Deleted {
				e.Class = rdf.IRI{}
			}
			if !yield(e, err) {
				return
			}
		}
	}
}
