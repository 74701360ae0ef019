package describe

import (
	"vitrine/linkedart/reading"
	"vitrine/server/page"
)

// genders are the classifications that say the gender of a person without saying that
// they do (Getty AAT).
var genders = map[string]bool{
	"http://vocab.getty.edu/aat/300189559": true, // male
	"http://vocab.getty.edu/aat/300189557": true, // female
	"http://vocab.getty.edu/aat/300438646": true, // non-binary
}

// classified are the classifications that say something else than what the entity is, by
// what they say: a nationality, a gender. The rest are what it is, for the heading.
func (e *editor) classified(root reading.Node) (kinds []page.Part, facts []page.Fact) {
	at := map[string]int{}
	for _, kind := range e.ledger.nodes(root, reading.ClassifiedAs) {
		about := e.about(kind)
		part := e.referenced(kind)
		if about == "" {
			kinds = append(kinds, part)
			continue
		}
		i, ok := at[about]
		if !ok {
			i = len(facts)
			at[about] = i
			facts = append(facts, page.Fact{Name: about, Property: string(reading.ClassifiedAs)})
		}
		part.Title = ""
		facts[i].Values = append(facts[i].Values, page.Phrase{part})
	}
	if classes := root.Classes(); len(kinds) == 0 && len(classes) > 0 {
		kinds = append(kinds, page.Part{Text: e.class(classes[0])})
	}
	return kinds[:min(len(kinds), maxValues)], facts
}

// saysElse tells whether a classification says something else of an entity than what it
// is.
func saysElse(kind reading.Node) bool {
	for _, meta := range kind.Nodes(reading.ClassifiedAs) {
		if meta.IRI() != typeOfWork {
			return true
		}
	}
	return genders[kind.IRI()]
}

// about is what a classification says of an entity: "Nationality"; "" for one that says
// what it is.
func (e *editor) about(kind reading.Node) string {
	for _, meta := range kind.Nodes(reading.ClassifiedAs) {
		if meta.IRI() != typeOfWork {
			return e.node(meta).Text
		}
	}
	if genders[kind.IRI()] {
		return e.words.Text("Gender")
	}
	return ""
}
