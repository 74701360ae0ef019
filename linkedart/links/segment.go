package links

import (
	"fmt"
	"slices"
	"strings"
)

// maxStates is how many states a segment may have: a walk keeps two bits for
// each in one word.
const maxStates = 32

// segment is the part of a path that one record says: from the root of the
// record to the node the path starts from, or to a node of a record that the
// path goes on in. Its machine begins at state 0. Segments that are the same
// are one, whatever links they belong to, and the number of a segment is the
// number of the relation.
type segment struct {
	states []state
	// first are the properties of the steps that a walk can begin with.
	first []int
}

// cutter cuts machines into segments.
type cutter struct {
	segments []segment
	byKey    map[string]int
}

// route says which segments make up a path. Its places are the junctions, each
// a state of kind landing; -1 stands for no segment.
type route struct {
	// whole is the segment from the result to the start.
	whole int
	// head are the segments from each place to the start, tail those from the
	// result to each place, between those from one place to another.
	head, tail []int
	between    [][]int
}

// cut returns the route of the machine.
func (c *cutter) cut(m machine) (route, error) {
	var places []int
	for i, s := range m.states {
		if s.kind == landing {
			places = append(places, i)
		}
	}
	r := route{head: make([]int, len(places)), tail: make([]int, len(places)), between: make([][]int, len(places))}
	var err error
	find := func(to *int, from, target int) {
		if err == nil {
			*to, err = c.segment(m, from, target)
		}
	}
	find(&r.whole, m.start, 0)
	for i, place := range places {
		find(&r.head[i], m.states[place].next, 0)
		r.between[i] = make([]int, len(places))
		for j, target := range places {
			find(&r.between[i][j], m.states[place].next, target)
		}
	}
	for i, place := range places {
		if r.tail[i] = -1; r.head[i] >= 0 {
			find(&r.tail[i], m.start, place)
		}
	}
	return r, err
}

// begins reports whether the relations of a record, by number, have a beginning of
// the path.
func (r route) begins(counts map[int]uint64) bool {
	return counts[r.whole] > 0 || slices.ContainsFunc(r.head, func(s int) bool { return counts[s] > 0 })
}

// segment returns the number of the segment between two states of m, -1 if a
// walk cannot come from one to the other by a step.
func (c *cutter) segment(m machine, from, target int) (int, error) {
	t := trimmer{m: m, target: target, alive: m.leadingTo(target), numbers: map[int]int{}}
	if !t.alive[from] {
		return -1, nil
	}
	t.visit(from)
	seg := segment{states: t.out, first: firstSteps(t.out)}
	if len(seg.first) == 0 {
		return -1, nil
	}
	if len(seg.states) > maxStates {
		return -1, fmt.Errorf("%w: it is too long", ErrPath)
	}
	key := seg.key()
	n, ok := c.byKey[key]
	if !ok {
		n = len(c.segments)
		c.byKey[key] = n
		c.segments = append(c.segments, seg)
	}
	return n, nil
}

// leadingTo returns the states from which the target can be reached.
func (m machine) leadingTo(target int) []bool {
	alive := make([]bool, len(m.states))
	alive[target] = true
	for changed := true; changed; {
		changed = false
		for i, s := range m.states {
			if !alive[i] && (s.next >= 0 && alive[s.next] || s.kind == choosing && alive[s.other]) {
				alive[i], changed = true, true
			}
		}
	}
	return alive
}

// trimmer copies what lies between two states of a machine, in the order of a
// walk and without states that do nothing, so that the same segment of two
// machines gives the same copy.
type trimmer struct {
	m       machine
	target  int
	alive   []bool
	numbers map[int]int
	out     []state
}

func (t *trimmer) visit(i int) int {
	i = t.resolve(i)
	if n, ok := t.numbers[i]; ok {
		return n
	}
	n := len(t.out)
	t.numbers[i] = n
	s := t.m.states[i]
	if i == t.target {
		s.kind = accepting
	}
	t.out = append(t.out, s)
	t.out[n].next, t.out[n].other = -1, -1
	if s.next >= 0 && t.alive[s.next] {
		t.out[n].next = t.visit(s.next)
	}
	if s.kind == choosing {
		t.out[n].other = t.visit(s.other)
	}
	return n
}

// resolve skips places other than the target, and choices between one living
// state and a dead one.
func (t *trimmer) resolve(i int) int {
	for range t.m.states {
		s := t.m.states[i]
		switch {
		case i == t.target:
			return i
		case s.kind == landing, s.kind == choosing && !t.alive[s.other]:
			i = s.next
		case s.kind == choosing && !t.alive[s.next]:
			i = s.other
		default:
			return i
		}
	}
	return i
}

// firstSteps returns the properties of the steps that can be reached from the
// first state without a step.
func firstSteps(states []state) []int {
	var first []int
	seen := make([]bool, len(states))
	var walk func(i int)
	walk = func(i int) {
		if i < 0 || seen[i] {
			return
		}
		seen[i] = true
		if s := states[i]; s.kind == stepping {
			first = append(first, s.property)
		} else {
			walk(s.next)
			walk(s.other)
		}
	}
	walk(0)
	return first
}

// key is the same text for segments that do the same.
func (s segment) key() string {
	var b strings.Builder
	for _, st := range s.states {
		fmt.Fprintf(&b, "%d %d %d %d %v;", st.kind, st.next, st.other, st.property, st.test)
	}
	return b.String()
}
