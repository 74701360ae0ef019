package listing

import (
	"context"
	"iter"
	"time"

	"github.com/knakk/rdf"

	"vitrine/linkedart/links"
	"vitrine/rdfstore"
	"vitrine/server/data/collection"
	"vitrine/server/data/resource"
	"vitrine/server/data/search"
	"vitrine/server/data/search/query"
	"vitrine/server/ops/pace"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/people/results"
	"vitrine/server/people/site"
)

// Lists answers with lists. It may be used by many goroutines.
type Lists struct {
	Site *site.Site
	// Maker follows the log, and finds entities by their names.
	Maker *resource.Maker
	Store Store
	// Survey tells which names there are, and Counts how many, each number being counted
	// by one request at a time.
	Survey Survey
	Counts *pace.Counts
	// Links are those that are followed, nil for none, and LinkList the list of one.
	Links    *links.Table
	LinkList func(l *links.Link, iri string) collection.List
	// Index is nil where nothing can be searched.
	Index     Search
	Describer Describer
	Results   results.Maker
	Words     i18n.Vocabulary
	// Shared is Site with the places of searches, for the pages of what they find.
	Shared *site.Site
	// Searches and Suggests bound how many searches are made and names suggested at once,
	// apart from what pages wait for, since they may wait for the index.
	Searches, Suggests site.Slot
	// Timeout bounds the time to count the names of a list.
	Timeout time.Duration
}

// Store is what lists ask of a store; rdfstore.Store says how.
type Store interface {
	rdfstore.Relations
	Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error)
	Match(ctx context.Context, p rdfstore.Pattern, after rdfstore.Cursor) iter.Seq2[rdfstore.Match, error]
	Names(ctx context.Context, prefix string, skip uint64) iter.Seq2[rdf.IRI, error]
	CountNames(ctx context.Context, prefix string) (uint64, error)
}

// Survey tells whether there is an entity whose name begins with a prefix; holdings.Survey
// does.
type Survey interface {
	Begins(ctx context.Context, prefix string) (bool, error)
}

// Describer names an entity, as it is at an entry of the log; *describe.Describer does.
type Describer interface {
	Name(ctx context.Context, at uint64, iri string, w *i18n.Wording) (html.Part, error)
}

// Search finds entities by their words; *search.Index does. It returns so many
// of the results after the first skip, and knows every change that the store
// had when it was called.
type Search interface {
	Find(ctx context.Context, q query.Query, skip, limit int) (search.Hits, error)
}

// Suggester is a Search that suggests names while somebody types; *search.Index does.
type Suggester interface {
	Suggest(ctx context.Context, beginning string, limit int) ([]search.Suggestion, error)
}
