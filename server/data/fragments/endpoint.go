package fragments

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize/nquads"
	"vitrine/serialize/turtle"
	"vitrine/server/people/html"
	"vitrine/server/people/site"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// Endpoint answers for fragments over HTTP, page by page. It may be used by many goroutines.
type Endpoint struct {
	Site  *site.Site
	Store Store
	// Names are the IRIs of what fragments are parts of.
	Names Names
	// Places writes where pages begin; nil writes places of the store as they are.
	Places *Places
	// Digest makes the opaque part of an entity tag.
	Digest func(parts ...string) string
}

// Store is what the endpoint asks of a store; rdfstore.Store says how.
type Store interface {
	Snapshot(ctx context.Context) (rdfstore.Snapshot, error)
}

// fragmentAnswer is the answer to a request for a page of a fragment.
type fragmentAnswer struct {
	endpoint *Endpoint
	exchange *respond.Exchange
	request  *http.Request
	asked    Request
	at       Addresses
	// snapshot is the state of the store that the page is read from, nil before.
	snapshot rdfstore.Snapshot
}

// Fragments answers with a page of a fragment.
func (e *Endpoint) Fragments(x *respond.Exchange, r *http.Request) error {
	asked, err := e.parseFragment(r.URL.Query())
	if err != nil {
		return err
	}
	at := NewAddresses(e.originOf(r)+e.Site.Proxies.Path(r), r.URL.RawQuery)
	a := &fragmentAnswer{endpoint: e, exchange: x, request: r, asked: asked, at: at}
	rep, err := e.Site.Make(r, "no-cache", a.forms)
	if a.snapshot != nil {
		err = errors.Join(err, a.snapshot.Close())
	}
	if err != nil {
		return err
	}
	return rep.Answer(x, r)
}

// parseFragment reads the parameters.
func (e *Endpoint) parseFragment(query url.Values) (Request, error) {
	for i, after := range query["after"] {
		place, err := e.Places.open(after)
		if err != nil {
			return Request{}, respond.BadParameter("after", "it is no place in this fragment; follow hydra:next of a page")
		}
		query["after"][i] = place
	}
	asked, err := Parse(query, e.Names)
	return asked, fragmentError(err)
}

// fragmentError is an error about fragments as the client gets it.
func fragmentError(err error) error {
	var parameter *ParameterError
	if errors.As(err, &parameter) {
		return &respond.Error{Type: respond.BadRequest, Err: err, Detail: parameter.Error()}
	}
	return err
}

// forms returns the forms of the page. Nothing is read for the entity tag, which is that
// of the state of the store; a page for people has other things around it.
func (a *fragmentAnswer) forms(ctx context.Context) (forms []site.Document, err error) {
	if a.snapshot, err = a.endpoint.Store.Snapshot(ctx); err != nil {
		return nil, err
	}
	last := a.snapshot.At()
	state := a.endpoint.Digest("fragment", a.at.Page, strconv.FormatUint(last.Seq, 10), last.Time.String())
	for _, form := range []site.Document{{MediaType: "application/n-quads", State: state}, {MediaType: "application/trig", State: state}, {MediaType: "text/html"}} {
		form.Read = func(ctx context.Context) (site.Document, error) { return a.read(ctx, form) }
		forms = append(forms, form)
	}
	return forms, nil
}

// read reads the page for one of its forms.
func (a *fragmentAnswer) read(ctx context.Context, form site.Document) (site.Document, error) {
	e := a.endpoint
	found, err := a.asked.Read(ctx, e.Names.Records(a.snapshot))
	if err != nil {
		return form, fragmentError(err)
	}
	found.Next = e.Places.seal(found.Next)
	all, err := found.Document(e.Names, a.at)
	if err != nil {
		return form, err
	}
	if found.Total.Exact {
		a.exchange.Header().Set("X-Total-Count", strconv.FormatUint(found.Total.Count, 10))
	}
	// The addresses of other pages are in the metadata.
	form.Link = respond.LinkField(e.Site.Mapper.Service(address.Dataset), "describedby", "")
	form.Write = func(_ context.Context, b *bytes.Buffer) error {
		switch form.MediaType {
		case "application/n-quads":
			b.Write(nquads.AppendQuads(nil, all))
		case "application/trig":
			b.Write(turtle.AppendQuads(nil, all))
		default:
			return e.Site.Pages.Write(b, new(a.view(found)))
		}
		return nil
	}
	return form, nil
}

// originOf returns the scheme and host that the client used. Where that is the host of
// the base, or none that an IRI can have, it is the base's: a proxy that is not trusted
// cannot tell the scheme.
func (e *Endpoint) originOf(r *http.Request) string {
	own, asked := e.Site.Mapper.Absolute(""), e.Site.Proxies.Origin(r)
	_, host, _ := strings.Cut(own, "://")
	if _, err := graph.ParseIRI(asked + "/"); err != nil || strings.EqualFold(r.Host, host) {
		return own
	}
	return asked
}

// view is the page for people.
func (a *fragmentAnswer) view(found Page) html.Fragment {
	e := a.endpoint
	w := e.Site.Wording(a.request)
	view := html.Fragment{Frame: e.Site.Frame(a.request, "Pattern fragments"), Next: a.at.Next(found.Next)}
	view.Introduction = w.Text("Quads for query clients: a pattern and a page at a time. The parameters subject, predicate, object and graph are IRIs without brackets, \"text\"@en or \"1\"^^datatype; blank nodes have IRIs.")
	if !a.asked.IsStart() {
		view.First = a.at.First
	}
	if view.About = w.Text("at most %d in all", found.Total.Count); found.Total.Exact {
		view.About = w.Text("%d in all", found.Total.Count)
	}
	for _, q := range found.Quads {
		row := []html.Link{e.Site.Term(q.Subj), e.Site.Term(q.Pred), e.Site.Term(q.Obj), {}}
		if q.Ctx != nil {
			row[3] = e.Site.Term(q.Ctx)
		}
		view.Rows = append(view.Rows, row)
	}
	return view
}

// BlankNode sends the client from the IRI of a blank node to the record that it
// stands in (RDF 1.1 Concepts section 3.5).
func (e *Endpoint) BlankNode(x *respond.Exchange, r *http.Request) error {
	node, err := graph.ParseIRI(e.Site.Mapper.Name(r.URL.EscapedPath()))
	if err == nil {
		if name, ok := e.Names.Nodes.Graph(node); ok {
			return x.SeeOther(e.Site.Mapper.Href(name.String()))
		}
	}
	return &respond.Error{Type: respond.NotFound, Detail: "This is no IRI that the service gives a blank node."}
}
