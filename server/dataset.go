package server

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/address"
	"vitrine/server/conditional"
	"vitrine/server/describe/brief"
	"vitrine/server/exchange"
	"vitrine/server/page"
	"vitrine/server/problem"
	"vitrine/server/represent"
	"vitrine/server/site"
	"vitrine/server/void"
	"vitrine/server/weblink"
)

// getWellKnownVoid sends the client on to the description of the data set.
func (s *Server) getWellKnownVoid(x *exchange.Exchange, r *http.Request) error {
	return x.Redirect(s.mapper.Service(address.Dataset), r.URL.RawQuery)
}

// getDataset answers with the description of the data set, in the form that
// the parameter format names or the client likes best.
func (s *Server) getDataset(x *exchange.Exchange, r *http.Request) error {
	value := r.URL.Query().Get("format")
	if value != "" {
		r = r.Clone(r.Context())
		r.Header.Del("Accept") // the parameter overrides it
	}
	return s.site.Send(x, r, "no-cache", func(ctx context.Context) ([]site.Document, error) { return s.datasetDocuments(ctx, r, value) })
}

// datasetDocuments are the forms of the description, or the one that is named.
func (s *Server) datasetDocuments(ctx context.Context, r *http.Request, named string) ([]site.Document, error) {
	g, err := s.described.get(ctx, s.config.Store, s.describeDataset)
	if err != nil {
		return nil, err
	}
	forms := s.datasetForms(r, g)
	if named != "" {
		if forms = namedForm(forms, s.offers.ByQuery(named)); forms == nil {
			return nil, &problem.Error{Type: problem.NotAcceptable, Detail: "The parameter format names no form that there is."}
		}
	}
	documents := make([]site.Document, len(forms))
	for i, f := range forms {
		documents[i] = f.Document
	}
	return documents, nil
}

// datasetForm is a form of the description of the data set.
type datasetForm struct {
	offer *represent.Offer
	site.Document
}

func namedForm(forms []datasetForm, o *represent.Offer) []datasetForm {
	for _, f := range forms {
		if f.offer == o {
			return []datasetForm{f}
		}
	}
	return nil
}

// datasetForms are the forms of the description: Turtle first, which readers of
// VoID expect, then JSON-LD, the others, and a page. It is no Linked Art, and so comes in
// none of the forms that are only for that.
func (s *Server) datasetForms(r *http.Request, g *graph.Graph) []datasetForm {
	var forms []datasetForm
	for _, o := range s.offers.List {
		if o == s.offers.Record() || o.MediaType == "application/jsonl" || o.Triples || !o.Applies(g) {
			continue
		}
		forms = append(forms, datasetForm{o, site.Document{MediaType: o.MediaType, Profile: o.Profile}})
	}
	preferred := map[string]int{"turtle": -2, "compacted": -1}
	slices.SortStableFunc(forms, func(a, b datasetForm) int { return preferred[a.offer.Name] - preferred[b.offer.Name] })
	links := s.datasetLinks(forms)
	for i, f := range forms {
		forms[i].Link = links
		if f.offer.Name == "compacted" {
			forms[i].Aliases = []string{"application/json"}
		}
		forms[i].Write = func(ctx context.Context, b *bytes.Buffer) error {
			if f.offer.IsPage() {
				return s.pages.WriteEntity(b, s.datasetPage(r, g, forms))
			}
			return represent.Encode(b, f.offer.Format, g)
		}
	}
	return forms
}

// datasetLinks is the Link field of the description.
func (s *Server) datasetLinks(forms []datasetForm) string {
	var links []string
	for _, f := range forms {
		links = append(links, weblink.Field(s.datasetHref(f), "alternate", f.FullType()))
	}
	return strings.Join(links, ", ")
}

// datasetHref is the address of one form of the description.
func (s *Server) datasetHref(f datasetForm) string {
	return s.mapper.Service(address.Dataset) + "?format=" + f.offer.Name
}

// datasetPage is the description for people.
func (s *Server) datasetPage(r *http.Request, g *graph.Graph, forms []datasetForm) page.Entity {
	view := page.Entity{Frame: s.site.FrameTitled(r, page.Label(g)), IRI: g.Name.String(), Rows: page.Describe(g, s.site.Follow)}
	for _, class := range g.Classes() {
		view.Classes = append(view.Classes, brief.ClassName(class.String(), s.site.Wording(r)))
	}
	for _, f := range forms {
		if f.offer.IsPage() {
			continue
		}
		l := page.Link{Rel: "alternate", Href: s.datasetHref(f), Type: f.FullType(), Title: f.offer.Title}
		view.Links, view.Formats = append(view.Links, l), append(view.Formats, l)
	}
	return view
}

// described keeps the description of the data set until something changes.
type described struct {
	mu    sync.Mutex
	seq   uint64
	graph *graph.Graph
}

// get returns the description of the store as it is now, made by describe
// where the kept one is out of date. What changes while it is made is described
// with numbers that belong together as well as they can.
func (d *described) get(ctx context.Context, store rdfstore.Store, describe func(context.Context, rdfstore.LogEntry) (*graph.Graph, error)) (*graph.Graph, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	last, err := store.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	if d.graph != nil && d.seq == last.Seq {
		return d.graph, nil
	}
	g, err := describe(ctx, last)
	if err != nil {
		return nil, err
	}
	after, err := store.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	if after.Seq == last.Seq {
		d.seq, d.graph = last.Seq, g
	}
	return g, nil
}

// describeDataset gathers what there is to say of the data set. It costs a few
// short reads, however large that is.
func (s *Server) describeDataset(ctx context.Context, last rdfstore.LogEntry) (*graph.Graph, error) {
	d := void.Description{
		Document: s.mapper.ServiceURI(address.Dataset), Title: s.config.Title,
		Licence: s.config.Licence, Publisher: s.config.Publisher,
		Modified: conditional.LastModified(last.Time), Home: s.mapper.Base, Space: s.mapper.Base,
		Formats: s.datasetFormats(), Files: s.datasetFiles(),
		Feed: s.feed().ID, FeedTitle: s.feedLabel(),
	}
	if err := s.countDataset(ctx, &d); err != nil {
		return nil, err
	}
	endpoints, err := s.survey.Endpoints(ctx)
	if err != nil {
		return nil, err
	}
	for _, endpoint := range endpoints {
		prefix := s.mapper.Base + endpoint
		d.Roots = append(d.Roots, prefix)
		example, err := s.survey.Next(ctx, prefix)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(example, prefix) {
			d.Examples = append(d.Examples, example)
		}
	}
	g, err := d.Graph()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.Document, err)
	}
	return g, nil
}

// countDataset fills in the numbers.
func (s *Server) countDataset(ctx context.Context, d *void.Description) error {
	var err error
	if d.Triples, err = s.config.Store.Count(ctx, rdfstore.Pattern{}); err != nil {
		return err
	}
	classes, err := s.config.Store.Classes(ctx)
	if err != nil {
		return err
	}
	for _, c := range classes {
		if c.Class == (rdf.IRI{}) {
			d.Entities = c.Count
			continue
		}
		d.Classes = append(d.Classes, void.Class{Class: c.Class, Entities: c.Count})
	}
	return nil
}

// datasetFormats are the media types of entities, each once.
func (s *Server) datasetFormats() []string {
	var types []string
	seen := map[string]bool{}
	for _, o := range s.offers.List {
		if !seen[o.MediaType] {
			seen[o.MediaType] = true
			types = append(types, o.MediaType)
		}
	}
	return types
}

// datasetFiles are the dumps.
func (s *Server) datasetFiles() []void.File {
	var files []void.File
	for _, d := range s.dumps {
		files = append(files, void.File{
			Name: d.Path(), URL: s.mapper.ServiceURI(d.Path()), Title: d.Title(),
			MediaType: d.Format.MediaType, Packing: d.Packing(),
		})
	}
	return files
}
