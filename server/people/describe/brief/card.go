package brief

import (
	"vitrine/linkedart/reading"
	"vitrine/server/people/html"
)

// Card is an entity as a list shows it.
func (e *Editor) Card(iri string) html.Card {
	b := e.Brief(iri)
	name := e.Name(iri)
	card := html.Card{Name: name, Dates: e.Dates(b.Date), Picture: e.cardPicture(b, name)}
	if kinds := e.kinds(b); len(kinds) > 0 {
		card.Kind = kinds[0]
	}
	for _, maker := range b.makers {
		if len(card.Note) > 0 {
			card.Note = append(card.Note, html.Part{Text: ", "})
		}
		card.Note = append(card.Note, e.Reference(maker))
	}
	return card
}

func (e *Editor) Cards(iris []string) []html.Card {
	out := make([]html.Card, 0, len(iris))
	for _, iri := range iris {
		out = append(out, e.Card(iri))
	}
	return out
}

// makersOf are those who made what a record is about.
func makersOf(root reading.Node) []reading.Node {
	var out []reading.Node
	for _, p := range []reading.Property{reading.ProducedBy, reading.CreatedBy} {
		for _, activity := range root.Nodes(p) {
			for _, part := range activity.WithParts(maxDepth) {
				out = append(out, part.Nodes(reading.CarriedOutBy)...)
			}
		}
	}
	return out
}
