package links

import (
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// Derivation returns what a store has to keep so that For and Items can answer.
//
// For each graph it yields the relations of its root. The work is at most the
// number of triples times the number of states of all segments, some hundreds,
// and usually about the number of triples: a path is walked only if its last
// property is one of the root's, a node is visited once for each state, and
// cycles end there.
func (t *Table) Derivation() rdfstore.Derivation {
	return rdfstore.Derivation{Version: t.version, Of: t.relations}
}

func (t *Table) relations(g *graph.Graph) []rdfstore.Related {
	const few = 32
	w := walk{table: t, ids: make(map[rdf.Term]int32, few/2), nodes: make([]rdf.Term, 0, few), edges: make([]int32, 0, few), all: make([]edge, 0, few)}
	root := w.node(g.Name)
	w.read(g)
	if w.edges[root] < 0 {
		return nil
	}
	w.seen = make([]uint64, len(w.nodes))
	begun := make([]bool, len(t.segments))
	for e := w.edges[root]; e >= 0; e = w.all[e].next {
		for _, i := range t.byFirst[w.all[e].property] {
			if !begun[i] {
				begun[i] = true
				w.run(t.segments[i].states, rdfstore.Relation(i), root)
			}
		}
	}
	return w.found
}

// walk is the work on one graph.
type walk struct {
	table *Table
	// nodes are the subjects and objects of edges, ids their places.
	nodes []rdf.Term
	ids   map[rdf.Term]int32
	// all are the triples with properties of paths; edges is the first of each
	// subject, -1 for none.
	all   []edge
	edges []int32
	// seen has two bits for each state of the segment in which a node was
	// visited: before the first step and after.
	seen  []uint64
	stack []visit
	found []rdfstore.Related
}

// edge is one triple. value is the number of its object among the values of
// tests, object is its place among the nodes; -1 is none. next is the next edge
// of the same subject.
type edge struct {
	property, value, object, next int32
}

// visit is a node and a state, after at least one step if moved.
type visit struct {
	node, state int32
	moved       bool
}

// read makes edges of the triples with properties of paths.
func (w *walk) read(g *graph.Graph) {
	a := w.table.alphabet
	for _, triple := range g.Triples {
		property, ok := a.properties[triple.Pred.String()]
		if !ok {
			continue
		}
		if _, literal := triple.Obj.(rdf.Literal); literal {
			continue
		}
		e := edge{int32(property), -1, -1, -1}
		if a.tested[property] {
			if value, ok := a.values[triple.Obj.String()]; ok {
				e.value = int32(value)
			}
		}
		if a.stepped[property] {
			e.object = w.node(triple.Obj)
		}
		if e.value < 0 && e.object < 0 {
			continue
		}
		subject := w.node(triple.Subj)
		e.next = w.edges[subject]
		w.edges[subject] = int32(len(w.all))
		w.all = append(w.all, e)
	}
}

// node returns the place of the term among the nodes.
func (w *walk) node(term rdf.Term) int32 {
	id, ok := w.ids[term]
	if !ok {
		id = int32(len(w.nodes))
		w.ids[term] = id
		w.nodes = append(w.nodes, term)
		w.edges = append(w.edges, -1)
	}
	return id
}

// run walks one segment from the root and adds the IRIs at which it ends.
func (w *walk) run(states []state, relation rdfstore.Relation, root int32) {
	clear(w.seen)
	w.stack = append(w.stack[:0], visit{node: root})
	for len(w.stack) > 0 {
		v := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		bit := uint64(1) << (2 * v.state)
		if v.moved {
			bit <<= 1
		}
		if w.seen[v.node]&bit != 0 {
			continue
		}
		w.seen[v.node] |= bit
		s := &states[v.state]
		switch s.kind {
		case stepping:
			w.step(v.node, s)
			continue
		case checking:
			if !w.holds(v.node, s.test) {
				continue
			}
		case accepting:
			if iri, ok := w.nodes[v.node].(rdf.IRI); ok && v.moved {
				w.found = append(w.found, rdfstore.Related{To: iri, By: relation})
			}
		}
		if s.next >= 0 {
			w.stack = append(w.stack, visit{v.node, int32(s.next), v.moved})
		}
		if s.other >= 0 {
			w.stack = append(w.stack, visit{v.node, int32(s.other), v.moved})
		}
	}
}

// step goes on at the objects of the node's edges of the property.
func (w *walk) step(node int32, s *state) {
	for e := w.edges[node]; e >= 0; e = w.all[e].next {
		if w.all[e].property == int32(s.property) {
			w.stack = append(w.stack, visit{w.all[e].object, int32(s.next), true})
		}
	}
}

// holds reports whether the node passes the test.
func (w *walk) holds(node int32, c check) bool {
	for e := w.edges[node]; e >= 0; e = w.all[e].next {
		if w.all[e].property == int32(c.property) && w.all[e].value >= 0 && c.holds(int(w.all[e].value)) {
			return true
		}
	}
	return false
}
