package describe

import (
	"vitrine/linkedart/reading"
	"vitrine/server/people/page"
)

// assignmentValue is what somebody said of an entity, by which property, how sure that is,
// and who said it where and when: "Made: Production, Johannes Vermeer (possibly), according
// to Mauritshuis, 1881".
func (e *editor) assignmentValue(n reading.Node) page.Phrase {
	var out page.Phrase
	for _, assigned := range e.shown.nodes(n, reading.Assigned) {
		out = page.Enumerate(out, e.value(assigned)...)
	}
	if properties := e.shown.nodes(n, reading.AssignedProperty); len(properties) > 0 {
		name := page.Text(e.Property(reading.Property(properties[0].IRI())))
		out = e.Phrase("%s: %s", name, out)
	}
	out = page.InBrackets(out, e.kindParts(n))
	var by page.Phrase
	for _, node := range e.shown.nodes(n, reading.CarriedOutBy) {
		by = page.Enumerate(by, e.referenced(node))
	}
	if len(by) > 0 {
		out = page.Enumerate(out, e.Phrase("according to %s", by)...)
	}
	for _, p := range []reading.Property{reading.Participant, reading.TookPlaceAt} {
		for _, node := range e.shown.nodes(n, p) {
			out = page.Enumerate(out, e.referenced(node))
		}
	}
	for _, span := range e.shown.nodes(n, reading.Timespan) {
		out = page.Enumerate(out, e.timeValue(span, false)...)
	}
	return out
}
