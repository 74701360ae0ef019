package reading

import (
	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// Properties are the properties that the node has, each once, in the order of the
// record. Its classes and its first label are not among them.
func (n Node) Properties() []Property {
	var out []Property
	seen := map[Property]bool{}
	labelled := false
	for _, t := range n.triples() {
		if isClass(t) {
			continue
		}
		if t.Pred == rdf.Predicate(graph.Label) && !labelled {
			labelled = true
			continue
		}
		if p := Property(t.Pred.String()); !seen[p] {
			seen[p] = true
			out = append(out, p)
		}
	}
	return out
}

// IsDescribed tells whether the record says anything of the node but its class and its
// label.
func (n Node) IsDescribed() bool {
	for _, t := range n.triples() {
		if !isClass(t) && t.Pred != rdf.Predicate(graph.Label) {
			return true
		}
	}
	return false
}

func isClass(t rdf.Triple) bool {
	_, named := t.Obj.(rdf.IRI)
	return named && t.Pred == rdf.Predicate(graph.Type)
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
	var out []Node
	seen := make(map[rdf.Subject]bool, len(r.bySubject))
	for _, t := range r.graph.Triples {
		if !seen[t.Subj] {
			seen[t.Subj] = true
			out = append(out, Node{r, t.Subj})
		}
	}
	return out
}

// AsTimeSpan reads a node that is a time span.
func (n Node) AsTimeSpan() TimeSpan { return n.timeSpan() }

// AsDimension reads a node that is a dimension.
func (n Node) AsDimension() Dimension { return n.dimension() }

// AsAmount reads a node that is an amount of money.
func (n Node) AsAmount() Amount { return n.amount() }
