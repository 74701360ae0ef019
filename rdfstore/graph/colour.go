package graph

import (
	"cmp"
	"math/bits"
	"slices"
)

// Colours are numbers that blank nodes get by what is said about them. Nodes of
// different colours are different; nodes of one colour may be, too.

// The roles in which something counts towards a colour.
const (
	itself uint64 = iota + 1
	asSubject
	asObject
	asBoth
	ground
	chosen
)

// mix makes one number of two, so that different pairs make different numbers
// but for a chance of one in 2^64. No answer depends on that: verify looks at
// the triples themselves.
func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0x9e3779b97f4a7c15, b^0xd6e8feb86659fd93)
	return bits.RotateLeft64(hi^lo, 23) + a*0xff51afd7ed558ccd + b
}

// refine recolours the nodes of a component, in place, by the triples in which
// they stand, until that tells apart no more of them.
func (c *comparison) refine(k *component, colours []uint64) error {
	next := make([]uint64, len(colours))
	for classes := countColours(colours); ; {
		if err := c.spend(len(k.edges) + len(colours)); err != nil {
			return err
		}
		for i, colour := range colours {
			next[i] = mix(itself, colour)
		}
		for _, e := range k.edges {
			e.add(colours, next)
		}
		copy(colours, next)
		n := countColours(colours)
		if n == classes {
			return nil
		}
		classes = n
	}
}

// add counts a triple towards the next colours of the nodes in it. Sums do not
// depend on the order of the triples.
func (e edge) add(colours, next []uint64) {
	pred := uint64(e.pred)
	if e.subj >= 0 {
		next[e.subj] += mix(mix(asSubject, pred), e.neighbour(e.obj, colours))
	}
	if e.obj >= 0 {
		next[e.obj] += mix(mix(asObject, pred), e.neighbour(e.subj, colours))
	}
	if e.subj == e.obj {
		next[e.subj] += mix(asBoth, pred)
	}
}

// neighbour is what the term at the other end of a triple counts.
func (edge) neighbour(n int, colours []uint64) uint64 {
	if n < 0 {
		return mix(ground, uint64(-n))
	}
	return colours[n]
}

// recolour returns the colouring in which one node has a colour of its own,
// refined.
func (c *comparison) recolour(k *component, colours []uint64, node int, colour uint64) ([]uint64, error) {
	out := slices.Clone(colours)
	out[node] = colour
	return out, c.refine(k, out)
}

// byColour returns the nodes in the order of their colours.
func byColour(colours []uint64) []int {
	nodes := make([]int, len(colours))
	for i := range nodes {
		nodes[i] = i
	}
	slices.SortFunc(nodes, func(a, b int) int { return cmp.Compare(colours[a], colours[b]) })
	return nodes
}

func countColours(colours []uint64) int {
	return len(slices.Compact(slices.Sorted(slices.Values(colours))))
}
