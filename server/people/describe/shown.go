package describe

import (
	"slices"

	"github.com/knakk/rdf"

	"vitrine/linkedart/reading"
)

// statement is what a record says of a node by a property.
type statement struct {
	node     reading.Key
	property reading.Property
}

// part is a part of a statement: the nodes that the property leads to, and the literals.
type part uint8

const (
	toNodes part = 1 << iota
	toLiterals
)

// shownProperties knows what of the record the page shows already. What is left in the end goes
// into a section of its own.
type shownProperties struct {
	parts map[statement]part
	// out are the nodes that the page shows in another way: no property has them as values.
	out map[reading.Key]bool
}

// usualStatements is for the statements of most records: a map that grows is made several times.
const usualStatements = 48

func newShownProperties() shownProperties {
	return shownProperties{parts: make(map[statement]part, usualStatements), out: map[reading.Key]bool{}}
}

// leaveOut marks a node, and all that is said of it, as shown in another way.
func (l shownProperties) leaveOut(n reading.Node) {
	if key, ok := n.Key(); ok {
		l.out[key] = true
		l.showAll(n, 0)
	}
}

// showAll marks what is said of a node and of its parts as shown.
func (l shownProperties) showAll(n reading.Node, depth int) {
	for _, p := range n.Properties() {
		l.show(n, p)
		for _, part := range n.Nodes(p) {
			if depth < maxDepth {
				l.showAll(part, depth+1)
			}
		}
	}
}

func (l shownProperties) isLeftOut(n reading.Node) bool {
	key, ok := n.Key()
	return ok && l.out[key]
}

// kept are the nodes without those that are left out.
func (l shownProperties) kept(nodes []reading.Node) []reading.Node {
	if len(l.out) == 0 {
		return nodes
	}
	return slices.DeleteFunc(slices.Clone(nodes), l.isLeftOut)
}

// nodes are the nodes that a property leads to, unless they are shown already. They are
// then.
func (l shownProperties) nodes(n reading.Node, p reading.Property) []reading.Node {
	nodes := l.kept(n.Nodes(p))
	if len(nodes) == 0 || !l.note(n, p, toNodes) {
		return nil
	}
	return nodes
}

// literals are the literals of a property, unless they are shown already. They are then.
func (l shownProperties) literals(n reading.Node, p reading.Property) []rdf.Literal {
	literals := n.Literals(p)
	if len(literals) == 0 || !l.note(n, p, toLiterals) {
		return nil
	}
	return literals
}

// note marks a part of a statement as shown. It is false for one that is already.
func (l shownProperties) note(n reading.Node, p reading.Property, shown part) bool {
	key, _ := n.Key()
	s := statement{key, p}
	before := l.parts[s]
	if before&shown != 0 {
		return false
	}
	l.parts[s] = before | shown
	return true
}

// show marks what the properties of a node say as shown.
func (l shownProperties) show(n reading.Node, properties ...reading.Property) {
	key, ok := n.Key()
	if !ok {
		return // it says nothing
	}
	for _, p := range properties {
		if n.Has(p) {
			l.parts[statement{key, p}] = toNodes | toLiterals
		}
	}
}

// isShown tells whether all that a property of a node says is shown.
func (l shownProperties) isShown(n reading.Node, p reading.Property) bool {
	key, _ := n.Key()
	shown := l.parts[statement{key, p}]
	return (shown&toNodes != 0 || len(l.kept(n.Nodes(p))) == 0) && (shown&toLiterals != 0 || len(n.Literals(p)) == 0)
}
