package describe

import (
	"github.com/knakk/rdf"

	"vitrine/linkedart/reading"
)

// statement is what a record says of a node by a property: the nodes that it leads to,
// or the literals.
type statement struct {
	node     reading.Node
	property reading.Property
	literals bool
}

// ledger knows what of the record the page shows already. What is left in the end goes
// into a section of its own.
type ledger map[statement]bool

// nodes are the nodes that a property leads to, unless they are shown already. They are
// then.
func (l ledger) nodes(n reading.Node, p reading.Property) []reading.Node {
	key := statement{n, p, false}
	if l[key] {
		return nil
	}
	nodes := n.Nodes(p)
	if len(nodes) > 0 {
		l[key] = true
	}
	return nodes
}

// literals are the literals of a property, unless they are shown already. They are then.
func (l ledger) literals(n reading.Node, p reading.Property) []rdf.Literal {
	key := statement{n, p, true}
	if l[key] {
		return nil
	}
	literals := n.Literals(p)
	if len(literals) > 0 {
		l[key] = true
	}
	return literals
}

// show marks what the properties of a node say as shown.
func (l ledger) show(n reading.Node, properties ...reading.Property) {
	for _, p := range properties {
		l[statement{n, p, false}], l[statement{n, p, true}] = true, true
	}
}

// isShown tells whether all that a property of a node says is shown.
func (l ledger) isShown(n reading.Node, p reading.Property) bool {
	return (l[statement{n, p, false}] || len(n.Nodes(p)) == 0) && (l[statement{n, p, true}] || len(n.Literals(p)) == 0)
}
