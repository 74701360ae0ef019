package provenance

import (
	"slices"

	"vitrine/linkedart/reading"
)

// subject is the object whose history is read, and what it belongs to.
type subject struct {
	object string
	// groups are the sets and wholes that the object belongs to.
	groups map[string]bool
	// all tells that every object counts.
	all bool
}

// byGroup are the properties by which an activity does something with what they name, so
// that naming a set means the objects in it.
var byGroup = []reading.Property{
	reading.TransferredTitleOf, reading.TransferredCustodyOf, reading.Transferred, reading.Moved,
	reading.Encountered, reading.UsedSpecificObject, reading.AppliesTo, reading.RightOn,
	reading.Destroyed, reading.Removed, reading.Diminished,
}

// GroupProperties are those by which an activity that names a set or a whole concerns
// what belongs to it.
func GroupProperties() []reading.Property { return slices.Clone(byGroup) }

// maxSearch is how many nodes of an activity are searched for the object.
const maxSearch = 20_000

// concerns tells whether a node of an activity, or anything below it in the record,
// names the object, or does something with what it belongs to.
func (s subject) concerns(n reading.Node) bool {
	found := s.all
	walk(n, func(p reading.Property, node reading.Node) bool {
		iri := node.IRI()
		found = found || iri != "" && (iri == s.object || s.groups[iri] && slices.Contains(byGroup, p))
		return found
	})
	return found
}

// things are the objects and sets that a node of an activity does something with, each
// once.
func things(n reading.Node) []reading.Node {
	var out []reading.Node
	seen := map[string]bool{}
	walk(n, func(p reading.Property, node reading.Node) bool {
		if iri := node.IRI(); slices.Contains(byGroup, p) && iri != "" && !seen[iri] {
			seen[iri] = true
			out = append(out, node)
		}
		return false
	})
	return out
}

// walk visits what a node leads to, and so on through the nodes without a name, each
// once, until visit returns true.
func walk(n reading.Node, visit func(reading.Property, reading.Node) bool) {
	seen := map[reading.Node]bool{n: true}
	queue := []reading.Node{n}
	for len(queue) > 0 && len(seen) < maxSearch {
		node := queue[0]
		queue = queue[1:]
		for _, p := range node.Properties() {
			for _, next := range node.Nodes(p) {
				if visit(p, next) {
					return
				}
				if next.IRI() == "" && !seen[next] {
					seen[next] = true
					queue = append(queue, next)
				}
			}
		}
	}
}
