package describe

import (
	"vitrine/linkedart/reading"
	"vitrine/server/people/html"
)

// classified are the classifications that say something else than what the entity is, by
// what they say: a nationality, a gender. The rest are what it is, for the heading.
func (e *editor) classified(root reading.Node) (kinds []html.Part, facts []html.Fact) {
	at := map[string]int{}
	for _, kind := range e.shown.nodes(root, reading.ClassifiedAs) {
		about := e.About(kind)
		part := e.referenced(kind)
		if about == "" {
			kinds = append(kinds, part)
			continue
		}
		i, ok := at[about]
		if !ok {
			i = len(facts)
			at[about] = i
			facts = append(facts, html.Fact{Name: about, Property: string(reading.ClassifiedAs)})
		}
		part.Title = ""
		facts[i].Values = append(facts[i].Values, html.Phrase{part})
	}
	if classes := root.Classes(); len(kinds) == 0 && len(classes) > 0 {
		kinds = append(kinds, html.Part{Text: e.Class(classes[0])})
	}
	return kinds[:min(len(kinds), maxValues)], facts
}
