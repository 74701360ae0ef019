package describe

import (
	"slices"

	"vitrine/linkedart/reading"
	"vitrine/server/people/html"
)

// activityProperties are what tells that a node is something that happened.
var activityProperties = []reading.Property{
	reading.TookPlaceAt, reading.CarriedOutBy, reading.Timespan, reading.Participant, reading.Technique,
}

// isActivity tells whether a node is something that happened.
func isActivity(n reading.Node) bool {
	return slices.ContainsFunc(activityProperties, func(p reading.Property) bool { return !n.Node(p).IsZero() })
}

// activityValue is something that happened in a few words: what, by whom, where, when.
func (e *editor) activityValue(n reading.Node) html.Phrase {
	out := e.enumerated(nil, n, reading.Technique)
	if len(out) == 0 {
		out = e.called(n)
	}
	if kinds := e.kindParts(n); len(kinds) > 0 {
		out = html.InBrackets(out, kinds)
	}
	out = e.enumerated(out, n, reading.CarriedOutBy, reading.Participant, reading.TookPlaceAt)
	for _, span := range e.shown.nodes(n, reading.Timespan) {
		out = html.Enumerate(out, e.timeValue(span, true)...)
	}
	return out
}

// enumerated adds what properties of a node lead to.
func (e *editor) enumerated(out html.Phrase, n reading.Node, properties ...reading.Property) html.Phrase {
	for _, p := range properties {
		for _, node := range e.shown.nodes(n, p) {
			out = html.Enumerate(out, e.referenced(node))
		}
	}
	return out
}

// assignmentValue is what somebody said of an entity, by which property, how sure that is,
// and who said it where and when: "Made: Production, Johannes Vermeer (possibly), according
// to Mauritshuis, 1881".
func (e *editor) assignmentValue(n reading.Node) html.Phrase {
	var out html.Phrase
	for _, assigned := range e.shown.nodes(n, reading.Assigned) {
		out = html.Enumerate(out, e.value(assigned)...)
	}
	if properties := e.shown.nodes(n, reading.AssignedProperty); len(properties) > 0 {
		name := html.Text(e.Property(reading.Property(properties[0].IRI())))
		out = e.Phrase("%s: %s", name, out)
	}
	out = html.InBrackets(out, e.kindParts(n))
	if by := e.enumerated(nil, n, reading.CarriedOutBy); len(by) > 0 {
		out = html.Enumerate(out, e.Phrase("according to %s", by)...)
	}
	out = e.enumerated(out, n, reading.Participant, reading.TookPlaceAt)
	for _, span := range e.shown.nodes(n, reading.Timespan) {
		out = html.Enumerate(out, e.timeValue(span, false)...)
	}
	return out
}
