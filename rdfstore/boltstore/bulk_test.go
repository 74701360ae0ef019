package boltstore_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/memstore"
	"vitrine/checks/storetest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
)

// each yields graphs as BulkLoad wants them.
func each(graphs []*graph.Graph) iter.Seq2[*graph.Graph, error] {
	return func(yield func(*graph.Graph, error) bool) {
		for _, g := range graphs {
			if !yield(g, nil) {
				return
			}
		}
	}
}

// randomGraphs returns graphs for the entities from the first to before the
// last, in random order.
func randomGraphs(r *rand.Rand, first, last int) []*graph.Graph {
	var graphs []*graph.Graph
	for i := first; i < last; i++ {
		graphs = append(graphs, storetest.Random(r, i))
	}
	r.Shuffle(len(graphs), func(i, j int) { graphs[i], graphs[j] = graphs[j], graphs[i] })
	return graphs
}

func bulkLoad(t *testing.T, path string, graphs []*graph.Graph) boltstore.BulkResult {
	t.Helper()
	result, err := boltstore.BulkLoad(t.Context(), path, each(graphs), boltstore.BulkOptions{Derivation: derivation, Base: memstore.Base, Memory: 64 << 10})
	if err != nil {
		t.Fatalf("BulkLoad: %v", err)
	}
	return result
}

// putAll does to a store what a bulk load does.
func putAll(t *testing.T, s rdfstore.Store, graphs []*graph.Graph) {
	t.Helper()
	var changes []rdfstore.Change
	for _, g := range graphs {
		changes = append(changes, rdfstore.Change{Put: g})
	}
	if _, err := s.Apply(t.Context(), changes...); err != nil {
		t.Fatalf("Apply: %v", err)
	}
}

func TestBulkLoadDoesWhatPutsDo(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	path, model := newPath(t), storetest.Model()

	first := randomGraphs(r, 0, 60)
	if result := bulkLoad(t, path, first); result.Created != 60 || result.Updated+result.Unchanged+result.Refused != 0 {
		t.Errorf("result of the first load: %+v", result)
	}
	putAll(t, model, first)
	s := open(t, path)
	compareAll(t, s, model)
	if base, err := s.Base(t.Context()); base != memstore.Base || err != nil {
		t.Errorf("the base is %q, %v", base, err)
	}

	// Changes in between: deletions, of which some are loaded again.
	for i := 40; i < 55; i++ {
		for _, store := range []rdfstore.Store{s, model} {
			if _, err := store.Apply(t.Context(), rdfstore.Change{Delete: entity(i)}); err != nil {
				t.Fatalf("Apply: %v", err)
			}
		}
	}
	if err := s.Close(); err != nil {
		t.Fatalf("Close: %v", err)
	}
	second := randomGraphs(r, 20, 80)
	for _, g := range first {
		if g.Name == entity(7) {
			second = append(second, g)
		}
	}
	result := bulkLoad(t, path, second)
	if result.Unchanged != 1 || result.Created != 15+20 || result.Updated != 25 {
		t.Errorf("result of the second load: %+v", result)
	}
	putAll(t, model, second)
	s = open(t, path)
	compareAll(t, s, model)

	// The store that was built takes further writes.
	third := randomGraphs(r, 0, 90)
	putAll(t, s, third)
	putAll(t, model, third)
	compareAll(t, s, model)
	left(t, path)
}

// compareAll compares all of two stores, past states included.
func compareAll(t *testing.T, got, want rdfstore.Store) {
	t.Helper()
	storetest.Compare(t, got, want)
	storetest.CompareVersions(t, got, want, false)
}

// left fails the test where anything but the store is left in its folder.
func left(t *testing.T, path string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*"))
	if err != nil || len(files) != 1 || files[0] != path {
		t.Errorf("left in the folder: %v, %v", files, err)
	}
}

func entity(n int) rdf.IRI {
	iri, err := graph.IRI(fmt.Sprintf("https://museum.example/object/%d", n))
	if err != nil {
		panic(err)
	}
	return iri
}

func TestBulkLoadFailsWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	graphs := randomGraphs(r, 0, 50)
	stop := errors.New("the source broke")
	tooLong := storetest.Random(r, 60)
	tooLong.Triples[1].Obj = graph.String(strings.Repeat("x", graph.MaxLiteral+1))
	tests := []struct {
		name   string
		graphs iter.Seq2[*graph.Graph, error]
		want   error
	}{
		{"error of the source", func(yield func(*graph.Graph, error) bool) { _ = yield(graphs[0], nil) && yield(nil, stop) }, stop},
		{"refused graph", each(append(graphs[:9:9], tooLong)), graph.ErrTooLarge},
		{"two of one name", each(append(graphs[:9:9], graphs[3])), nil},
		{"two of one name that is there", each(append(graphs[40:45:45], graphs[41])), nil},
	}
	for _, test := range tests {
		for _, there := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, store there %v", test.name, there), func(t *testing.T) {
				path, model := newPath(t), storetest.Model()
				if there {
					bulkLoad(t, path, graphs[40:])
					putAll(t, model, graphs[40:])
				}
				_, err := boltstore.BulkLoad(t.Context(), path, test.graphs, boltstore.BulkOptions{Derivation: derivation})
				var duplicate *boltstore.DuplicateError
				if test.want != nil && !errors.Is(err, test.want) || test.want == nil && !errors.As(err, &duplicate) {
					t.Errorf("error is %v, want %v", err, test.want)
				}
				if _, err := os.Stat(path); !there && !errors.Is(err, os.ErrNotExist) {
					t.Errorf("a failed load leaves a store: %v", err)
				}
				if there {
					left(t, path)
					compareAll(t, open(t, path), model)
				}
			})
		}
	}
}

func TestBulkLoadRefusesSome(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	graphs := randomGraphs(r, 0, 20)
	broken := *graphs[4]
	broken.Triples = append(broken.Triples[:1:1], rdf.Triple{})
	graphs[4] = &broken
	path := newPath(t)
	var refused []rdf.IRI
	result, err := boltstore.BulkLoad(t.Context(), path, each(graphs), boltstore.BulkOptions{Derivation: derivation,
		Refused: func(name rdf.IRI, err error) error {
			if !errors.Is(err, graph.ErrTerm) {
				t.Errorf("refused for %v, want ErrTerm", err)
			}
			refused = append(refused, name)
			return nil
		},
	})
	if err != nil || result.Created != 19 || result.Refused != 1 || len(refused) != 1 || refused[0] != broken.Name {
		t.Errorf("result %+v, %v, refused %v", result, err, refused)
	}
	if _, err := open(t, path).Get(t.Context(), broken.Name); !errors.Is(err, rdfstore.ErrNotFound) {
		t.Errorf("Get of the refused one: %v", err)
	}
}

func TestBulkLoadCancelled(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	graphs := randomGraphs(r, 0, 50)
	path := newPath(t)
	bulkLoad(t, path, graphs[:10])
	ctx, cancel := context.WithCancel(t.Context())
	_, err := boltstore.BulkLoad(ctx, path, func(yield func(*graph.Graph, error) bool) {
		for i, g := range graphs[10:] {
			if i == 20 {
				cancel()
			}
			if !yield(g, nil) {
				return
			}
		}
	}, boltstore.BulkOptions{Derivation: derivation})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want context.Canceled", err)
	}
	left(t, path)
	if n, err := open(t, path).Count(t.Context(), rdfstore.Pattern{}); err != nil || n == 0 {
		t.Errorf("Count = %d, %v", n, err)
	}
}

func TestBulkLoadNeedsTheStoreAlone(t *testing.T) {
	path := newPath(t)
	open(t, path)
	_, err := boltstore.BulkLoad(t.Context(), path, each(nil), boltstore.BulkOptions{Derivation: derivation, LockTimeout: 1})
	if !errors.Is(err, boltstore.ErrLocked) {
		t.Errorf("error is %v, want ErrLocked", err)
	}
}

func TestCompact(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	path, model := newPath(t), storetest.Model()
	s := open(t, path)
	for range 300 {
		c := storetest.RandomChange(r, 60)
		_, err := s.Apply(t.Context(), c)
		if _, wantErr := model.Apply(t.Context(), c); (err == nil) != (wantErr == nil) {
			t.Fatalf("Apply: %v, want %v", err, wantErr)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := boltstore.Compact(t.Context(), path, derivation, rdfstore.Retention{}); err != nil {
		t.Fatalf("Compact: %v", err)
	}
	after, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if after.Size() >= before.Size() {
		t.Errorf("%d bytes became %d", before.Size(), after.Size())
	}
	left(t, path)
	compareAll(t, open(t, path), model)
	if err := boltstore.Compact(t.Context(), newPath(t), derivation, rdfstore.Retention{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Compact of no file: %v", err)
	}
}
