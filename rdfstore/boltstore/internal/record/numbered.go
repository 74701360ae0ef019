package record

import (
	"hash/maphash"
	"math/bits"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// Numbered is a graph whose terms have numbers, so that what is to be known of
// a term is worked out once however often it stands in the graph. Its memory can
// be used again for another graph.
type Numbered struct {
	*graph.Graph
	// Terms are the subjects and objects by number: each once, in the order in
	// which they first stand in the triples.
	Terms []rdf.Term
	// Ends are the numbers of each triple's subject and object.
	Ends []TripleEnds
	// Predicates are the numbers in the dictionary of each triple's predicate,
	// none until numberPredicates.
	Predicates []uint32
	// mayRepeat is set where a triple stands in the graph twice, and in a graph
	// of many triples where one may do so.
	mayRepeat bool

	// slots is a hash table of the terms: 1 + number of a term, or 0, where its
	// hash says or after it.
	slots []uint32
	seed  maphash.Seed
	// Hashes are those of the terms, none until appendPostings, which has mentions
	// and sorted to work with.
	Hashes   []uint64
	Mentions []Mention
	Sorted   []uint32
}

// TripleEnds are the numbers of the terms of a triple.
type TripleEnds struct{ Subject, Object uint32 }

// NumberTerms numbers the terms of a graph, which keeps what its Check asks for.
func NumberTerms(g *graph.Graph) *Numbered {
	n := &Numbered{}
	n.Number(g)
	return n
}

// Number numbers the terms of a graph in place of those of any other.
func (n *Numbered) Number(g *graph.Graph) {
	n.Forget()
	n.Graph, n.mayRepeat = g, false
	n.Terms = slices.Grow(n.Terms, len(g.Triples)+1)
	n.Ends = slices.Grow(n.Ends[:0], len(g.Triples))[:len(g.Triples)]
	n.Predicates = n.Predicates[:0]
	// A triple has two terms, and half of the slots stay free.
	size := 1 << bits.Len(uint(4*len(g.Triples)))
	n.slots = slices.Grow(n.slots[:0], size)[:size]
	clear(n.slots)
	n.seed = maphash.MakeSeed()
	for i, t := range g.Triples {
		e, known := &n.Ends[i], len(n.Terms)
		if i > 0 && t.Subj == g.Triples[i-1].Subj {
			e.Subject = n.Ends[i-1].Subject
		} else {
			e.Subject = n.termNumber(t.Subj)
		}
		e.Object = n.termNumber(t.Obj)
		// A triple that brings a new term repeats none.
		if len(n.Terms) == known && !n.mayRepeat {
			n.mayRepeat = i >= fewTriples || n.repeats(i)
		}
	}
}

// Forget lets go of the graph, but not of the memory for the next.
func (n *Numbered) Forget() {
	n.Graph = nil
	clear(n.Terms)
	n.Terms = n.Terms[:0]
}

// fewTriples is how many triples take less time to look at than to make a map
// of.
const fewTriples = 256

// repeats tells whether a triple stands in the graph before.
func (n *Numbered) repeats(i int) bool {
	for j, e := range n.Ends[:i] {
		if e == n.Ends[i] && n.Triples[j].Pred == n.Triples[i].Pred {
			return true
		}
	}
	return false
}

// termNumber returns the number of a term, giving it one where it has none.
func (n *Numbered) termNumber(t rdf.Term) uint32 {
	last := uint64(len(n.slots) - 1)
	for i := n.hash(t); ; i++ {
		slot := &n.slots[i&last]
		if *slot == 0 {
			n.Terms = append(n.Terms, t)
			*slot = uint32(len(n.Terms))
		} else if n.Terms[*slot-1] != t {
			continue
		}
		return *slot - 1
	}
}

// hash returns a hash of a term for the slots. Terms of one text that are not the
// same have hashes of their own: a graph may have any number of them.
func (n *Numbered) hash(t rdf.Term) uint64 {
	h := maphash.String(n.seed, t.String())
	l, ok := t.(rdf.Literal)
	if !ok || l.DataType == graph.XSDString {
		return h
	}
	return h ^ bits.RotateLeft64(maphash.String(n.seed, l.DataType.String()), 1) ^ bits.RotateLeft64(maphash.String(n.seed, l.Lang()), 2)
}

// NumberPredicates looks up the numbers of the predicates, once.
func (n *Numbered) NumberPredicates(d *Dictionary) error {
	if len(n.Predicates) == len(n.Ends) {
		return nil
	}
	predicates := slices.Grow(n.Predicates, len(n.Ends))
	for _, t := range n.Triples {
		p, err := predicateNumber(d, t.Pred.String())
		if err != nil {
			return err
		}
		predicates = append(predicates, p)
	}
	n.Predicates = predicates
	return nil
}
