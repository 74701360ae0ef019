package memento

import (
	"bytes"
	"context"
	"iter"
	"net/http"
	"net/url"
	"strconv"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/resource"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/people/site"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// pageSize is how many versions a TimeMap has at most; the older ones are in further ones.
const pageSize = 100

// TimeMaps answers with TimeMaps, and with what is other in one state than in another.
type TimeMaps struct {
	Site      *site.Site
	Store     Store
	Maker     *resource.Maker
	Describer Describer
	// Vocabulary has the words for members.
	Vocabulary i18n.Vocabulary
	// Activity is the URI of the change with a number.
	Activity func(seq uint64) string
}

// Store has the versions of entities; rdfstore.Store says how.
type Store interface {
	Versions(ctx context.Context, name rdf.IRI, before uint64) iter.Seq2[rdfstore.LogEntry, error]
	Past(ctx context.Context, name rdf.IRI, version uint64) (*rdfstore.Entity, error)
}

// Describer names entities; *describe.Describer does.
type Describer interface {
	Name(ctx context.Context, at uint64, iri string, w *i18n.Wording) (html.Part, error)
}

// timeMap is what is known of an entity's states.
type timeMap struct {
	name rdf.IRI
	// uri is that of the TimeMap, original that of the entity.
	uri, original string
	// entries are the versions, newest first. before is the number that they are below, 0 for none.
	entries []rdfstore.LogEntry
	before  uint64
	// earlier are the entries with the one before them, where there is one.
	earlier []rdfstore.LogEntry
	// older is the URI of the TimeMap with the older ones, "" where there are none.
	older string
}

// Get answers with the TimeMap of the entity that the parameter of names.
func (s *TimeMaps) Get(x *respond.Exchange, r *http.Request) error {
	query := r.URL.Query()
	before := uint64(0)
	if text := query.Get("before"); text != "" {
		var err error
		if before, err = strconv.ParseUint(text, 10, 64); err != nil || before == 0 {
			return respond.BadParameter("before", "it is the number of a version; follow the links to older ones")
		}
	}
	return s.Site.Send(x, r, "no-cache", func(ctx context.Context) ([]site.Document, error) {
		t, err := resource.Spelled("of", query.Get("of"), func(iri string) (*timeMap, error) { return s.read(ctx, iri, before) })
		if err != nil {
			return nil, err
		}
		return s.forms(r, t)
	})
}

// read reads the versions of an entity.
func (s *TimeMaps) read(ctx context.Context, iri string, before uint64) (*timeMap, error) {
	name, err := graph.IRI(iri)
	if err != nil || len(iri) > graph.MaxIRI {
		return nil, rdfstore.ErrNotFound
	}
	t := &timeMap{name: name, uri: s.Maker.TimeMap(iri), original: s.Maker.Original(iri), before: before}
	for e, err := range s.Store.Versions(ctx, name, before) {
		if err != nil {
			return nil, err
		}
		if t.earlier = append(t.earlier, e); len(t.earlier) > pageSize {
			t.older = s.page(iri, t.earlier[pageSize-1].Seq)
			break
		}
	}
	t.entries = t.earlier[:min(len(t.earlier), pageSize)]
	if len(t.entries) == 0 {
		return nil, rdfstore.ErrNotFound
	}
	if before != 0 {
		t.uri = s.page(iri, before)
	}
	return t, nil
}

// page is the URI of the TimeMap of the versions below a number.
func (s *TimeMaps) page(iri string, before uint64) string {
	return s.Maker.TimeMap(iri) + "&before=" + strconv.FormatUint(before, 10)
}

// state is the URI of the memento of a version.
func (t *timeMap) state(version uint64) string { return address.WithVersion(t.original, version) }

// forms are the forms of a TimeMap.
func (s *TimeMaps) forms(r *http.Request, t *timeMap) ([]site.Document, error) {
	g, err := t.provenance(s.Activity)
	if err != nil {
		return nil, err
	}
	links := []string{respond.LinkField(t.original, "original timegate", "")}
	if t.older != "" {
		links = append(links, respond.LinkField(t.older, "timemap next", linkFormat))
	}
	forms := []site.Document{
		{MediaType: linkFormat, Write: func(_ context.Context, b *bytes.Buffer) error { t.writeLinks(b); return nil }},
		site.JSON(t.asJSON()),
		{MediaType: "text/html", Write: func(ctx context.Context, b *bytes.Buffer) error {
			page, err := s.view(ctx, r, t)
			if err != nil {
				return err
			}
			return s.Site.Pages.Write(b, &page)
		}},
	}
	for _, o := range s.Maker.Offers.Graph(g) {
		forms = append(forms, site.Document{MediaType: o.MediaType, Profile: o.Profile, Write: func(_ context.Context, b *bytes.Buffer) error {
			return resource.Encode(b, o.Format, g)
		}})
	}
	for i := range forms {
		forms[i].Link = links[0]
		if len(links) > 1 {
			forms[i].Link += ", " + links[1]
		}
	}
	return forms, nil
}

// view is the page of a TimeMap.
func (s *TimeMaps) view(ctx context.Context, r *http.Request, t *timeMap) (html.History, error) {
	at, err := s.Site.Log.Follow(ctx)
	if err != nil {
		return html.History{}, err
	}
	reader, iri := s.Site.Reader(r, at), t.name.String()
	name, err := s.Describer.Name(ctx, at, iri, reader.Words)
	if err != nil {
		return html.History{}, err
	}
	page := html.History{
		Frame: s.Site.FrameFor(reader, reader.Words.Text("History of %s", name.Text)),
		Of:    s.Site.Mapper.Href(iri),
	}
	rows, err := s.Maker.HistoryRows(ctx, t.name, t.earlier, nil, reader.Words)
	if err != nil {
		return html.History{}, err
	}
	page.Rows = rows[:len(t.entries)]
	if t.older != "" {
		page.Older = s.Site.Mapper.Local(t.older)
	}
	if t.before != 0 {
		page.Newest = s.Site.Mapper.Service(address.TimeMap + "?of=" + url.QueryEscape(iri))
	}
	return page, nil
}
