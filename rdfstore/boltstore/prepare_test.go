package boltstore

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/graph"
)

// TestPostingsOfAnyGraph compares the postings of random graphs with what a
// posting is: one of each triple for each of its terms, those of one place
// summed up, one of each relation, and those of the name and of what has a class.
func TestPostingsOfAnyGraph(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	x := postings.Indexer{Dict: &codec.Dictionary{}, Derivation: toClasses}
	for range 500 {
		g := randomGraph(r)
		id := r.Uint64N(1 << 40)
		got, err := x.Postings(codec.NumberTerms(g), id)
		if err != nil {
			t.Fatal(err)
		}
		if want := plainPostings(x, g, id); !slices.Equal(got, want) {
			t.Fatalf("%v has postings\n%v, want\n%v", g.Triples, got, want)
		}
	}
}

func plainPostings(x postings.Indexer, g *graph.Graph, id uint64) []postings.Posting {
	var ps []postings.Posting
	add := func(kind postings.ListKind, t rdf.Term, predicate uint32) {
		if t == nil || !codec.IsBlank(t) {
			l := postings.List{Kind: kind}
			if t != nil {
				l.Hash, _ = codec.HashTerm(t, nil)
			}
			ps = append(ps, postings.Posting{Place: l.At(predicate, id), N: 1})
		}
	}
	for _, t := range g.Triples {
		p, _ := x.Dict.Number(codec.IRI, t.Pred.String())
		add(postings.ByPredicate, nil, p)
		add(postings.BySubject, t.Subj, p)
		add(postings.ByObject, t.Obj, p)
	}
	ps = append(ps, x.Relations(g, id)...)
	slices.SortFunc(ps, func(a, b postings.Posting) int { return a.Compare(&b.Place) })
	return append(plainMentions(g, id), sumUp(ps)...)
}

// plainMentions returns the postings of the name, and of each other IRI with a class.
func plainMentions(g *graph.Graph, id uint64) []postings.Posting {
	at := map[postings.Place]uint32{}
	add := func(class uint64, subject rdf.Term) {
		hash, _ := codec.HashTerm(subject, nil)
		at[postings.List{Kind: postings.ByMention, Hash: class}.At(uint32(hash>>32), id)] = uint32(hash) | 1
	}
	add(0, g.Name)
	for _, t := range g.Triples {
		if t.Pred == rdf.Predicate(graph.Type) && t.Subj != rdf.Subject(g.Name) && !codec.IsBlank(t.Subj) && !codec.IsBlank(t.Obj) {
			class, _ := codec.HashTerm(t.Obj, nil)
			add(class, t.Subj)
		}
	}
	var ps []postings.Posting
	for place, n := range at {
		ps = append(ps, postings.Posting{Place: place, N: n})
	}
	slices.SortFunc(ps, func(a, b postings.Posting) int { return a.Compare(&b.Place) })
	return ps
}

// sumUp makes one posting of those that stand at the same place. They are in
// order.
func sumUp(ps []postings.Posting) []postings.Posting {
	kept := ps[:0]
	for _, p := range ps {
		if last := len(kept) - 1; last >= 0 && kept[last].Place == p.Place {
			kept[last].N += p.N
		} else {
			kept = append(kept, p)
		}
	}
	return kept
}

// TestNormalise puts triples into graphs a second time, and literals in another
// spelling.
func TestNormalise(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		g := randomGraph(r)
		n, err := codec.Normalise(g)
		if err != nil || n.Graph != g {
			t.Fatalf("a graph that is normal became another, %v", err)
		}
		checkNumbers(t, n)
		more := *g
		more.Triples = nil
		for _, triple := range g.Triples {
			more.Triples = append(more.Triples, triple)
			for range r.IntN(2) {
				again := g.Triples[r.IntN(len(g.Triples))]
				if slices.Contains(more.Triples, again) {
					more.Triples = append(more.Triples, respelt(t, again))
				}
			}
		}
		before := slices.Clone(more.Triples)
		n, err = codec.Normalise(&more)
		if err != nil || !n.Equal(g) {
			t.Fatalf("%v did not become %v, %v", more.Triples, g.Triples, err)
		}
		checkNumbers(t, n)
		if !slices.Equal(more.Triples, before) {
			t.Fatal("the graph that was given is another")
		}
	}
}

// respelt returns a triple that is the same, though not by ==, where there is
// one.
func respelt(t *testing.T, triple rdf.Triple) rdf.Triple {
	t.Helper()
	l, ok := triple.Obj.(rdf.Literal)
	switch {
	case ok && l.Lang() == "en":
		upper, err := rdf.NewLangLiteral(l.String(), "EN")
		if err != nil {
			t.Fatal(err)
		}
		triple.Obj = upper
	case ok && l.DataType == graph.XSDBoolean:
		boolean, err := rdf.NewLiteral(l.String() == "true")
		if err != nil {
			t.Fatal(err)
		}
		triple.Obj = boolean
	}
	return triple
}

func checkNumbers(t *testing.T, n *codec.Numbered) {
	t.Helper()
	var terms []rdf.Term
	for i, triple := range n.Triples {
		for _, term := range []rdf.Term{triple.Subj, triple.Obj} {
			if !slices.Contains(terms, term) {
				terms = append(terms, term)
			}
		}
		if e := n.Ends[i]; n.Terms[e.Subject] != rdf.Term(triple.Subj) || n.Terms[e.Object] != rdf.Term(triple.Obj) {
			t.Fatalf("the terms of %v have the numbers %v of %v", triple, e, n.Terms)
		}
	}
	if !slices.Equal(n.Terms, terms) {
		t.Fatalf("the terms are %v, want %v", n.Terms, terms)
	}
}

// randomGraph returns a graph, now and then of more than a few triples, whose
// terms often have a text in common.
func randomGraph(r *rand.Rand) *graph.Graph {
	texts := []string{"true", "false", "x:a", "x:b", "x:type", "http://a/b#c", "x"}
	size := 1 + r.IntN(30)
	if r.IntN(20) == 0 {
		size = 256 + r.IntN(256) // more than are compared one by one
	}
	for i := range size / 10 {
		texts = append(texts, fmt.Sprint("x:", i))
	}
	text := func() string { return texts[r.IntN(len(texts))] }
	iri := func() rdf.IRI { return testIRI(texts[2+r.IntN(4)]) }
	subject := func() rdf.Subject {
		if r.IntN(2) == 0 {
			b, _ := graph.Blank(text())
			return b
		}
		return iri()
	}
	object := func() rdf.Object {
		tagged, _ := graph.Tagged(text(), []string{"en", "de", "zh-hant-tw"}[r.IntN(3)])
		objects := []rdf.Object{subject().(rdf.Object), graph.String(text()), graph.Typed(texts[r.IntN(2)], graph.XSDBoolean), graph.Typed(text(), iri()), tagged}
		return objects[r.IntN(len(objects))]
	}
	g := &graph.Graph{Name: iri()}
	for range size {
		predicate := iri()
		if r.IntN(3) == 0 {
			predicate = graph.Type
		}
		g.Triples = append(g.Triples, rdf.Triple{Subj: subject(), Pred: predicate, Obj: object()})
	}
	g.Triples = graph.Dedup(g.Triples)
	return g
}
