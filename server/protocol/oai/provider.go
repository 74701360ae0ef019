package oai

import (
	"bytes"
	"context"
	"iter"
	"net/http"
	"time"

	"github.com/knakk/rdf"

	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/server/data/resource"
	"vitrine/server/people/site"
	"vitrine/server/web/respond"
)

// Provider answers the requests of harvesters.
type Provider struct {
	Site  *site.Site
	Maker *resource.Maker
	Store Store
	// Contact is the address for mail of who runs the repository.
	Contact string
	// Formats are those that records are harvested in.
	Formats []Format

	passed passed
}

// Format is a form in which records are harvested.
type Format struct {
	// Offer is the form, whose name is the metadata prefix.
	*resource.Offer
	// Schema is the address of its XML Schema, and Namespace the namespace of its root.
	Schema, Namespace string
	// Only is the class of the records that may have the form, "" for all.
	Only reading.Class
}

// Store is what a repository asks of a store; rdfstore.Store says how.
type Store interface {
	Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error)
	LastChange(ctx context.Context) (rdfstore.LogEntry, error)
	Match(ctx context.Context, p rdfstore.Pattern, after rdfstore.Cursor) iter.Seq2[rdfstore.Match, error]
	Changes(ctx context.Context, after uint64) iter.Seq2[rdfstore.LogEntry, error]
}

// Methods answer requests by GET and by POST, which say the same.
func (p *Provider) Methods() respond.Handler {
	return respond.Methods{http.MethodGet: p.answer, http.MethodPost: p.answer}.Resource()
}

func (p *Provider) answer(x *respond.Exchange, r *http.Request) error {
	arguments, problem := read(x, r)
	return p.Site.Send(x, r, "no-cache", site.Forms(site.Document{
		MediaType: "text/xml", Aliases: []string{"application/xml"},
		Write: func(ctx context.Context, b *bytes.Buffer) error { return p.document(ctx, b, arguments, problem) },
	}))
}

// maxLag is the longest time between the time of a change in the log and the moment at which
// it can be read.
const maxLag = time.Minute

// responseDate is the time of an answer: a moment from which on nothing can come to be before
// it that is not yet to be read. The log never goes back, and a change has its time before it is
// on the disk, so that a harvest from the moment of the answer itself could miss it.
func (p *Provider) responseDate(ctx context.Context) (time.Time, error) {
	now := time.Now().UTC()
	last, err := p.Store.LastChange(ctx)
	if at := now.Add(-maxLag); last.Time.Before(at) {
		return at, err
	}
	return last.Time, err
}

// earliest is the time of the first change, that of the answer where there is none.
func (p *Provider) earliest(ctx context.Context, otherwise time.Time) (time.Time, error) {
	for entry, err := range p.Store.Changes(ctx, 0) {
		return entry.Time, err
	}
	return otherwise, nil
}
