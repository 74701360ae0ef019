package codec

import (
	"slices"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// Numbered is a graph whose terms have numbers, so that what is to be known of
// a term is worked out once however often it stands in the graph.
type Numbered struct {
	*graph.Graph
	// Terms are the subjects and objects by number: each once, in the order in
	// which they first stand in the triples.
	Terms []rdf.Term
	// Ends are the numbers of each triple's subject and object.
	Ends []TripleEnds
	// Predicates are the numbers of each triple's predicate, none until they are known.
	Predicates []uint32
	// mayRepeat is set where a triple stands in the graph twice, and in a graph
	// of many triples where one may do so.
	mayRepeat bool
}

// TripleEnds are the numbers of the terms of a triple.
type TripleEnds struct{ Subject, Object uint32 }

// NumberTerms numbers the terms of a graph, which keeps what its Check asks for.
func NumberTerms(g *graph.Graph) *Numbered {
	n := &Numbered{Graph: g, Terms: make([]rdf.Term, 0, len(g.Triples)+1), Ends: make([]TripleEnds, len(g.Triples))}
	numbers := make(map[rdf.Term]uint32, len(g.Triples)+1)
	number := func(t rdf.Term) uint32 {
		number, known := numbers[t]
		if !known {
			number = uint32(len(n.Terms))
			numbers[t] = number
			n.Terms = append(n.Terms, t)
		}
		return number
	}
	for i, t := range g.Triples {
		e, known := &n.Ends[i], len(n.Terms)
		// Most triples have the subject of the one before, or are about its object.
		switch {
		case i > 0 && t.Subj == g.Triples[i-1].Subj:
			e.Subject = n.Ends[i-1].Subject
		case i > 0 && rdf.Term(t.Subj) == g.Triples[i-1].Obj:
			e.Subject = n.Ends[i-1].Object
		default:
			e.Subject = number(t.Subj)
		}
		e.Object = number(t.Obj)
		// A triple that brings a new term repeats none.
		if len(n.Terms) == known && !n.mayRepeat {
			n.mayRepeat = i >= fewTriples || n.repeats(i)
		}
	}
	return n
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

// Normalise returns the graph that reading what is stored of g gives, with
// numbers. It is g itself where that is the same.
func Normalise(g *graph.Graph) (*Numbered, error) {
	g, err := graph.NormaliseTerms(g)
	if err != nil {
		return nil, err
	}
	n := NumberTerms(g)
	if !n.mayRepeat {
		return n, nil
	}
	once := *g
	once.Triples = graph.Dedup(slices.Clone(g.Triples))
	if len(once.Triples) == len(g.Triples) {
		return n, nil
	}
	return NumberTerms(&once), nil
}

// NumberPredicates looks up the numbers of the predicates in a dictionary, which gets them,
// once.
func (n *Numbered) NumberPredicates(d *Dictionary) error {
	if len(n.Predicates) == len(n.Ends) {
		return nil
	}
	n.Predicates = make([]uint32, len(n.Ends))
	for i, t := range n.Triples {
		var err error
		if n.Predicates[i], err = predicateNumber(d, t.Pred.String()); err != nil {
			n.Predicates = nil
			return err
		}
	}
	return nil
}
