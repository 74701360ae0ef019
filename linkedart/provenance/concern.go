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
	// all means that every object counts.
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

// Limits on the search of one activity: how many nodes are looked at for the object, and
// how many of one part for what it happened to.
const (
	maxSearch = 200_000
	maxThings = 1000
)

// concerned are the nodes among those given, and below them in the record, that name the
// object, or do something with what it belongs to, or lead to a node that does. Each node
// is looked at once, however many lead to it.
func (s subject) concerned(from []reading.Node) map[reading.Node]bool {
	out := map[reading.Node]bool{}
	above := map[reading.Node][]reading.Node{}
	var found []reading.Node
	seen := map[reading.Node]bool{}
	for _, n := range from {
		seen[n] = true
	}
	queue := append([]reading.Node(nil), from...)
	for i := 0; i < len(queue) && i < maxSearch; i++ {
		node := queue[i]
		for p, next := range node.Objects() {
			iri := next.IRI()
			switch {
			case iri == "":
				above[next] = append(above[next], node)
				if !seen[next] {
					seen[next] = true
					queue = append(queue, next)
				}
			case iri == s.object, s.groups[iri] && slices.Contains(byGroup, p):
				found = append(found, node)
			}
		}
	}
	for len(found) > 0 {
		node := found[len(found)-1]
		found = found[:len(found)-1]
		if !out[node] {
			out[node] = true
			found = append(found, above[node]...)
		}
	}
	return out
}

// things are the objects and sets that a node of an activity does something with, each
// once.
func things(n reading.Node) []reading.Node {
	var out []reading.Node
	seen := map[string]bool{}
	walk(n, maxThings, func(p reading.Property, node reading.Node) bool {
		if iri := node.IRI(); slices.Contains(byGroup, p) && iri != "" && !seen[iri] {
			seen[iri] = true
			out = append(out, node)
		}
		return len(out) == maxThings
	})
	return out
}

// walk visits what a node leads to, and so on through the nodes without a name, each
// once, until visit returns true or so many nodes were visited.
func walk(n reading.Node, limit int, visit func(reading.Property, reading.Node) bool) {
	seen := map[reading.Node]bool{n: true}
	queue := []reading.Node{n}
	for len(queue) > 0 {
		node := queue[0]
		queue = queue[1:]
		for p, next := range node.Objects() {
			if limit--; limit < 0 || visit(p, next) {
				return
			}
			if next.IRI() == "" && !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
}
