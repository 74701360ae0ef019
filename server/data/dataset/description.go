package dataset

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/holdings"
	"vitrine/server/data/resource"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
	"vitrine/server/people/site"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// Description answers with what the data set is, in VoID and DCAT (facts).
type Description struct {
	Site   *site.Site
	Store  Counter
	Offers *resource.Offers
	Survey holdings.Survey
	Dumps  *Dumps
	Feed   *Feed
	// Licence and Publisher are URIs, empty for none.
	Licence, Publisher string
	Statement          Statement
	// Protocols are services beside those of this package's own description.
	Protocols []Service
}

// Counter is what the description asks of a store; rdfstore.Store says how.
type Counter interface {
	Log
	Count(ctx context.Context, pattern rdfstore.Pattern) (uint64, error)
	Classes(ctx context.Context) ([]rdfstore.ClassCount, error)
}

// WellKnown sends the client on to the description of the data set.
func (d *Description) WellKnown(x *respond.Exchange, r *http.Request) error {
	return x.Redirect(d.Site.Mapper.Service(address.Dataset), r.URL.RawQuery)
}

// Get answers with the description of the data set, in the form that
// the parameter format names or the client likes best.
func (d *Description) Get(x *respond.Exchange, r *http.Request) error {
	value := r.URL.Query().Get("format")
	if value != "" {
		r = r.Clone(r.Context())
		r.Header.Del("Accept") // the parameter overrides it
	}
	return d.Site.Send(x, r, "no-cache", func(ctx context.Context) ([]site.Document, error) { return d.documents(ctx, r, value) })
}

// documents are the forms of the description, or the one that is named.
func (d *Description) documents(ctx context.Context, r *http.Request, named string) ([]site.Document, error) {
	last, err := d.Store.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	g, err := d.describe(ctx, last)
	if err != nil {
		return nil, err
	}
	forms := d.forms(r, g)
	if named != "" {
		if forms = namedForm(forms, d.Offers.ByQuery(named)); forms == nil {
			return nil, &respond.Error{Type: respond.NotAcceptable, Detail: "The parameter format names no form that there is."}
		}
	}
	documents := make([]site.Document, len(forms))
	for i, f := range forms {
		documents[i] = f.Document
	}
	return documents, nil
}

// form is a form of the description of the data set.
type form struct {
	offer *resource.Offer
	site.Document
}

func namedForm(forms []form, o *resource.Offer) []form {
	for _, f := range forms {
		if f.offer == o {
			return []form{f}
		}
	}
	return nil
}

// forms are the forms of the description: Turtle first, which readers of
// VoID expect, then JSON-LD, the others, and a page. It is no Linked Art, and so comes in
// none of the forms that are only for that.
func (d *Description) forms(r *http.Request, g *graph.Graph) []form {
	var forms []form
	for _, o := range append(d.Offers.Graph(g), d.Offers.ByName("html")) {
		forms = append(forms, form{o, site.Document{MediaType: o.MediaType, Profile: o.Profile}})
	}
	links := d.links(forms)
	for i, f := range forms {
		forms[i].Link = links
		if f.offer.Name == "compacted" {
			forms[i].Aliases = []string{"application/json"}
		}
		forms[i].Write = func(ctx context.Context, b *bytes.Buffer) error {
			if f.offer.IsPage() {
				return d.Site.Pages.Write(b, new(d.view(r, g, forms)))
			}
			return resource.Encode(b, f.offer.Format, g)
		}
	}
	return forms
}

// links is the Link field of the description.
func (d *Description) links(forms []form) string {
	var links []string
	for _, f := range forms {
		links = append(links, respond.LinkField(d.href(f), "alternate", f.FullType()))
	}
	return strings.Join(links, ", ")
}

// href is the address of one form of the description.
func (d *Description) href(f form) string {
	return d.Site.Mapper.Service(address.Dataset) + "?format=" + f.offer.Name
}

// view is the description for people.
func (d *Description) view(r *http.Request, g *graph.Graph, forms []form) html.Entity {
	view := html.Entity{Frame: d.Site.FrameTitled(r, html.Label(g)), IRI: g.Name.String(), Rows: html.Rows(g, d.Site.Follow)}
	for _, class := range g.Classes() {
		view.Classes = append(view.Classes, brief.ClassName(class.String(), d.Site.Wording(r)))
	}
	for _, f := range forms {
		if f.offer.IsPage() {
			continue
		}
		l := html.Link{Rel: "alternate", Href: d.href(f), Type: f.FullType(), Title: f.offer.Title}
		view.Links, view.Formats = append(view.Links, l), append(view.Formats, l)
	}
	return view
}

// describe gathers what there is to say of the data set. It costs a few
// short reads, however large that is.
func (d *Description) describe(ctx context.Context, last rdfstore.LogEntry) (*graph.Graph, error) {
	about := facts{
		Document: d.Site.Mapper.ServiceURI(address.Dataset), Title: d.Site.Title,
		Licence: d.Licence, Publisher: d.Publisher, Statement: d.Statement,
		Modified: respond.LastModified(last.Time), Home: d.Site.Mapper.Base, Space: d.Site.Mapper.Base,
		Formats: d.mediaTypes(), Files: d.Dumps.Links(last),
		Feed: d.Feed.ID(), FeedTitle: d.Feed.Label(), Services: d.services(),
	}
	if err := d.count(ctx, &about); err != nil {
		return nil, err
	}
	endpoints, err := d.Survey.Endpoints(ctx)
	if err != nil {
		return nil, err
	}
	for _, endpoint := range endpoints {
		prefix := d.Site.Mapper.Base + endpoint
		about.Roots = append(about.Roots, prefix)
		example, err := d.Survey.Next(ctx, prefix)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(example, prefix) {
			about.Examples = append(about.Examples, example)
		}
	}
	g, err := about.graph()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", about.Document, err)
	}
	return g, nil
}

// services are the ways to ask about the data.
func (d *Description) services() []Service {
	return append([]Service{
		{
			Name: "sparql", URL: d.Site.Mapper.ServiceURI(address.Query), Title: "SPARQL queries", IsSPARQL: true,
			Standards: []string{"https://www.w3.org/TR/sparql11-protocol/", "https://www.w3.org/TR/sparql11-query/"},
		},
		{
			Name: "fragments", URL: d.Site.Mapper.ServiceURI(address.Fragments), Title: "Triple and quad pattern fragments",
			Standards: []string{
				"https://linkeddatafragments.org/specification/triple-pattern-fragments/",
				"https://linkeddatafragments.org/specification/quad-pattern-fragments/",
			},
		},
	}, d.Protocols...)
}

// count fills in the numbers.
func (d *Description) count(ctx context.Context, about *facts) error {
	var err error
	if about.Triples, err = d.Store.Count(ctx, rdfstore.Pattern{}); err != nil {
		return err
	}
	classes, err := d.Store.Classes(ctx)
	if err != nil {
		return err
	}
	for _, c := range classes {
		if c.Class == (rdf.IRI{}) {
			about.Entities = c.Count
			continue
		}
		about.Classes = append(about.Classes, classCount{Class: c.Class, Entities: c.Count})
	}
	return nil
}

// mediaTypes are the media types of entities, each once.
func (d *Description) mediaTypes() []string {
	var types []string
	seen := map[string]bool{}
	for _, o := range d.Offers.List {
		if !seen[o.MediaType] {
			seen[o.MediaType] = true
			types = append(types, o.MediaType)
		}
	}
	return types
}
