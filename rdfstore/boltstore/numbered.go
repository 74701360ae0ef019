package boltstore

import (
	"hash/maphash"
	"math/bits"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// numbered is a graph whose terms have numbers, so that what is to be known of
// a term is worked out once however often it stands in the graph. Its memory can
// be used again for another graph.
type numbered struct {
	*graph.Graph
	// terms are the subjects and objects by number: each once, in the order in
	// which they first stand in the triples.
	terms []rdf.Term
	// triples are the numbers of each triple's subject and object.
	triples []ends
	// predicates are the numbers in the dictionary of each triple's predicate,
	// none until numberPredicates.
	predicates []uint32
	// mayRepeat is set where a triple stands in the graph twice, and in a graph
	// of many triples where one may do so.
	mayRepeat bool

	// slots is a hash table of the terms: 1 + number of a term, or 0, where its
	// hash says or after it.
	slots []uint32
	seed  maphash.Seed
	// hashes are those of the terms, none until appendPostings, which has mentions
	// and sorted to work with.
	hashes   []uint64
	mentions []mention
	sorted   []uint32
}

type ends struct{ subject, object uint32 }

// numberTerms numbers the terms of a graph, which keeps what its Check asks for.
func numberTerms(g *graph.Graph) *numbered {
	n := &numbered{}
	n.number(g)
	return n
}

// number numbers the terms of a graph in place of those of any other.
func (n *numbered) number(g *graph.Graph) {
	n.forget()
	n.Graph, n.mayRepeat = g, false
	n.terms = slices.Grow(n.terms, len(g.Triples)+1)
	n.triples = slices.Grow(n.triples[:0], len(g.Triples))[:len(g.Triples)]
	n.predicates = n.predicates[:0]
	// A triple has two terms, and half of the slots stay free.
	size := 1 << bits.Len(uint(4*len(g.Triples)))
	n.slots = slices.Grow(n.slots[:0], size)[:size]
	clear(n.slots)
	n.seed = maphash.MakeSeed()
	for i, t := range g.Triples {
		e, known := &n.triples[i], len(n.terms)
		if i > 0 && t.Subj == g.Triples[i-1].Subj {
			e.subject = n.triples[i-1].subject
		} else {
			e.subject = n.termNumber(t.Subj)
		}
		e.object = n.termNumber(t.Obj)
		// A triple that brings a new term repeats none.
		if len(n.terms) == known && !n.mayRepeat {
			n.mayRepeat = i >= fewTriples || n.repeats(i)
		}
	}
}

// forget lets go of the graph, but not of the memory for the next.
func (n *numbered) forget() {
	n.Graph = nil
	clear(n.terms)
	n.terms = n.terms[:0]
}

// fewTriples is how many triples take less time to look at than to make a map
// of.
const fewTriples = 256

// repeats tells whether a triple stands in the graph before.
func (n *numbered) repeats(i int) bool {
	for j, e := range n.triples[:i] {
		if e == n.triples[i] && n.Triples[j].Pred == n.Triples[i].Pred {
			return true
		}
	}
	return false
}

// termNumber returns the number of a term, giving it one where it has none.
func (n *numbered) termNumber(t rdf.Term) uint32 {
	last := uint64(len(n.slots) - 1)
	for i := n.hash(t); ; i++ {
		slot := &n.slots[i&last]
		if *slot == 0 {
			n.terms = append(n.terms, t)
			*slot = uint32(len(n.terms))
		} else if n.terms[*slot-1] != t {
			continue
		}
		return *slot - 1
	}
}

// hash returns a hash of a term for the slots. Terms of one text that are not the
// same have hashes of their own: a graph may have any number of them.
func (n *numbered) hash(t rdf.Term) uint64 {
	h := maphash.String(n.seed, t.String())
	l, ok := t.(rdf.Literal)
	if !ok || l.DataType == graph.XSDString {
		return h
	}
	return h ^ bits.RotateLeft64(maphash.String(n.seed, l.DataType.String()), 1) ^ bits.RotateLeft64(maphash.String(n.seed, l.Lang()), 2)
}

// numberPredicates looks up the numbers of the predicates, once.
func (n *numbered) numberPredicates(d numbers) error {
	if len(n.predicates) == len(n.triples) {
		return nil
	}
	predicates := slices.Grow(n.predicates, len(n.triples))
	for _, t := range n.Triples {
		p, err := predicateNumber(d, t.Pred.String())
		if err != nil {
			return err
		}
		predicates = append(predicates, p)
	}
	n.predicates = predicates
	return nil
}
