package reading

import (
	"slices"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// Properties are the properties that the node has, each once, in the order of the
// record. Its classes and its first label are not among them.
func (n Node) Properties() []Property {
	var out []Property
	var seen map[Property]bool // where there are many
	labelled := false
	triples := n.triples()
	for i := range triples {
		t := &triples[i]
		if isClass(t) {
			continue
		}
		p := Property(t.Pred.String())
		if p == Property(graph.Label.String()) && !labelled {
			labelled = true
			continue
		}
		if seen[p] || len(out) <= few && slices.Contains(out, p) {
			continue
		}
		if out = append(out, p); len(out) > few {
			seen = noted(seen, out)
		}
	}
	return out
}

// few is how many properties take less time to look at than to make a map of.
const few = 16

// noted returns the properties as a set; seen is that of all but the last, nil where there
// is none yet.
func noted(seen map[Property]bool, properties []Property) map[Property]bool {
	if seen != nil {
		seen[properties[len(properties)-1]] = true
		return seen
	}
	seen = map[Property]bool{}
	for _, p := range properties {
		seen[p] = true
	}
	return seen
}

// IsDescribed reports whether the record says anything of the node but its class and its
// label.
func (n Node) IsDescribed() bool {
	triples := n.triples()
	for i := range triples {
		if t := &triples[i]; !isClass(t) && !says(t, Property(graph.Label.String())) {
			return true
		}
	}
	return false
}

func isClass(t *rdf.Triple) bool {
	_, named := t.Obj.(rdf.IRI)
	return named && says(t, Property(graph.Type.String()))
}

// Size is the number of triples of the record that the node belongs to.
func (n Node) Size() int {
	if n.record == nil {
		return 0
	}
	return len(n.record.graph.Triples)
}

// Nodes are all nodes that the record says something of, in the order in which it first
// does.
func (r *Record) Nodes() []Node {
	out := make([]Node, len(r.groups))
	for i, of := range r.groups {
		out[i] = Node{r, r.triples[of.from].Subj, int32(i + 1)}
	}
	return out
}

// AsTimeSpan reads a node that is a time span.
func (n Node) AsTimeSpan() TimeSpan { return n.timeSpan() }

// AsDimension reads a node that is a dimension.
func (n Node) AsDimension() Dimension { return n.dimension() }

// AsAmount reads a node that is an amount of money.
func (n Node) AsAmount() Amount { return n.amount() }
