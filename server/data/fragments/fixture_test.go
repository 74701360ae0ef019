package fragments

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/memstore"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/sparql/dataset"
)

const base = "https://museum.example/"

func iri(t testing.TB, text string) rdf.IRI {
	t.Helper()
	out, err := graph.IRI(text)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// testNames are the names in these tests.
func testNames(t testing.TB) Names {
	t.Helper()
	names, err := NewNames(base+"-/dataset#data", base+"-/", base, base+".well-known/genid/")
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// collection is a store with what fragments of it should be made of.
type collection struct {
	names    Names
	snapshot rdfstore.Snapshot
	// quads are those of every named graph, of the default graph and of the union,
	// by the names of these.
	quads []quad
}

// records returns the dataset of the collection, with nothing kept.
func (c collection) records() *dataset.Records { return c.names.Records(c.snapshot) }

// newCollection returns some random records of few terms, which repeat each other.
func newCollection(t testing.TB, seed uint64) collection {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 2))
	label, err := graph.Blank("b0")
	if err != nil {
		t.Fatal(err)
	}
	nodes := []rdf.Term{iri(t, "http://vocab.example/1"), iri(t, "http://vocab.example/2"), label}
	var records []rdf.IRI
	for i := range 6 {
		records = append(records, iri(t, fmt.Sprintf("%sobject/%d", base, i)))
		nodes = append(nodes, records[i])
	}
	values := append([]rdf.Term{graph.String("say \"1\""), graph.Typed("1", graph.XSDInteger)}, nodes...)
	predicates := []rdf.IRI{graph.Type, graph.Label}
	store := memstore.New()
	var graphs []*graph.Graph
	for _, name := range records {
		g := &graph.Graph{Name: name}
		for range 5 + r.IntN(20) {
			g.Triples = append(g.Triples, rdf.Triple{
				Subj: nodes[r.IntN(len(nodes))].(rdf.Subject),
				Pred: predicates[r.IntN(len(predicates))],
				Obj:  values[r.IntN(len(values))].(rdf.Object),
			})
		}
		g.Triples = graph.Dedup(g.Triples)
		if _, err := store.Apply(t.Context(), rdfstore.Change{Put: g}); err != nil {
			t.Fatal(err)
		}
		graphs = append(graphs, g)
	}
	c := collection{names: testNames(t)}
	if c.snapshot, err = store.Snapshot(t.Context()); err != nil {
		t.Fatal(err)
	}
	c.define(t, graphs)
	return c
}

// define finds the quads of fragments by the definition of the dataset.
func (c *collection) define(t testing.TB, graphs []*graph.Graph) {
	t.Helper()
	isRecord := map[rdf.Term]bool{}
	for _, g := range graphs {
		isRecord[g.Name] = true
	}
	seen := map[quad]bool{}
	add := func(q quad) {
		if !seen[q] {
			seen[q] = true
			c.quads = append(c.quads, q)
		}
	}
	for _, g := range graphs {
		for _, stated := range g.Triples {
			s, o := c.node(t, stated.Subj, g.Name), c.node(t, stated.Obj, g.Name)
			add(quad{s, stated.Pred, o, g.Name})
			add(quad{s, stated.Pred, o, c.names.Union})
			if !isRecord[s] || s == rdf.Term(g.Name) {
				add(quad{s, stated.Pred, o, c.names.Default})
			}
		}
	}
}

// node returns a term of a graph as fragments have it.
func (c *collection) node(t testing.TB, term rdf.Term, name rdf.IRI) rdf.Term {
	t.Helper()
	b, isBlank := term.(rdf.Blank)
	if !isBlank {
		return term
	}
	return iri(t, c.names.Nodes.Prefix+c.names.Nodes.Labels.Scoped(b, name).String())
}
