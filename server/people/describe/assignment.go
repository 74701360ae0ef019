package describe

import (
	"vitrine/linkedart/reading"
	"vitrine/server/people/html"
)

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
	var by html.Phrase
	for _, node := range e.shown.nodes(n, reading.CarriedOutBy) {
		by = html.Enumerate(by, e.referenced(node))
	}
	if len(by) > 0 {
		out = html.Enumerate(out, e.Phrase("according to %s", by)...)
	}
	for _, p := range []reading.Property{reading.Participant, reading.TookPlaceAt} {
		for _, node := range e.shown.nodes(n, p) {
			out = html.Enumerate(out, e.referenced(node))
		}
	}
	for _, span := range e.shown.nodes(n, reading.Timespan) {
		out = html.Enumerate(out, e.timeValue(span, false)...)
	}
	return out
}
