package graph

import "github.com/knakk/rdf"

// taken is a graph taken apart for a comparison.
type taken struct {
	// ground are the triples without blank nodes.
	ground     map[rdf.Triple]struct{}
	components []*component
}

// component is the triples about blank nodes that are linked to each other,
// each once.
type component struct {
	edges []edge
	// colours are those of the nodes.
	colours []uint64
}

// edge is a triple with at least one blank node. A blank node is its number in
// the component, from 0; another term is below 0.
type edge struct{ subj, pred, obj int }

// signature is the same for components that are the same.
func (k *component) signature() uint64 {
	sum := mix(uint64(len(k.edges)), uint64(len(k.colours)))
	for _, colour := range k.colours {
		sum += mix(itself, colour)
	}
	return sum
}

// read takes a graph apart.
func (c *comparison) read(triples []rdf.Triple) taken {
	out := taken{ground: map[rdf.Triple]struct{}{}}
	blanks := map[rdf.Term]int{}
	seen := map[edge]struct{}{}
	var edges []edge
	for _, t := range triples {
		if !isBlank(t.Subj) && !isBlank(t.Obj) {
			out.ground[t] = struct{}{}
			continue
		}
		e := edge{c.number(t.Subj, blanks), c.number(t.Pred, blanks), c.number(t.Obj, blanks)}
		if _, again := seen[e]; !again {
			seen[e] = struct{}{}
			edges = append(edges, e)
		}
	}
	out.components = split(edges, len(blanks))
	return out
}

func isBlank(t rdf.Term) bool { _, ok := t.(rdf.Blank); return ok }

// number returns the number of a term: of a blank node in its graph, from 0; of
// another among those of both graphs, below 0.
func (c *comparison) number(t rdf.Term, blanks map[rdf.Term]int) int {
	if isBlank(t) {
		n, ok := blanks[t]
		if !ok {
			n = len(blanks)
			blanks[t] = n
		}
		return n
	}
	n, ok := c.terms[t]
	if !ok {
		n = -1 - len(c.terms)
		c.terms[t] = n
	}
	return n
}

// split puts the triples that share blank nodes, directly or over others, into
// components of their own.
func split(edges []edge, blanks int) []*component {
	parent := make([]int, blanks)
	for i := range parent {
		parent[i] = i
	}
	root := func(n int) int {
		for parent[n] != n {
			parent[n] = parent[parent[n]]
			n = parent[n]
		}
		return n
	}
	for _, e := range edges {
		if e.subj >= 0 && e.obj >= 0 {
			parent[root(e.subj)] = root(e.obj)
		}
	}
	of := map[int]*component{}
	numbers := make([]int, blanks)
	var out []*component
	for n := range numbers {
		k := of[root(n)]
		if k == nil {
			k = &component{}
			of[root(n)] = k
			out = append(out, k)
		}
		numbers[n] = len(k.colours)
		k.colours = append(k.colours, itself)
	}
	for _, e := range edges {
		k := of[root(max(e.subj, e.obj))]
		if e.subj >= 0 {
			e.subj = numbers[e.subj]
		}
		if e.obj >= 0 {
			e.obj = numbers[e.obj]
		}
		k.edges = append(k.edges, e)
	}
	return out
}
