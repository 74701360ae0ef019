package results

import (
	"context"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/server/data/collection"
	"vitrine/server/data/criteria"
	"vitrine/server/data/search"
	"vitrine/server/people/describe"
	"vitrine/server/people/i18n"
	"vitrine/server/people/svgmap"
	"vitrine/server/web/address"
)

// Maker makes the pages of lists. It may be used by many goroutines.
type Maker struct {
	Store     Store
	Describer *describe.Describer
	// Atlas draws the maps.
	Atlas  *svgmap.Atlas
	Mapper address.Mapper
	// Reader reads the parameters of searches.
	Reader criteria.Reader
}

// Store is what the package asks of a store; rdfstore.Store says how.
type Store interface {
	Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error)
}

// List is a list of entities, page by page.
type List struct {
	collection.List
	// Title names the list on its pages, and TitleLang is the language of that, "" where it
	// is not known. Headed returns the title in a language; it is the same in all where
	// Headed is nil.
	Title, TitleLang string
	Headed           func(w *i18n.Wording) string
	// Names returns the entities from a place on, which is counted from 0.
	Names func(ctx context.Context, start, length uint64) ([]rdf.IRI, error)
	// Criteria are what was searched for; Searched tells that the list is a search.
	Criteria criteria.Criteria
	Searched bool
	// Offers are other searches, where not all of the words were found.
	Offers Offers
	// At is the entry of the log as of which the entities are described.
	At uint64
	// Facets are counted among all of the list; their links lead to searches within Scope.
	Facets []search.Facet
	Scope  criteria.Criteria
	// Squares count what was found by where it is, where the map is shown.
	Squares []search.SquareCount
}

// Offers are what somebody may search for who has not found all of the words.
type Offers struct {
	// Lacking tells that what is found lacks some of the words.
	Lacking bool
	// Spelled are searches with words that were meant, Fewer those without one of the words.
	Spelled, Fewer []criteria.Criteria
	// Kinds are the classes of all entities.
	Kinds []search.Value
}

// heading is the title of the list in a language.
func (l List) heading(w *i18n.Wording) string {
	if l.Headed == nil {
		return l.Title
	}
	return l.Headed(w)
}
