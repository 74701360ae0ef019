package describe

import (
	"github.com/knakk/rdf"

	"vitrine/linkedart/reading"
)

// statement is what a record says of a node by a property: the nodes that it leads to,
// or the literals.
type statement struct {
	node     reading.Key
	property reading.Property
	literals bool
}

// ledger knows what of the record the page shows already. What is left in the end goes
// into a section of its own.
type ledger map[statement]bool

// nodes are the nodes that a property leads to, unless they are shown already. They are
// then.
func (l ledger) nodes(n reading.Node, p reading.Property) []reading.Node {
	nodes := n.Nodes(p)
	if len(nodes) == 0 || !l.note(n, p, false) {
		return nil
	}
	return nodes
}

// literals are the literals of a property, unless they are shown already. They are then.
func (l ledger) literals(n reading.Node, p reading.Property) []rdf.Literal {
	literals := n.Literals(p)
	if len(literals) == 0 || !l.note(n, p, true) {
		return nil
	}
	return literals
}

// note marks a statement as shown. It is false for one that is already.
func (l ledger) note(n reading.Node, p reading.Property, literals bool) bool {
	key, _ := n.Key()
	s := statement{key, p, literals}
	if l[s] {
		return false
	}
	l[s] = true
	return true
}

// show marks what the properties of a node say as shown.
func (l ledger) show(n reading.Node, properties ...reading.Property) {
	key, ok := n.Key()
	if !ok {
		return // it says nothing
	}
	for _, p := range properties {
		l[statement{key, p, false}], l[statement{key, p, true}] = true, true
	}
}

// isShown tells whether all that a property of a node says is shown.
func (l ledger) isShown(n reading.Node, p reading.Property) bool {
	key, _ := n.Key()
	return (l[statement{key, p, false}] || len(n.Nodes(p)) == 0) && (l[statement{key, p, true}] || len(n.Literals(p)) == 0)
}
