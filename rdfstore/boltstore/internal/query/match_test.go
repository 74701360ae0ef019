package query_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/boltstore/internal/query"
	"vitrine/rdfstore/graph"
)

// largeGraph returns a graph of so many triples.
func largeGraph(t testing.TB, name string, triples int) *graph.Graph {
	g := &graph.Graph{Name: iri(t, name)}
	for i := range triples {
		g.Triples = append(g.Triples, rdf.Triple{Subj: g.Name, Pred: graph.Label, Obj: graph.String(fmt.Sprint("label ", i))})
	}
	return g
}

// TestPagesOfLargeGraph reads a large graph page by page, each by a cursor.
func TestPagesOfLargeGraph(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	g := largeGraph(t, "x:1", 3000)
	for _, pattern := range []rdfstore.Pattern{{}, {Graph: g.Name}, {Subject: g.Name}, {Predicate: graph.Label}} {
		t.Run(fmt.Sprint(pattern), func(t *testing.T) {
			g.Triples[0].Obj = graph.String(fmt.Sprint(pattern))
			put(t, path, g)
			e := open(t, path)
			readPages(t, e, pattern, len(g.Triples))
		})
	}
}

// readPages reads all the triples that match a pattern, page by page.
func readPages(t *testing.T, e *query.Engine, pattern rdfstore.Pattern, triples int) {
	t.Helper()
	const page = 100
	seen := map[rdf.Triple]bool{}
	after := rdfstore.Cursor("")
	for len(seen) < triples {
		n := 0
		for m, err := range e.Match(t.Context(), pattern, after) {
			if err != nil {
				t.Fatal(err)
			}
			seen[m.Quad.Triple], after = true, m.Cursor
			if n++; n == page {
				break
			}
		}
		if n < page {
			t.Fatalf("a page of %d quads after %d", n, len(seen))
		}
	}
	for m, err := range e.Match(t.Context(), pattern, after) {
		t.Errorf("%v, %v after the last", m, err)
	}
}

// TestManyCandidates asks for a triple whose subject and object are in more
// graphs than one transaction looks at, and together in the last one only.
func TestManyCandidates(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	a, b, p := iri(t, "x:a"), iri(t, "x:b"), iri(t, "x:p")
	const n = query.MaxExamined + 100
	graphs := func(yield func(*graph.Graph, error) bool) {
		for i := range n {
			triples := []rdf.Triple{{Subj: a, Pred: p, Obj: graph.String("x")}, {Subj: iri(t, "x:y"), Pred: p, Obj: b}}
			if i == n-1 {
				triples[0].Obj = b
			}
			if !yield(&graph.Graph{Name: iri(t, fmt.Sprint("x:", i)), Triples: triples}, nil) {
				return
			}
		}
	}
	if _, err := boltstore.BulkLoad(t.Context(), path, graphs, boltstore.BulkOptions{}); err != nil {
		t.Fatal(err)
	}
	e := open(t, path)
	for _, pattern := range []rdfstore.Pattern{{Subject: a, Object: b}, {Subject: a, Predicate: p, Object: b}} {
		found := 0
		for m, err := range e.Match(t.Context(), pattern, "") {
			if err != nil || m.Quad.Ctx != rdf.Context(iri(t, fmt.Sprint("x:", n-1))) {
				t.Errorf("Match yields %v, %v", m.Quad, err)
			}
			found++
		}
		if count, err := e.Count(t.Context(), pattern); found != 1 || count != 1 || err != nil {
			t.Errorf("Match finds %d quads, Count %d, %v; want 1", found, count, err)
		}
	}
}

// FuzzCursor resumes walks from arbitrary cursors.
func FuzzCursor(f *testing.F) {
	p := rdfstore.Pattern{Predicate: graph.Label}
	f.Add(string(query.CursorOf(p, 1, 2)))
	f.Add("")
	f.Add("AAAA")
	path := filepath.Join(f.TempDir(), "store.db")
	put(f, path, largeGraph(f, "x:1", 3))
	e := open(f, path)
	f.Fuzz(func(t *testing.T, cursor string) {
		for _, err := range e.Match(t.Context(), p, rdfstore.Cursor(cursor)) {
			if err != nil && !errors.Is(err, rdfstore.ErrCursor) {
				t.Errorf("cursor %q: %v", cursor, err)
			}
		}
	})
}
