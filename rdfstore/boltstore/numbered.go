package boltstore

import (
	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// numbered is a graph whose terms have numbers, so that what is to be known of
// a term is worked out once however often it stands in the graph.
type numbered struct {
	*graph.Graph
	// terms are the subjects and objects by number: each once, in the order in
	// which they first stand in the triples.
	terms []rdf.Term
	// triples are the numbers of each triple's subject and object.
	triples []ends
	// predicates are the numbers in the dictionary of each triple's predicate,
	// nil until numberPredicates.
	predicates []uint32
	// mayRepeat is set where a triple stands in the graph twice, and in a graph
	// of many triples where one may do so.
	mayRepeat bool
}

type ends struct{ subject, object uint32 }

// numberTerms numbers the terms of a graph, which keeps what its Check asks for.
func numberTerms(g *graph.Graph) *numbered {
	n := &numbered{
		Graph:   g,
		terms:   make([]rdf.Term, 0, len(g.Triples)+1),
		triples: make([]ends, len(g.Triples)),
	}
	numbers := termNumbers{byText: make(map[string]uint32, len(g.Triples))}
	for i, t := range g.Triples {
		e, known := &n.triples[i], len(n.terms)
		if i > 0 && t.Subj == g.Triples[i-1].Subj {
			e.subject = n.triples[i-1].subject
		} else {
			e.subject = n.number(&numbers, t.Subj)
		}
		e.object = n.number(&numbers, t.Obj)
		// A triple that brings a new term repeats none.
		if len(n.terms) == known && !n.mayRepeat {
			n.mayRepeat = i >= fewTriples || n.repeats(i)
		}
	}
	return n
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

// termNumbers are the numbers of the terms of a graph.
type termNumbers struct {
	// byText has the first term of each text, others those whose text another
	// has: few graphs have any.
	byText map[string]uint32
	others map[rdf.Term]uint32
}

// number returns the number of a term, giving it one where it has none.
func (n *numbered) number(numbers *termNumbers, t rdf.Term) uint32 {
	next := uint32(len(n.terms))
	text := t.String()
	known, ok := numbers.byText[text]
	switch {
	case !ok:
		numbers.byText[text] = next
	case n.terms[known] == t:
		return known
	default:
		if known, ok = numbers.others[t]; ok {
			return known
		}
		if numbers.others == nil {
			numbers.others = map[rdf.Term]uint32{}
		}
		numbers.others[t] = next
	}
	n.terms = append(n.terms, t)
	return next
}

// numberPredicates looks up the numbers of the predicates, once.
func (n *numbered) numberPredicates(d numbers) error {
	if n.predicates != nil {
		return nil
	}
	predicates := make([]uint32, len(n.triples))
	for i, t := range n.Triples {
		var err error
		if predicates[i], err = predicateNumber(d, t.Pred.String()); err != nil {
			return err
		}
	}
	n.predicates = predicates
	return nil
}
