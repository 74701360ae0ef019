package links

import (
	"fmt"
	"slices"
)

// machine is a path as a nondeterministic automaton that is walked backwards:
// from the result to the node that the link belongs to.
type machine struct {
	states []state
	start  int
}

// state is one state of a machine. next and other are states; -1 is none.
type state struct {
	kind  stateKind
	next  int
	other int
	// property is what a step follows, as a number of the alphabet.
	property int
	// test is what a check asks for.
	test check
}

type stateKind uint8

const (
	// accepting is where a walk has found what it looks for.
	accepting stateKind = iota
	// stepping follows a property from subject to object.
	stepping
	// choosing goes on at both next and other.
	choosing
	// checking goes on if the test holds for the node.
	checking
	// landing is where a step that is a junction ends: the node may be the
	// root of another record.
	landing
)

// check is a test in numbers of the alphabet.
type check struct {
	property int
	values   []int
}

// holds reports whether the value is one of the test.
func (c check) holds(value int) bool { return slices.Contains(c.values, value) }

// alphabet numbers the IRIs in paths.
type alphabet struct {
	properties map[string]int
	values     map[string]int
	// tested and stepped are the properties, by number, of tests and of steps.
	tested, stepped map[int]bool
}

func newAlphabet() *alphabet {
	return &alphabet{map[string]int{}, map[string]int{}, map[int]bool{}, map[int]bool{}}
}

func number(numbers map[string]int, iri string) int {
	n, ok := numbers[iri]
	if !ok {
		n = len(numbers)
		numbers[iri] = n
	}
	return n
}

// compiler builds the machine of a path.
type compiler struct {
	alphabet  *alphabet
	junctions map[string]bool
	states    []state
}

// compile returns the machine of the path. The path has to be one that can be
// derived record by record: of inverse steps, since what it says of a node
// stands in the record that describes the node, at least one of them, and
// without a test of the node it starts from, which is another record.
func compile(p path, a *alphabet, junctions map[string]bool) (machine, error) {
	switch {
	case p.empty():
		return machine{}, fmt.Errorf("%w: it can be no step long", ErrPath)
	case p.testsStart():
		return machine{}, fmt.Errorf("%w: it has a test of the node it starts from", ErrPath)
	case p.forward():
		return machine{}, fmt.Errorf("%w: it has a step without ^, whose statement may stand in a record of its own", ErrPath)
	}
	c := &compiler{a, junctions, []state{{kind: accepting, next: -1, other: -1}}}
	start := c.build(p, 0)
	return machine{c.states, start}, nil
}

func (c *compiler) add(s state) int {
	c.states = append(c.states, s)
	return len(c.states) - 1
}

// build returns the state at which a walk of p begins that then goes on at k.
func (c *compiler) build(p path, k int) int {
	var entry int
	if p.star {
		entry = c.add(state{kind: choosing, other: k})
		c.states[entry].next = c.once(p, entry)
	} else {
		entry = c.once(p, k)
	}
	for _, t := range slices.Backward(p.tests) {
		property := number(c.alphabet.properties, t.property)
		c.alphabet.tested[property] = true
		values := make([]int, len(t.values))
		for i, v := range t.values {
			values[i] = number(c.alphabet.values, v)
		}
		slices.Sort(values)
		entry = c.add(state{kind: checking, next: entry, other: -1, test: check{property, values}})
	}
	return entry
}

// once is build without the star and the tests.
func (c *compiler) once(p path, k int) int {
	switch {
	case len(p.sequence) > 0:
		for _, part := range p.sequence {
			k = c.build(part, k)
		}
		return k
	case len(p.choice) > 0:
		entry := c.build(p.choice[len(p.choice)-1], k)
		for _, branch := range slices.Backward(p.choice[:len(p.choice)-1]) {
			entry = c.add(state{kind: choosing, next: c.build(branch, k), other: entry})
		}
		return entry
	default:
		if c.junctions[p.property] {
			k = c.add(state{kind: landing, next: k, other: -1})
		}
		property := number(c.alphabet.properties, p.property)
		c.alphabet.stepped[property] = true
		return c.add(state{kind: stepping, next: k, other: -1, property: property})
	}
}

// empty reports whether the path can be taken without a step.
func (p path) empty() bool {
	switch {
	case p.star:
		return true
	case len(p.choice) > 0:
		return slices.ContainsFunc(p.choice, path.empty)
	case len(p.sequence) > 0:
		return !slices.ContainsFunc(p.sequence, func(part path) bool { return !part.empty() })
	default:
		return false
	}
}

// testsStart reports whether a test may fall on the node that the path starts
// from.
func (p path) testsStart() bool {
	if len(p.tests) > 0 && p.empty() || slices.ContainsFunc(p.choice, path.testsStart) {
		return true
	}
	for _, part := range p.sequence {
		if part.testsStart() {
			return true
		}
		if !part.empty() {
			return false
		}
	}
	return false
}

// forward reports whether the path has a step from subject to object.
func (p path) forward() bool {
	return p.property != "" && !p.inverse || slices.ContainsFunc(p.sequence, path.forward) || slices.ContainsFunc(p.choice, path.forward)
}
