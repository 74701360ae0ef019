package query

import (
	"bytes"
	"context"
	"errors"
	"net/http"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/query/saved"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/people/site"
	"vitrine/server/people/svgmap"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// Endpoint answers at the address of the query service. It may be used by many goroutines.
type Endpoint struct {
	Service *Service
	Site    *site.Site
	Store   Store
	// Dataset and Union are the IRIs of what is queried and of the union of its graphs.
	Dataset, Union string
	Describer      Describer
	Atlas          Atlas
	// Context is the address of the context whose terms the page suggests, and Names that of the
	// names of entities, by the Reconciliation Service API; "" for none.
	Context, Names string
	// Saved are the queries that the operator keeps.
	Saved []*saved.Query
}

// Store is what the pages of the endpoint ask of a store; rdfstore.Store says how.
type Store interface {
	LastChange(ctx context.Context) (rdfstore.LogEntry, error)
	Classes(ctx context.Context) ([]rdfstore.ClassCount, error)
}

// Describer names entities, as they are at an entry of the log; *describe.Describer does.
type Describer interface {
	Names(ctx context.Context, at uint64, iris []string, w *i18n.Wording) ([]html.Part, error)
}

// Atlas draws a map; *atlas.Atlas does.
type Atlas interface {
	Draw(svgmap.Request) svgmap.Drawing
}

// Methods answer queries, and say what the service is where there is none.
func (e *Endpoint) Methods() respond.Handler {
	// A query in a body has a media type that scripts of other origins must ask for.
	return respond.Methods{http.MethodGet: e.get, http.MethodPost: e.get}.ResourceWith(http.Header{"Accept-Post": {Accepted}}, "Content-Type")
}

// get answers a query, or describes the service where there is none.
func (e *Endpoint) get(x *respond.Exchange, r *http.Request) error {
	q, err := Read(r)
	if err != nil {
		return err
	}
	if q.Text == "" {
		return e.describeQueries(x, r)
	}
	return e.answer(x, r, q)
}

// answer answers a request that has a query.
func (e *Endpoint) answer(x *respond.Exchange, r *http.Request, q Request) error {
	prepared, err := e.Service.Prepare(q)
	if err != nil {
		if site.PrefersHTML(r) && len(q.Asked) == 0 {
			return e.sendQueryPage(x, r, q, nil, err)
		}
		return err
	}
	form, err := q.Choose(q.Forms(prepared.Form()), r.Header["Accept"])
	if err != nil {
		return err
	}
	if form, err = e.Service.withFrame(form, q, prepared); err != nil {
		return err
	}
	if form.IsPage() {
		return e.sendQueryPage(x, r, q, prepared, nil)
	}
	return e.Service.Answer(x, r, q, prepared, form)
}

// describeQueries answers where there is no query: with the page to write one on, or
// with the description of the service (SPARQL 1.1 Service Description section 2).
func (e *Endpoint) describeQueries(x *respond.Exchange, r *http.Request) error {
	return e.Site.Send(x, r, "no-cache", func(ctx context.Context) ([]site.Document, error) {
		g, err := Description{
			Endpoint: e.Site.Mapper.ServiceURI(address.Query), Dataset: e.Dataset, Union: e.Union,
		}.Graph()
		if err != nil {
			return nil, err
		}
		forms := []site.Document{{MediaType: "text/html", Write: func(ctx context.Context, b *bytes.Buffer) (err error) {
			view := e.queryView(r, Request{})
			if view.Classes, err = e.classes(ctx, view.Action, e.Site.Wording(r)); err != nil {
				return err
			}
			return e.Site.Pages.Write(b, &view)
		}}}
		return append(forms, graphDocuments(g)...), nil
	})
}

// graphDocuments are the forms of a graph that the service says of itself.
func graphDocuments(g *graph.Graph) []site.Document {
	var forms []site.Document
	for _, f := range GraphForms() {
		forms = append(forms, site.Document{MediaType: f.MediaType, Profile: f.Profile, Aliases: f.Aliases, Write: func(_ context.Context, b *bytes.Buffer) error {
			text, err := AppendGraph(f, g.Triples)
			b.Write(text)
			return err
		}})
	}
	return forms
}

// queryFault is what a page says of an error; false where that is none of the query's.
func queryFault(err error) (*respond.Error, bool) {
	var fault *respond.Error
	if errors.As(err, &fault) && (fault.Type == respond.Query || fault.Type == respond.QueryLimit || fault.Type == respond.Busy) {
		return fault, true
	}
	return nil, false
}
