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
	var out html.Phrase
	for _, technique := range e.shown.nodes(n, reading.Technique) {
		out = html.Enumerate(out, e.referenced(technique))
	}
	if len(out) == 0 {
		out = e.called(n)
	}
	if kinds := e.kindParts(n); len(kinds) > 0 {
		out = html.InBrackets(out, kinds)
	}
	for _, p := range []reading.Property{reading.CarriedOutBy, reading.Participant, reading.TookPlaceAt} {
		for _, node := range e.shown.nodes(n, p) {
			out = html.Enumerate(out, e.referenced(node))
		}
	}
	for _, span := range e.shown.nodes(n, reading.Timespan) {
		out = html.Enumerate(out, e.timeValue(span, true)...)
	}
	return out
}
