package memento

import (
	"bytes"
	"context"
	"net/http"
	"strconv"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize/nquads"
	"vitrine/serialize/turtle"
	"vitrine/server/data/history"
	"vitrine/server/data/resource"
	"vitrine/server/people/describe"
	"vitrine/server/people/html"
	"vitrine/server/people/site"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// two are two states of an entity.
type two struct {
	before, after *rdfstore.Entity
	// uri is that of the differences.
	uri string
}

// Differences answers with what is other in one state of an entity than in another.
func (s *TimeMaps) Differences(x *respond.Exchange, r *http.Request) error {
	query := r.URL.Query()
	versions := [2]uint64{}
	for i, name := range []string{"from", "to"} {
		var err error
		if versions[i], err = strconv.ParseUint(query.Get(name), 10, 64); err != nil {
			return respond.BadParameter(name, "it is the number of a state, which the TimeMap has")
		}
	}
	format := query.Get("format")
	return s.Site.Send(x, r, site.Immutable, func(ctx context.Context) ([]site.Document, error) {
		both, err := resource.Spelled("of", query.Get("of"), func(iri string) (*two, error) { return s.states(ctx, iri, versions) })
		if err != nil {
			return nil, err
		}
		forms := s.differenceForms(r, both)
		if format == "" {
			return forms, nil
		}
		for i, name := range []string{"patch", "trig", "nquads", "html"} {
			if name == format {
				return forms[i : i+1], nil
			}
		}
		return nil, respond.BadParameter("format", "it is patch, trig, nquads or html")
	})
}

// states reads two states of an entity.
func (s *TimeMaps) states(ctx context.Context, iri string, versions [2]uint64) (*two, error) {
	name, err := graph.IRI(iri)
	if err != nil || len(iri) > graph.MaxIRI {
		return nil, rdfstore.ErrNotFound
	}
	both := &two{uri: s.Site.Mapper.Absolute(s.Maker.Differences(iri, versions[0], versions[1]))}
	if both.before, err = s.Store.Past(ctx, name, versions[0]); err != nil {
		return nil, resource.NotKept(err)
	}
	if both.after, err = s.Store.Past(ctx, name, versions[1]); err != nil {
		return nil, resource.NotKept(err)
	}
	return both, nil
}

// differenceForms are the forms of the differences: a JSON Patch of the Linked Art JSON, the triples
// as two named graphs in TriG and N-Quads, and a page, which names other entities as they are now.
func (s *TimeMaps) differenceForms(r *http.Request, both *two) []site.Document {
	quads := func(appendTo func([]byte, []rdf.Quad) []byte) func(context.Context, *bytes.Buffer) error {
		return func(_ context.Context, b *bytes.Buffer) error {
			list, err := both.quads()
			if err == nil {
				b.Write(appendTo(nil, list))
			}
			return err
		}
	}
	return []site.Document{
		{MediaType: "application/json-patch+json", Aliases: []string{"application/json"}, Write: func(ctx context.Context, b *bytes.Buffer) error {
			before, after, err := s.texts(ctx, both)
			if err != nil {
				return err
			}
			text, err := history.Patch(before, after)
			b.Write(text)
			return err
		}},
		{MediaType: "application/trig", Write: quads(turtle.AppendQuads)},
		{MediaType: "application/n-quads", Write: quads(nquads.AppendQuads)},
		{MediaType: "text/html", CacheControl: "no-cache", Write: func(ctx context.Context, b *bytes.Buffer) error {
			page, err := s.differencePage(ctx, r, both)
			if err != nil {
				return err
			}
			return s.Site.Pages.Write(b, &page)
		}},
	}
}

// texts are the Linked Art JSON of two states.
func (s *TimeMaps) texts(ctx context.Context, both *two) (before, after []byte, err error) {
	if before, err = s.Maker.RecordText(ctx, both.before.Graph); err == nil {
		after, err = s.Maker.RecordText(ctx, both.after.Graph)
	}
	return before, after, err
}

// quads are the triples that one state has and the other has not, in the graphs #removed and #added
// of the differences.
func (d *two) quads() ([]rdf.Quad, error) {
	removed, added := history.Triples(d.before.Graph, d.after.Graph)
	var b graph.Builder
	var out []rdf.Quad
	for _, part := range []struct {
		name    string
		triples []rdf.Triple
	}{{"removed", removed}, {"added", added}} {
		// In a document, blank nodes have the scope of all its graphs (RDF 1.1 Concepts section 4).
		own := func(t rdf.Term) rdf.Term {
			if blank, ok := t.(rdf.Blank); ok {
				return b.Blank(part.name + "-" + blank.String())
			}
			return t
		}
		name := b.IRI(d.uri + "#" + part.name)
		for _, t := range part.triples {
			t.Subj, t.Obj = own(t.Subj).(rdf.Subject), own(t.Obj).(rdf.Object)
			out = append(out, rdf.Quad{Triple: t, Ctx: name})
		}
	}
	return out, b.Err
}

// differencePage is the page of the differences.
func (s *TimeMaps) differencePage(ctx context.Context, r *http.Request, both *two) (html.Differences, error) {
	at, err := s.Site.Log.Follow(ctx)
	if err != nil {
		return html.Differences{}, err
	}
	reader, iri := s.Site.Reader(r, at), both.before.Graph.Name.String()
	name, err := s.Describer.Name(ctx, at, iri, reader.Words)
	if err != nil {
		return html.Differences{}, err
	}
	before, after, err := s.texts(ctx, both)
	if err != nil {
		return html.Differences{}, err
	}
	changed, err := describe.Terms{Wording: reader.Words, Vocabulary: s.Vocabulary}.Compare(before, after)
	if err != nil {
		return html.Differences{}, err
	}
	removed, added := history.Triples(both.before.Graph, both.after.Graph)
	href := s.Site.Mapper.Href(iri)
	link := func(e *rdfstore.Entity) html.Link {
		return html.Link{Href: address.WithVersion(href, e.Version), Title: describe.Moment(e.Modified, reader.Words)}
	}
	page := html.Differences{
		Frame: s.Site.FrameFor(reader, reader.Words.Text("What changed: %s", name.Text)),
		Of:    href, History: s.Site.Mapper.Local(s.Maker.TimeMap(iri)), From: link(both.before), To: link(both.after),
		Changed: changed,
		Removed: uint64(len(removed)), Added: uint64(len(added)),
	}
	own := s.Site.Mapper.Local(both.uri)
	for _, f := range [][3]string{{"patch", "JSON Patch", "application/json-patch+json"}, {"trig", "TriG", "application/trig"}, {"nquads", "N-Quads", "application/n-quads"}} {
		page.Formats = append(page.Formats, html.Link{Href: address.WithFormat(own, f[0]), Title: f[1], Type: f[2]})
	}
	return page, nil
}
