package provenance

import "vitrine/linkedart/reading"

// History is what happened to an object.
type History struct {
	// Events are in order: those whose place is not known come last.
	Events []Event
	// Owners and Custodians are in order, gaps included.
	Owners, Custodians []Tenure
	// Text is the provenance as statements.
	Text []Statement
	// More is how many events were left out, since there are more than MaxEvents.
	More int
}

// MaxEvents is how many events a history has at most.
const MaxEvents = 2000

// Of returns the history of an object: of what its own record says, and of the activities
// that mention it or what it belongs to. Records are the roots of these; those that are
// no activities, or do not concern the object, do not count.
func Of(object reading.Node, records []reading.Node, lookup Lookup) History {
	s := subject{object: object.IRI(), groups: map[string]bool{}}
	for _, iri := range Groups(object) {
		s.groups[iri] = true
	}
	var events []Event
	seen := map[string]bool{}
	for _, root := range append(records[:len(records):len(records)], ownActivities(object)...) {
		if !isActivity(root) || root.IRI() != "" && seen[root.IRI()] {
			continue
		}
		seen[root.IRI()] = true
		r := activityReader{subject: s, lookup: lookup, root: root}
		events = append(events, r.read()...)
	}
	events = withoutWholes(events)
	h := History{}
	if len(events) > MaxEvents {
		h.More = len(events) - MaxEvents
		events = events[:MaxEvents]
	}
	h.Events = inOrder(events, lookup)
	h.Owners = owners(h.Events, lookup.current(object, reading.CurrentOwner))
	h.Custodians = custodians(h.Events, lookup.current(object, reading.CurrentCustodian))
	h.Text = statements(h.Events)
	return h
}

// Events are the events of an activity, whatever they happened to, in the order of
// its parts.
func Events(activity reading.Node, lookup Lookup) []Event {
	r := activityReader{subject: subject{all: true}, lookup: lookup, root: activity}
	return r.read()
}

// Groups are what an object belongs to: the sets that it is a member of, and the wholes
// that it is part of. Activities that mention them may concern the object.
func Groups(object reading.Node) []string {
	var out []string
	for _, n := range append(object.Nodes(reading.MemberOf), object.Nodes(reading.PhysicalPartOf)...) {
		if iri := n.IRI(); iri != "" && iri != object.IRI() {
			out = append(out, iri)
		}
	}
	return out
}

// ownActivities are the activities in the record of an object.
func ownActivities(object reading.Node) []reading.Node {
	var out []reading.Node
	for _, p := range []reading.Property{reading.ChangedOwnershipThrough, reading.EncounteredBy, reading.RemovedBy, reading.DestroyedBy} {
		out = append(out, object.Nodes(p)...)
	}
	return out
}

// withoutWholes leaves out the events that others are parts of and that nothing passed
// in: the auction at which the object was a lot. The parts name them.
func withoutWholes(events []Event) []Event {
	within := map[string]bool{}
	for _, e := range events {
		for _, whole := range e.Within {
			within[whole.IRI()] = true
		}
	}
	var out []Event
	for _, e := range events {
		if iri := e.Activity.IRI(); iri == "" || !within[iri] || e.Transfers() {
			out = append(out, e)
		}
	}
	return out
}

// current are the parties that a property of the object names.
func (l Lookup) current(object reading.Node, p reading.Property) []Party {
	var out []Party
	for _, n := range object.Nodes(p) {
		out = appendParties(out, l.party(n, Certain))
	}
	return out
}
