package describe

import (
	"context"
	"fmt"
	"iter"

	"github.com/knakk/rdf"

	"vitrine/linkedart/links"
	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/server/address"
	"vitrine/server/atlas"
	"vitrine/server/page"
	"vitrine/server/wording"
)

// Store is what a describer asks of a store.
type Store interface {
	rdfstore.Relations
	Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error)
	Match(ctx context.Context, p rdfstore.Pattern, after rdfstore.Cursor) iter.Seq2[rdfstore.Match, error]
	Changes(ctx context.Context, after uint64) iter.Seq2[rdfstore.LogEntry, error]
	LastChange(ctx context.Context) (rdfstore.LogEntry, error)
}

// Options say what pages are made of. Store and Mapper are needed.
type Options struct {
	Store Store
	// Links are those that Subject.Links are of; nil where there are none.
	Links *links.Table
	// Mapper knows the addresses of entities.
	Mapper address.Mapper
	// ListOf is the address of the list of a link of the entity with the IRI; no list is
	// led to where it is nil.
	ListOf func(l *links.Link, iri string) string
	// Sources name whose URIs are; StandardSources where it is nil.
	Sources Sources
	// ImageHosts are the hosts that pages show pictures of, with or without their schemes;
	// any that a record names where it is nil.
	ImageHosts []string
	// Licence is the URI of the licence of the data, "" where there is none.
	Licence string
	// Atlas draws the maps; there are none where it is nil.
	Atlas *atlas.Atlas
	// Site is the name of the service, for citations.
	Site string
	// CacheBytes bounds the memory for what is kept of the records that others refer to;
	// 16 MiB where it is 0, nothing is kept where it is negative.
	CacheBytes int64
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
	Options
	briefs *briefs
}

// New returns a Describer.
func New(o Options) (*Describer, error) {
	if o.CacheBytes == 0 {
		o.CacheBytes = 16 << 20
	}
	if o.Sources == nil {
		o.Sources = StandardSources()
	}
	kept, err := newBriefs(o.Store, o.CacheBytes)
	if err != nil {
		return nil, fmt.Errorf("make the cache of cards: %w", err)
	}
	return &Describer{Options: o, briefs: kept}, nil
}

// Close ends the goroutines of the cache.
func (d *Describer) Close() { d.briefs.close() }

// Name names the entity with the IRI, and leads to it.
func (d *Describer) Name(ctx context.Context, iri string, w *wording.Wording) (page.Part, error) {
	e, err := d.editor(ctx, w)
	if err != nil {
		return page.Part{}, err
	}
	return e.name(iri), e.err
}

// Card returns an entity as a list shows it.
func (d *Describer) Card(ctx context.Context, iri string, w *wording.Wording) (page.Card, error) {
	e, err := d.editor(ctx, w)
	if err != nil {
		return page.Card{}, err
	}
	return e.card(iri), e.err
}

// Cards returns the entities with the IRIs as a list shows them.
func (d *Describer) Cards(ctx context.Context, iris []string, w *wording.Wording) ([]page.Card, error) {
	e, err := d.editor(ctx, w)
	if err != nil {
		return nil, err
	}
	e.reads += len(iris)
	return e.cards(iris), e.err
}

// editor returns what makes one page, of the store as it is now.
func (d *Describer) editor(ctx context.Context, w *wording.Wording) (*editor, error) {
	at, err := d.briefs.follow(ctx)
	if err != nil {
		return nil, err
	}
	return &editor{Describer: d, ctx: ctx, words: w, at: at, reads: maxReads, ledger: ledger{}, told: map[string]bool{}}, nil
}

// editor makes one page in one language.
type editor struct {
	*Describer
	ctx   context.Context
	words *wording.Wording
	// at is the entry of the log that the cache was at when the page was begun.
	at uint64
	// reads is how many more records may be read.
	reads int
	// ledger is what of the record is shown.
	ledger ledger
	// namings are the triples that name the entity of the page, nil where nobody has
	// looked for them yet; allNamings tells that these are all.
	namings    []naming
	allNamings bool
	// told are the records that the page tells of already, so that no list of mentions
	// has them.
	told map[string]bool
	// happened is when that was which the page is of, zero for what is no event.
	happened reading.TimeSpan
	// hosts are those of the pictures.
	hosts []string
	// err is the first error of the store. What is made after it is not used.
	err error
}

// brief returns what is known of the entity with the IRI, from the cache or the store.
// It is never nil.
func (e *editor) brief(iri string) *brief {
	if b, ok := e.briefs.kept(iri); ok {
		return b
	}
	if e.err != nil || e.reads <= 0 {
		return &brief{iri: iri, unread: true}
	}
	e.reads--
	b, err := e.briefs.read(e.ctx, e.at, iri)
	if err != nil {
		e.err = err
		return &brief{iri: iri, unread: true}
	}
	return b
}

// record reads a record of the store as a whole, the zero Node where there is none, or
// where no more may be read.
func (e *editor) record(iri string) reading.Node {
	if e.err != nil {
		return reading.Node{}
	}
	root, err := e.briefs.record(e.ctx, e.at, iri, func() bool {
		e.reads--
		return e.reads >= 0
	})
	if err != nil {
		e.err = err
	}
	return root
}
