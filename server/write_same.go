package server

import (
	"slices"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// maxCompared is the number of blank nodes up to which graphs are compared node
// by node, which takes time that grows with its square at least.
const maxCompared = 250

// same tells whether two graphs say the same: certainly if they have at most
// maxCompared blank nodes, and as far as their triples without the labels of
// blank nodes tell if they have more. Then certain is false.
func same(a, b []rdf.Triple) (same, certain bool) {
	if !slices.Equal(masked(a), masked(b)) {
		return false, true
	}
	if blanks(a) > maxCompared {
		return true, false
	}
	return graph.Isomorphic(a, b), true
}

// masked returns the triples without the labels of blank nodes, sorted.
func masked(triples []rdf.Triple) []string {
	text := func(t rdf.Term) string {
		if _, blank := t.(rdf.Blank); blank {
			return "_:"
		}
		return t.Serialize(rdf.NTriples)
	}
	lines := make([]string, len(triples))
	for i, t := range triples {
		lines[i] = text(t.Subj) + " " + text(t.Pred) + " " + text(t.Obj)
	}
	slices.Sort(lines)
	return lines
}

func blanks(triples []rdf.Triple) int {
	seen := map[rdf.Term]bool{}
	for _, t := range triples {
		for _, term := range []rdf.Term{t.Subj, t.Obj} {
			if _, blank := term.(rdf.Blank); blank {
				seen[term] = true
			}
		}
	}
	return len(seen)
}
