package storetest

import (
	"fmt"
	"math/rand/v2"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

const (
	base = "https://museum.example/"
	crm  = "http://www.cidoc-crm.org/cidoc-crm/"
)

// iri returns an IRI of a test, which is one unless the test is wrong.
func iri(s string) rdf.IRI {
	i, err := graph.IRI(s)
	if err != nil {
		panic(err)
	}
	return i
}

func blank(label string) rdf.Blank {
	b, err := graph.Blank(label)
	if err != nil {
		panic(err)
	}
	return b
}

func tagged(s, tag string) rdf.Literal {
	l, err := graph.Tagged(s, tag)
	if err != nil {
		panic(err)
	}
	return l
}

func triple(s rdf.Subject, p string, o rdf.Object) rdf.Triple {
	return rdf.Triple{Subj: s, Pred: iri(p), Obj: o}
}

// newGraph returns a graph of the class with a label and more triples.
func newGraph(name, class, label string, more ...rdf.Triple) *graph.Graph {
	n := iri(name)
	triples := []rdf.Triple{
		{Subj: n, Pred: graph.Type, Obj: iri(crm + class)},
		{Subj: n, Pred: graph.Label, Obj: graph.String(label)},
	}
	return &graph.Graph{Name: n, Triples: append(triples, more...)}
}

func put(g *graph.Graph) rdfstore.Change { return rdfstore.Change{Put: g} }

func remove(name string) rdfstore.Change { return rdfstore.Change{Delete: iri(name)} }

// entityName returns the name of the nth of the entities that Random makes.
func entityName(n int) string { return fmt.Sprintf("%sobject/%d", base, n) }

// Random returns a graph for the nth of a set of entities, of the shape of a
// Linked Art record: the entity and a few parts, by blank node or by IRI, that
// point to other entities and to concepts that many share. The same state of r
// gives the same graph.
func Random(r *rand.Rand, n int) *graph.Graph {
	name := iri(entityName(n))
	classes := []string{"E22_Human-Made_Object", "E21_Person", "E53_Place"}
	g := newGraph(name.String(), classes[r.IntN(len(classes))], fmt.Sprintf("Object %d", r.IntN(20)))
	if r.IntN(10) == 0 {
		g.Triples = append(g.Triples, rdf.Triple{Subj: name, Pred: graph.Type, Obj: iri(crm + "E24_Physical_Human-Made_Thing")})
	}
	for i := range r.IntN(5) {
		g.Triples = append(g.Triples, randomPart(r, name, i)...)
	}
	concept := iri(fmt.Sprintf("http://vocab.example/concept/%d", r.IntN(4)))
	g.Triples = append(g.Triples,
		triple(name, crm+"P2_has_type", concept),
		triple(concept, graph.Label.String(), graph.String("Concept")),
		triple(name, crm+"P46_is_composed_of", iri(entityName(r.IntN(30)))))
	g.Triples = graph.Dedup(g.Triples)
	g.Source = graph.Source{MediaType: "application/ld+json", Context: []byte(`"https://linked.art/ns/v1/linked-art.json"`)}
	if r.IntN(2) == 0 {
		g.Source.Layout = []byte(fmt.Sprintf("outline %d", r.IntN(100)))
	}
	return g
}

// randomPart returns the triples about one part of an entity.
func randomPart(r *rand.Rand, name rdf.IRI, i int) []rdf.Triple {
	var part rdf.Object = blank(fmt.Sprintf("b%d", i))
	if r.IntN(2) == 0 {
		part = iri(fmt.Sprintf("%s/part/%d", name, i))
	}
	values := []rdf.Object{
		graph.String(fmt.Sprint("value ", r.IntN(50))),
		tagged(fmt.Sprint("Wert ", r.IntN(50)), "de-ch-1996"),
		graph.Typed(fmt.Sprint(r.IntN(50)), graph.XSDInteger),
		graph.Typed(fmt.Sprint(r.IntN(50)), graph.XSDString),
	}
	return []rdf.Triple{
		triple(name, crm+"P1_is_identified_by", part),
		triple(part.(rdf.Subject), graph.Type.String(), iri(crm+"E33_E41_Linguistic_Appellation")),
		triple(part.(rdf.Subject), crm+"P190_has_symbolic_content", values[r.IntN(len(values))]),
	}
}

// RandomChange returns a change to one of n entities: a Put, a Delete, either
// with a precondition that may not hold.
func RandomChange(r *rand.Rand, n int) rdfstore.Change {
	i := r.IntN(n)
	var c rdfstore.Change
	if r.IntN(4) == 0 {
		c = remove(entityName(i))
	} else {
		c = put(Random(r, i))
	}
	switch r.IntN(8) {
	case 0:
		c.If.Absent = true
	case 1:
		c.If.Present = true
	case 2:
		c.If.Version = 1 + r.Uint64N(50)
	}
	return c
}
