package describe

import (
	"context"

	"vitrine/linkedart/links"
	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/people/svgmap"
)

// Options say what pages are made of. Store and Mapper are needed.
type Options struct {
	brief.Options
	// Links are those that Subject.Links are of; nil where there are none.
	Links *links.Table
	// ListOf is the address of the list of a link of the entity with the IRI; no list is
	// led to where it is nil.
	ListOf func(l *links.Link, iri string) string
	// Naming is that of the list of what names an entity by a property, or anywhere.
	Naming func(property, iri string) string
	// Searches tells that there is a search, which pages lead to.
	Searches bool
	// Sources name whose URIs are; StandardSources where it is nil.
	Sources Sources
	// Licence is the URI of the licence of the data, "" where there is none.
	Licence string
	// Atlas draws the maps; there are none where it is nil.
	Atlas *svgmap.Atlas
	// Site is the name of the service, for citations.
	Site string
}

// Subject is what a page is about.
type Subject struct {
	Entity *rdfstore.Entity
	// Read is its record.
	Read *reading.Record
	// At is the entry of the log that was followed before the entity was read.
	At uint64
	// Record is its JSON-LD without links, nil where it is too large.
	Record []byte
	// Links are its inverse links, nil where there are none, and Relations the numbers of
	// the relations to it that they were found by, nil where they were not requested.
	Links     []links.Found
	Relations []rdfstore.RelationCount
	// Formats are its other representations, and Triples the address of its triples.
	Formats []html.Link
	Triples string
	// Alone leaves out what stands in other records and is not about a picture: lists, the
	// provenance, maps; and what has no place on the page. There are as many pictures as the record
	// has.
	Alone bool
}

// Describer describes the entities of a store. It may be used by many goroutines.
type Describer struct {
	options Options
	briefs  *brief.Cache
}

// New returns a Describer.
func New(o Options) *Describer {
	if o.Sources == nil {
		o.Sources = StandardSources()
	}
	return &Describer{options: o, briefs: brief.NewCache(o.Options)}
}

// Name names the entity with the IRI, and leads to it; at is the entry of the log that
// was followed.
func (d *Describer) Name(ctx context.Context, at uint64, iri string, w *i18n.Wording) (html.Part, error) {
	e := d.briefs.Editor(ctx, at, w)
	return e.Name(iri), e.Err()
}

// Names returns the names of the entities with the IRIs, in their order; at is the entry of
// the log that was followed.
func (d *Describer) Names(ctx context.Context, at uint64, iris []string, w *i18n.Wording) ([]html.Part, error) {
	e := d.briefs.Editor(ctx, at, w)
	e.Allow(len(iris))
	names := make([]html.Part, len(iris))
	for i, iri := range iris {
		names[i] = e.Name(iri)
	}
	return names, e.Err()
}

// Cards returns the entities with the IRIs as a list shows them, and the hosts of their
// pictures; at is the entry of the log that was followed.
func (d *Describer) Cards(ctx context.Context, at uint64, iris []string, w *i18n.Wording) (cards []html.Card, imageHosts []string, err error) {
	e := d.briefs.Editor(ctx, at, w)
	e.Allow(len(iris))
	cards = e.Cards(iris)
	return cards, e.Hosts(), e.Err()
}

// editor makes one page in one language.
type editor struct {
	*brief.Editor
	options *Options
	// shown is what of the record is shown.
	shown shownProperties
	// listed are the IRIs of records that the page shows already, so that no list of
	// mentions has them.
	listed map[string]bool
	// told are those of activities that the page tells in the museum's own words. No list
	// of an inverse link has them.
	told map[string]bool
}

// editor returns what makes one page; at is the entry of the log that was followed.
func (d *Describer) editor(ctx context.Context, at uint64, w *i18n.Wording) *editor {
	return &editor{Editor: d.briefs.Editor(ctx, at, w), options: &d.options, shown: newShownProperties(), listed: map[string]bool{}, told: map[string]bool{}}
}
