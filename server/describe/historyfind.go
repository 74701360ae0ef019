package describe

import (
	"github.com/knakk/rdf"

	"vitrine/linkedart/provenance"
	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// Limits on the history of an object. docs/pages.md tells of them.
const (
	// maxTriples is how many triples that name the object, or what it belongs to, are
	// looked at.
	maxTriples = 2000
	// maxActivities is how many records are read for a history, besides those of the
	// parties, places and concepts that they name.
	maxActivities = 500
	// maxHistoryTriples is how many triples these records have together.
	maxHistoryTriples = 500_000
	// maxHistoryReads is how many records of these may be read for it.
	maxHistoryReads = 400
	// maxEvents is how many events a page shows.
	maxEvents = 200
	// maxGroups is how many sets and wholes of an object are looked for.
	maxGroups = 10
)

// mentions finds the records that name an object, by the index of the store.
type mentions struct {
	*editor
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
func (e *editor) mentionsOf(object reading.Node) *mentions {
	m := &mentions{editor: e, object: object.IRI(), left: maxTriples, room: maxHistoryTriples, seen: map[string]bool{object.IRI(): true}}
	if name, err := graph.IRI(object.IRI()); err == nil {
		m.match(rdfstore.Pattern{Object: name})
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
	for match, err := range m.Store.Match(m.ctx, p, "") {
		if err != nil {
			m.err = err
			return
		}
		if m.left == 0 || len(m.found) == maxActivities || m.room < 0 {
			m.more = true
			return
		}
		m.left--
		if name, ok := match.Quad.Ctx.(rdf.IRI); ok && !m.seen[name.String()] {
			m.seen[name.String()] = true
			m.add(name)
		}
	}
}

func (m *mentions) add(name rdf.IRI) {
	entity, err := m.Store.Get(m.ctx, name)
	switch {
	case rdfstore.IsMissing(err): // it was deleted since
	case err != nil:
		m.err = err
	default:
		m.room -= len(entity.Graph.Triples)
		m.found = append(m.found, reading.Read(entity.Graph).Root())
	}
}

// records answers what the records of other entities say, each read once.
func (e *editor) records() provenance.Lookup {
	known := map[string]reading.Node{}
	return func(iri string) reading.Node {
		if n, ok := known[iri]; ok {
			return n
		}
		known[iri] = reading.Node{}
		if e.err != nil || e.reads <= 0 {
			return reading.Node{}
		}
		name, err := graph.IRI(iri)
		if err != nil {
			return reading.Node{}
		}
		e.reads--
		entity, err := e.Store.Get(e.ctx, name)
		switch {
		case rdfstore.IsMissing(err):
		case err != nil:
			e.err = err
		default:
			known[iri] = reading.Read(entity.Graph).Root()
		}
		return known[iri]
	}
}
