package describe

import (
	"context"
	"fmt"

	"vitrine/linkedart/links"
	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/server/atlas"
	"vitrine/server/describe/brief"
	"vitrine/server/page"
	"vitrine/server/wording"
)

// Options say what pages are made of. Store and Mapper are needed.
type Options struct {
	brief.Options
	// Links are those that Subject.Links are of; nil where there are none.
	Links *links.Table
	// ListOf is the address of the list of a link of the entity with the IRI; no list is
	// led to where it is nil.
	ListOf func(l *links.Link, iri string) string
	// Sources name whose URIs are; StandardSources where it is nil.
	Sources Sources
	// Licence is the URI of the licence of the data, "" where there is none.
	Licence string
	// Atlas draws the maps; there are none where it is nil.
	Atlas *atlas.Atlas
	// Site is the name of the service, for citations.
	Site string
}

// Subject is what a page is about.
type Subject struct {
	Entity *rdfstore.Entity
	// Record is its JSON-LD without links, nil where it is too large.
	Record []byte
	// Links are its inverse links, nil where there are none.
	Links []links.Found
	// Formats are its other representations, and Triples the address of its triples.
	Formats []page.Link
	Triples string
}

// Describer describes the entities of a store. It may be used by many goroutines.
type Describer struct {
	options Options
	briefs  *brief.Cache
}

// New returns a Describer.
func New(o Options) (*Describer, error) {
	if o.Sources == nil {
		o.Sources = StandardSources()
	}
	briefs, err := brief.NewCache(o.Options)
	if err != nil {
		return nil, fmt.Errorf("make the cache of cards: %w", err)
	}
	return &Describer{options: o, briefs: briefs}, nil
}

// Close ends the goroutines of the cache.
func (d *Describer) Close() { d.briefs.Close() }

// Name names the entity with the IRI, and leads to it.
func (d *Describer) Name(ctx context.Context, iri string, w *wording.Wording) (page.Part, error) {
	e, err := d.briefs.Editor(ctx, w)
	if err != nil {
		return page.Part{}, err
	}
	return e.Name(iri), e.Err()
}

// Card returns an entity as a list shows it.
func (d *Describer) Card(ctx context.Context, iri string, w *wording.Wording) (page.Card, error) {
	e, err := d.briefs.Editor(ctx, w)
	if err != nil {
		return page.Card{}, err
	}
	return e.Card(iri), e.Err()
}

// Cards returns the entities with the IRIs as a list shows them.
func (d *Describer) Cards(ctx context.Context, iris []string, w *wording.Wording) ([]page.Card, error) {
	e, err := d.briefs.Editor(ctx, w)
	if err != nil {
		return nil, err
	}
	e.Allow(len(iris))
	return e.Cards(iris), e.Err()
}

// editor makes one page in one language.
type editor struct {
	*brief.Editor
	options *Options
	// ledger is what of the record is shown.
	ledger ledger
	// happened is when that was which the page is of, zero for what is no event.
	happened reading.TimeSpan
}

// editor returns what makes one page, of the store as it is now.
func (d *Describer) editor(ctx context.Context, w *wording.Wording) (*editor, error) {
	e, err := d.briefs.Editor(ctx, w)
	if err != nil {
		return nil, err
	}
	return &editor{Editor: e, options: &d.options, ledger: ledger{}}, nil
}
