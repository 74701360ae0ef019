package graph

import (
	"context"
	"errors"
	"math"

	"github.com/knakk/rdf"
)

// ErrBudget means that a comparison was given up, so that it is not known
// whether the graphs are the same.
var ErrBudget = errors.New("the comparison of the graphs takes more steps than it may")

// Isomorphic tells whether two sets of triples are the same graph up to the
// labels of their blank nodes (RDF 1.1 Concepts section 3.6). Order and
// repetition do not count. It may take time exponential in the number of blank
// nodes; graphs of a client are compared with Compare.
func Isomorphic(a, b []rdf.Triple) bool {
	same, _ := Compare(context.Background(), a, b, math.MaxInt)
	return same
}

// Compare is Isomorphic within a budget of steps, of which looking at a triple
// or a blank node takes one. The error is ErrBudget or that of ctx.
//
// Blank nodes that are linked to each other form components, which are compared
// one by one. In each, blank nodes are told apart by colour refinement, that
// is by what is said about them and their neighbours. What then is still alike
// is tried out; most graphs leave little, but some are made to leave all.
func Compare(ctx context.Context, a, b []rdf.Triple, budget int) (bool, error) {
	c := &comparison{ctx: ctx, budget: budget, terms: map[rdf.Term]int{}}
	ga, gb := c.read(a), c.read(b)
	if len(ga.ground) != len(gb.ground) || len(ga.components) != len(gb.components) {
		return false, nil
	}
	for t := range ga.ground {
		if _, ok := gb.ground[t]; !ok {
			return false, nil
		}
	}
	return c.components(ga.components, gb.components)
}

// comparison is one run of Compare.
type comparison struct {
	ctx    context.Context
	budget int
	// terms numbers the terms of both graphs.
	terms map[rdf.Term]int
}

// spend takes steps from the budget.
func (c *comparison) spend(steps int) error {
	if err := c.ctx.Err(); err != nil {
		return err
	}
	if c.budget < steps {
		return ErrBudget
	}
	c.budget -= steps
	return nil
}

// components pairs each component of a with one of b that is the same. Since
// being the same is an equivalence, the first that is found will do.
func (c *comparison) components(a, b []*component) (bool, error) {
	groups := map[uint64][]*component{}
	for _, of := range [][]*component{a, b} {
		for _, k := range of {
			if err := c.refine(k, k.colours); err != nil {
				return false, err
			}
		}
	}
	for _, k := range b {
		signature := k.signature()
		groups[signature] = append(groups[signature], k)
	}
	for _, k := range a {
		signature := k.signature()
		group := groups[signature]
		i, err := c.find(k, group)
		if i < 0 || err != nil {
			return false, err
		}
		group[i] = group[len(group)-1]
		groups[signature] = group[:len(group)-1]
	}
	return true, nil
}

// find returns the index of the first component that is the same as k, -1 where
// there is none.
func (c *comparison) find(k *component, among []*component) (int, error) {
	for i, other := range among {
		if same, err := c.match(k, other, k.colours, other.colours); same || err != nil {
			return i, err
		}
	}
	return -1, nil
}

// match tells whether two components are the same under colourings that were
// refined. Of several nodes with one colour it pairs the first with each of the
// other component's in turn.
func (c *comparison) match(a, b *component, ca, cb []uint64) (bool, error) {
	if err := c.spend(len(ca) + len(cb)); err != nil {
		return false, err
	}
	na, nb := byColour(ca), byColour(cb)
	if len(a.edges) != len(b.edges) || len(na) != len(nb) {
		return false, nil
	}
	first, end := -1, 0
	for i := range na {
		if ca[na[i]] != cb[nb[i]] {
			return false, nil
		}
		if first < 0 && i > 0 && ca[na[i]] == ca[na[i-1]] {
			first = i - 1
		}
	}
	if first < 0 {
		return c.verify(a, b, na, nb)
	}
	for end = first; end < len(na) && ca[na[end]] == ca[na[first]]; end++ {
	}
	colour := mix(ca[na[first]], chosen)
	da, err := c.recolour(a, ca, na[first], colour)
	if err != nil {
		return false, err
	}
	for _, candidate := range nb[first:end] {
		db, err := c.recolour(b, cb, candidate, colour)
		if err != nil {
			return false, err
		}
		if same, err := c.match(a, b, da, db); same || err != nil {
			return same, err
		}
	}
	return false, nil
}

// verify tells whether the triples are the same where each node of a, in the
// order na, stands for the node of b at the same place of nb.
func (c *comparison) verify(a, b *component, na, nb []int) (bool, error) {
	if err := c.spend(len(a.edges) + len(b.edges)); err != nil {
		return false, err
	}
	to := make([]int, len(na))
	for i, n := range na {
		to[n] = nb[i]
	}
	edges := make(map[edge]struct{}, len(b.edges))
	for _, e := range b.edges {
		edges[e] = struct{}{}
	}
	for _, e := range a.edges {
		if e.subj >= 0 {
			e.subj = to[e.subj]
		}
		if e.obj >= 0 {
			e.obj = to[e.obj]
		}
		if _, ok := edges[e]; !ok {
			return false, nil
		}
	}
	return true, nil
}
