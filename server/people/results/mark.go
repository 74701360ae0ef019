package results

import (
	"context"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/criteria"
	"vitrine/server/data/search"
	"vitrine/server/data/search/query"
	"vitrine/server/people/html"
)

// markFound marks the words that were searched for in the names of the cards, and says
// where they stand where neither the name nor the makers have all of them.
func (m Maker) markFound(ctx context.Context, c criteria.Criteria, iris []string, cards []html.Card) error {
	if c.Text == "" {
		return nil
	}
	marker := c.Query.Marker()
	for i, iri := range iris {
		if i >= len(cards) {
			break
		}
		cards[i].Marked = marks(marker.Mark(cards[i].Name.Text))
		if marker.HasAll(cards[i].Name.Text) || marker.HasAll(cards[i].Note.Plain()) {
			continue
		}
		name, err := graph.IRI(iri)
		if err != nil {
			return err
		}
		e, err := m.Store.Get(ctx, name)
		if rdfstore.IsMissing(err) {
			continue
		}
		if err != nil {
			return err
		}
		cards[i].Found = marks(search.Snippet(marker, e.Graph))
	}
	return nil
}

func marks(pieces []query.Mark) []html.Mark {
	var out []html.Mark
	for _, piece := range pieces {
		out = append(out, html.Mark(piece))
	}
	return out
}
