package plan

import (
	"cmp"
	"slices"

	"vitrine/sparql/algebra"
)

// What of a sequence a scan is joined with lets a dataset pass over graphs by their lists
// alone, without reading a record.
const (
	// maxJoined is how many patterns a scan is joined with at once.
	maxJoined = 4
	// joinedShare is how many times as many triples as the scan a pattern may have: one
	// with more leaves out little.
	joinedShare = 16
)

// joined returns the patterns that are left of the sequence and that hold in the same graph
// as a triple of the pattern or not at all: in a named graph all of them, and in the default
// graph those of the same subject. Those with the fewest triples come first. A scan that is
// evaluated again and again has none.
func (a *arranger) joined(t *algebra.Triple, s site) []algebra.Triple {
	if s.again || !t.Subject.IsVar() || t.Predicate.IsVar() || s.graph.Named && !s.unbound() {
		return nil
	}
	type counted struct {
		algebra.Triple
		count float64
	}
	var found []counted
	most := joinedShare * a.count(t, s.graph)
	for _, p := range a.parts {
		if p.triple == nil || *p.triple == *t || p.triple.Predicate.IsVar() || !s.graph.Named && p.triple.Subject != t.Subject {
			continue
		}
		if n := a.count(p.triple, s.graph); n <= most {
			found = append(found, counted{*p.triple, n})
		}
	}
	slices.SortStableFunc(found, func(x, y counted) int { return cmp.Compare(x.count, y.count) })
	var triples []algebra.Triple
	for _, one := range found[:min(len(found), maxJoined)] {
		triples = append(triples, one.Triple)
	}
	return triples
}
