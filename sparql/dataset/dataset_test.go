package dataset_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/sparqltest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/sparql/dataset"
)

// contents are the quads of each scope of a dataset.
type contents map[dataset.Scope][]rdf.Quad

func quadsOf(triples []rdf.Triple, name rdf.Context) []rdf.Quad {
	var quads []rdf.Quad
	for _, t := range triples {
		quads = append(quads, rdf.Quad{Triple: t, Ctx: name})
	}
	return quads
}

// contentsOf returns the contents of a dataset of some graphs.
func contentsOf(defaultTriples []rdf.Triple, named map[rdf.IRI][]rdf.Triple, union []rdf.Triple) contents {
	c := contents{dataset.Default(): quadsOf(defaultTriples, nil), dataset.Union(): quadsOf(union, nil)}
	for name, triples := range named {
		c[dataset.Named(name)] = quadsOf(triples, name)
		c[dataset.Each()] = append(c[dataset.Each()], quadsOf(triples, name)...)
	}
	return c
}

// TestDatasets asks each kind of dataset for patterns of all shapes in all scopes,
// and compares with what the definitions give.
func TestDatasets(t *testing.T) {
	for seed := range uint64(3) {
		graphs := randomGraphs(t, seed, 7)
		defaultTriples, named, union := asDefined(t, graphs)
		defined := contentsOf(defaultTriples, named, union)
		records := dataset.NewRecords(fill(t, graphs), options(t))
		t.Run(fmt.Sprintf("records/%d", seed), func(t *testing.T) { compare(t, records, defined) })
		whole := dataset.NewRecords(fillBolt(t, graphs), options(t))
		t.Run(fmt.Sprintf("whole records/%d", seed), func(t *testing.T) { compare(t, whole, defined) })
		memory := sparqltest.NewMemory(defaultTriples, named)
		t.Run(fmt.Sprintf("memory/%d", seed), func(t *testing.T) {
			compare(t, memory, contentsOf(defaultTriples, named, graph.Dedup(slices.Concat(defaultTriples, union))))
		})
		a, b, c := graphs[0].Name, graphs[1].Name, graphs[6].Name
		restricted := contentsOf(
			graph.Dedup(slices.Concat(named[a], named[b], union)),
			map[rdf.IRI][]rdf.Triple{b: named[b], c: named[c], options(t).Default: defaultTriples},
			union)
		from := []rdf.IRI{a, b, a, options(t).Union}
		fromNamed := []rdf.IRI{b, c, options(t).Default, b}
		t.Run(fmt.Sprintf("restricted/%d", seed), func(t *testing.T) {
			d, err := dataset.Restrict(t.Context(), records, from, fromNamed)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, d, restricted)
		})
	}
}

// compare asks a dataset for the terms of what it should hold.
func compare(t *testing.T, d dataset.Dataset, want contents) {
	t.Helper()
	elsewhere := dataset.Named(iri(t, "http://vocab.example/no-graph"))
	want[elsewhere] = nil
	asked := append(slices.Clone(want[dataset.Each()]), want[dataset.Default()]...)
	asked = append(asked, rdf.Quad{Triple: rdf.Triple{Subj: blank(t, "b0"), Pred: graph.Type, Obj: blank(t, "i-zz.b0")}})
	for scope, quads := range want {
		for i := 0; i < len(asked); i += 9 {
			for shape := range 8 {
				compareMatches(t, d, scope, patternOf(asked[i].Triple, shape), quads)
			}
		}
		compareMatches(t, d, scope, dataset.Pattern{Subject: graph.String("1")}, nil)
		compareMatches(t, d, scope, dataset.Pattern{Predicate: blank(t, "b0")}, nil)
	}
	var names []rdf.IRI
	for scope := range want {
		for _, q := range want[scope] {
			if name, ok := q.Ctx.(rdf.IRI); ok && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	compareGraphs(t, d, names)
}

// patternOf returns the pattern with the terms of a triple that the bits of the shape
// stand for.
func patternOf(triple rdf.Triple, shape int) (p dataset.Pattern) {
	if shape&4 != 0 {
		p.Subject = triple.Subj
	}
	if shape&2 != 0 {
		p.Predicate = triple.Pred
	}
	if shape&1 != 0 {
		p.Object = triple.Obj
	}
	return p
}

func compareMatches(t *testing.T, d dataset.Dataset, scope dataset.Scope, p dataset.Pattern, quads []rdf.Quad) {
	t.Helper()
	want := map[rdf.Quad]bool{}
	for _, q := range quads {
		if (p.Subject == nil || p.Subject == q.Subj) && (p.Predicate == nil || p.Predicate == q.Pred) && (p.Object == nil || p.Object == q.Obj) {
			want[q] = true
		}
	}
	got := map[rdf.Quad]bool{}
	for _, q := range collect(t, d.Match(t.Context(), scope, p)) {
		if got[q] || !want[q] {
			t.Errorf("%v, %v: %v comes twice (%v) or should not", scope, p, q, got[q])
		}
		got[q] = true
	}
	if len(got) != len(want) {
		t.Errorf("%v, %v: %d quads, want %d", scope, p, len(got), len(want))
	}
	n, err := d.Estimate(t.Context(), scope, p)
	if err != nil || n.Count < uint64(len(want)) || n.Exact && n.Count != uint64(len(want)) {
		t.Errorf("%v, %v: estimate %+v, %v; there are %d", scope, p, n, err, len(want))
	}
}

func compareGraphs(t *testing.T, d dataset.Dataset, want []rdf.IRI) {
	t.Helper()
	got := collect(t, d.Graphs(t.Context()))
	for _, name := range want {
		has, err := d.HasGraph(t.Context(), name)
		scope, found, failed := d.Find(t.Context(), name)
		if !has || err != nil || !found || failed != nil || !slices.Contains(got, name) {
			t.Errorf("%s: HasGraph %v, %v; Find %v, %v, %v; among %v", name, has, err, scope, found, failed, got)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d graphs, want %d: %v", len(got), len(want), got)
	}
	no := iri(t, "http://vocab.example/no-graph")
	has, err := d.HasGraph(t.Context(), no)
	if _, found, failed := d.Find(t.Context(), no); has || found || err != nil || failed != nil {
		t.Errorf("a graph that is not there: %v, %v, %v, %v", has, err, found, failed)
	}
}

func collect[T any](t *testing.T, walk iter.Seq2[T, error]) []T {
	t.Helper()
	var all []T
	for item, err := range walk {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, item)
	}
	return all
}

// TestEstimates names the patterns whose numbers are exact for records.
func TestEstimates(t *testing.T) {
	graphs := randomGraphs(t, 1, 7)
	d := dataset.NewRecords(fill(t, graphs), options(t))
	name := graphs[0].Name
	node := dataset.Labels{Base: base}.Scoped(blank(t, "b0"), name)
	for _, test := range []struct {
		scope dataset.Scope
		p     dataset.Pattern
		exact bool
	}{
		{dataset.Default(), dataset.Pattern{}, false},
		{dataset.Default(), dataset.Pattern{Subject: name}, true},
		{dataset.Default(), dataset.Pattern{Subject: node}, true},
		{dataset.Default(), dataset.Pattern{Predicate: graph.Type}, false},
		{dataset.Each(), dataset.Pattern{}, true},
		{dataset.Each(), dataset.Pattern{Object: name}, true},
		{dataset.Named(name), dataset.Pattern{Predicate: graph.Type}, true},
		{dataset.Union(), dataset.Pattern{Predicate: graph.Type}, false},
		{dataset.Union(), dataset.Pattern{Subject: iri(t, "http://vocab.example/1"), Predicate: graph.Type, Object: name}, true},
	} {
		n, err := d.Estimate(t.Context(), test.scope, test.p)
		if err != nil || n.Exact != test.exact {
			t.Errorf("%v, %v: %+v, %v; want exact %v", test.scope, test.p, n, err, test.exact)
		}
	}
}

// TestPages takes answers apart into pages, each read with a dataset of its own.
func TestPages(t *testing.T) {
	graphs := randomGraphs(t, 3, 7)
	snapshot := fill(t, graphs)
	for _, scope := range []dataset.Scope{dataset.Default(), dataset.Union(), dataset.Each(), dataset.Named(graphs[2].Name)} {
		for _, p := range []dataset.Pattern{{}, {Predicate: graph.Type}, {Object: graphs[1].Name}, {Subject: graphs[1].Name}} {
			whole := collect(t, dataset.NewRecords(snapshot, options(t)).Match(t.Context(), scope, p))
			var paged []rdf.Quad
			after, more := rdfstore.Cursor(""), true
			for more {
				n := 0
				more = false
				for step, err := range dataset.NewRecords(snapshot, options(t)).Walk(t.Context(), scope, p, after) {
					if err != nil {
						t.Fatal(err)
					}
					if n == 3 {
						more = true
						break
					}
					if !step.Repeated {
						paged = append(paged, step.Quad)
					}
					after = step.Cursor
					n++
				}
			}
			if !slices.Equal(paged, whole) {
				t.Errorf("%v, %v: %d quads in pages, %d in one walk", scope, p, len(paged), len(whole))
			}
		}
	}
}

func TestContextEnds(t *testing.T) {
	graphs := randomGraphs(t, 1, 7)
	_, named, _ := asDefined(t, graphs)
	records := dataset.NewRecords(fill(t, graphs), options(t))
	restricted, err := dataset.Restrict(t.Context(), records, []rdf.IRI{graphs[0].Name}, []rdf.IRI{graphs[0].Name})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	whole := dataset.NewRecords(fillBolt(t, graphs), options(t))
	for name, d := range map[string]dataset.Dataset{"records": records, "whole records": whole, "memory": sparqltest.NewMemory(nil, named), "restricted": restricted} {
		for _, scope := range []dataset.Scope{dataset.Default(), dataset.Union(), dataset.Each(), dataset.Named(graphs[0].Name)} {
			var failed error
			for _, err := range d.Match(ctx, scope, dataset.Pattern{}) {
				failed = err
			}
			_, err := d.Estimate(ctx, scope, dataset.Pattern{})
			if memoryIsEmpty := name == "memory" && scope == dataset.Default(); !memoryIsEmpty && !errors.Is(failed, context.Canceled) || !errors.Is(err, context.Canceled) {
				t.Errorf("%s, %v: Match %v, Estimate %v", name, scope, failed, err)
			}
		}
		for _, err := range d.Graphs(ctx) {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: Graphs yields %v", name, err)
			}
		}
	}
}
