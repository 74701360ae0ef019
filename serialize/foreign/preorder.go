package foreign

import (
	"strings"

	"github.com/knakk/rdf"
)

// preorder puts quads in the order in which the document is written. A parser
// adds what stands inside brackets before the triple that the brackets are the
// object of. Here the triple comes first, then what stands inside. No quad is
// lost, even if a parser should use a node that it made up in an odd way.
func preorder(quads []rdf.Quad) []rdf.Quad {
	inside := map[rdf.Subject][]rdf.Quad{}
	object := map[rdf.Subject]bool{}
	for _, q := range quads {
		if isMadeUp(q.Obj) {
			object[q.Obj.(rdf.Blank)] = true
		}
		if isMadeUp(q.Subj) {
			inside[q.Subj] = append(inside[q.Subj], q)
		}
	}
	if len(object) == 0 {
		return quads
	}
	out := make([]rdf.Quad, 0, len(quads))
	for _, q := range quads {
		if isMadeUp(q.Subj) && object[q.Subj] {
			continue
		}
		out = appendTree(out, q, inside)
	}
	if len(out) != len(quads) {
		return quads
	}
	return out
}

// appendTree appends q and all that stands inside its object. The stack is the
// heap's, since lists are deep.
func appendTree(out []rdf.Quad, q rdf.Quad, inside map[rdf.Subject][]rdf.Quad) []rdf.Quad {
	stack := []rdf.Quad{q}
	for len(stack) > 0 {
		q, stack = stack[len(stack)-1], stack[:len(stack)-1]
		out = append(out, q)
		node, ok := q.Obj.(rdf.Blank)
		if !ok || !isMadeUp(node) {
			continue
		}
		children := inside[node]
		delete(inside, node)
		for i := len(children) - 1; i >= 0; i-- {
			stack = append(stack, children[i])
		}
	}
	return out
}

func isMadeUp(t rdf.Term) bool {
	b, ok := t.(rdf.Blank)
	return ok && strings.HasPrefix(b.String(), madeUp)
}
