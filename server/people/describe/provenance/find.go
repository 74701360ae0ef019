package provenance

import (
	"vitrine/linkedart/provenance"
	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/people/describe/brief"
)

// mentions finds the records that name an object, by the index of the store.
type mentions struct {
	*brief.Editor
	object string
	// left is how many more triples are looked at.
	left int
	// room is how many more triples the records may have.
	room  int
	seen  map[string]bool
	found []reading.Node
	// more tells that there are more than were read.
	more bool
}

// mentionsOf are the roots of the records that name an object, and of those that do
// something with a set or a whole that it belongs to.
func mentionsOf(e *brief.Editor, object reading.Node) *mentions {
	m := &mentions{Editor: e, object: object.IRI(), left: maxTriples, room: maxHistoryTriples, seen: map[string]bool{object.IRI(): true}}
	if name, err := graph.IRI(object.IRI()); err == nil {
		namings, whole := e.Namings(name)
		m.more = !whole
		for _, n := range namings {
			if !m.take(n.Record) {
				break
			}
		}
	}
	for i, iri := range provenance.Groups(object) {
		if i == maxGroups {
			m.more = true
			break
		}
		name, err := graph.IRI(iri)
		if err != nil {
			continue
		}
		for _, p := range provenance.GroupProperties() {
			if property, err := graph.IRI(string(p)); err == nil {
				m.match(rdfstore.Pattern{Object: name, Predicate: property})
			}
		}
	}
	return m
}

// match reads the records that have a triple of the pattern.
func (m *mentions) match(p rdfstore.Pattern) {
	for match, err := range m.Store.Match(m.Ctx, p, "") {
		if err != nil {
			m.Fail(err)
			return
		}
		if !m.take(match.Quad.Ctx.String()) {
			return
		}
	}
}

// take reads a record that has a triple, unless it was read already. It is false where
// no more triples are looked at.
func (m *mentions) take(iri string) bool {
	if m.left == 0 || len(m.found) == MaxActivities || m.room < 0 {
		m.more = true
		return false
	}
	m.left--
	if !m.seen[iri] {
		m.seen[iri] = true
		m.add(iri)
	}
	return true
}

func (m *mentions) add(iri string) {
	// A record that was deleted since is not there.
	if root := m.Activity(iri); !root.IsZero() {
		m.room -= root.Size()
		m.found = append(m.found, root)
	}
}
