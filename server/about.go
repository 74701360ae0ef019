package server

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"strings"

	"vitrine/server/people/describe"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/people/site"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// exampleQuery is the query that the page about the data leads to.
const exampleQuery = "PREFIX crm: <http://www.cidoc-crm.org/cidoc-crm/>\n" +
	"SELECT ?maker (COUNT(?object) AS ?objects)\nWHERE { ?object crm:P108i_was_produced_by/crm:P9_consists_of?/crm:P14_carried_out_by ?maker }\n" +
	"GROUP BY ?maker\nORDER BY DESC(?objects)\nLIMIT 10"

// getAbout answers with the page about the data, for people; /-/dataset is that for programs.
func (s *Server) getAbout(x *respond.Exchange, r *http.Request) error {
	form := site.Document{MediaType: "text/html", Link: respond.LinkField(s.mapper.Service(address.Dataset), "describedby", "")}
	form.Write = func(ctx context.Context, b *bytes.Buffer) error {
		view, err := s.maker.View(ctx)
		if err != nil {
			return err
		}
		page, err := s.aboutPage(ctx, s.site.Reader(r, view.At()), s.proxies.Origin(r))
		if err != nil {
			return err
		}
		return s.pages.Write(b, &page)
	}
	return s.site.Send(x, r, "no-cache", site.Forms(form))
}

// aboutPage is the page about the data; origin begins the addresses in commands.
func (s *Server) aboutPage(ctx context.Context, reader site.Reader, origin string) (page html.About, err error) {
	w := reader.Words
	page.Frame = s.site.FrameFor(reader, w.Text("About the data"))
	if page.Kinds, err = s.kinds(ctx, reader); err != nil {
		return page, err
	}
	last, err := s.config.Store.LastChange(ctx)
	if err != nil {
		return page, err
	}
	var changed []string
	if last.Seq > 0 {
		changed = append(changed, w.Text("Last changed %s.", describe.Moment(last.Time, w)))
	}
	record, err := s.exampleRecord(ctx, reader)
	if err != nil {
		return page, err
	}
	page.Sections = []html.AboutSection{
		s.aboutLicence(w), s.aboutCiting(record, w), s.aboutDownloads(record, origin, w), s.aboutQueries(origin, w),
	}
	harvest := s.aboutHarvesting(origin, w)
	harvest.Text = append(harvest.Text, changed...)
	page.Sections = append(page.Sections, harvest)
	if section := s.aboutProtocols(origin, w); section.Text != nil {
		page.Sections = append(page.Sections, section)
	}
	return page, nil
}

// exampleRecord leads to a record, one of an object where there is one; its link is empty
// where there is none.
func (s *Server) exampleRecord(ctx context.Context, reader site.Reader) (html.Link, error) {
	for _, prefix := range []string{s.mapper.Base + "object/", s.mapper.Base} {
		iri, err := s.survey.Next(ctx, prefix)
		if err != nil {
			return html.Link{}, err
		}
		if !strings.HasPrefix(iri, prefix) {
			continue
		}
		name, err := s.describer.Name(ctx, reader.At, iri, reader.Words)
		return html.Link{Href: s.mapper.Href(iri), Title: name.Text}, err
	}
	return html.Link{}, nil
}

func (s *Server) aboutLicence(w *i18n.Wording) html.AboutSection {
	section := html.AboutSection{Title: w.Text("Licence")}
	if s.config.Licence == "" {
		section.Text = []string{w.Text("No licence has been named for the data. Ask the museum before you use it.")}
		return section
	}
	section.Text = []string{w.Text("The data has this licence. Pictures may have another one, which stands beside each.")}
	section.Links = []html.Link{{Href: s.config.Licence, Title: s.config.Licence}}
	return section
}

func (s *Server) aboutCiting(record html.Link, w *i18n.Wording) html.AboutSection {
	section := html.AboutSection{Title: w.Text("Cite"), Text: []string{
		w.Text("Each record has a permanent address. Its page has a sentence to cite it by, and references for programs that manage these."),
	}}
	if record.Href == "" {
		return section
	}
	section.Links = append(section.Links, html.Link{Href: record.Href + "#data", Title: record.Title})
	for _, o := range s.offers.List {
		if o.Citation != nil {
			section.Links = append(section.Links, html.Link{Href: address.WithFormat(record.Href, o.Name), Title: w.Text("Cite as %s", o.Title)})
		}
	}
	return section
}

func (s *Server) aboutDownloads(record html.Link, origin string, w *i18n.Wording) html.AboutSection {
	section := html.AboutSection{Title: w.Text("Download"), Text: []string{
		w.Text("A record can be had in each of its formats, and all of them as one file. The files are those of a moment, and are made when they are asked for."),
	}}
	if record.Href != "" {
		for _, name := range []string{"jsonld", "turtle"} {
			if o := s.offers.ByName(name); o != nil {
				section.Links = append(section.Links, html.Link{Href: address.WithFormat(record.Href, name), Title: w.Text("%s, as %s", record.Title, o.Title)})
			}
		}
		section.Commands = []string{"curl -L -H 'Accept: text/turtle' '" + origin + record.Href + "'"}
	}
	for _, d := range s.dumps.Files {
		section.Links = append(section.Links, html.Link{Href: s.mapper.Service(d.Path()), Title: dumpTitle(d, w)})
	}
	section.Links = append(section.Links, html.Link{Href: s.mapper.Service(address.Dataset), Title: w.Text("Description of the data set: size, licence, formats and files")})
	return section
}

func (s *Server) aboutQueries(origin string, w *i18n.Wording) html.AboutSection {
	section := html.AboutSection{Title: w.Text("Query"), Text: []string{
		w.Text("The search finds records by words and facets, and gives the results as data, too. SPARQL answers any question about what records say."),
	}}
	if s.config.Search != nil {
		section.Links = append(section.Links, html.Link{Href: s.mapper.Service(address.Search + "?class=HumanMadeObject&picture=yes"), Title: w.Text("All objects with a picture")})
	}
	query := s.mapper.Service(address.Query) + "?query=" + url.QueryEscape(exampleQuery)
	if len(s.config.Saved.Queries) > 0 {
		section.Links = append(section.Links, html.Link{Href: s.mapper.Service(address.SavedQuery), Title: w.Text("Saved queries")})
	}
	section.Links = append(section.Links,
		html.Link{Href: query, Title: w.Text("The makers of most objects")},
		html.Link{Href: s.mapper.Service(address.OpenAPI), Title: w.Text("The interface, in OpenAPI")})
	section.Commands = []string{"curl -H 'Accept: text/csv' --data-urlencode 'query=" + exampleQuery + "' '" + origin + s.mapper.Service(address.Query) + "'"}
	return section
}

func (s *Server) aboutHarvesting(origin string, w *i18n.Wording) html.AboutSection {
	feed := s.mapper.Service(address.Feed)
	section := html.AboutSection{Title: w.Text("Harvest"), Text: []string{
		w.Text("The change feed tells which records were made, changed and deleted, by IIIF Change Discovery. Who follows it has the data as it is."),
	}, Links: []html.Link{
		{Href: feed, Title: w.Text("Change feed, for harvesters")},
		{Href: s.mapper.Service(address.Sitemap), Title: w.Text("Sitemap, for search engines")},
	}, Commands: []string{
		"curl -H 'Accept: application/json' '" + origin + feed + "'",
		"vitrine harvest --db copy.db '" + origin + feed + "'",
	}}
	for _, p := range s.services() {
		section.Links = append(section.Links, html.Link{Href: s.mapper.Local(p.URL), Title: p.Title})
	}
	return section
}

// aboutProtocols describes the protocols by which other programs read the data.
func (s *Server) aboutProtocols(origin string, w *i18n.Wording) html.AboutSection {
	section := html.AboutSection{Title: w.Text("Protocols")}
	for _, p := range s.enabled() {
		if p.about != "" {
			section.Text = append(section.Text, w.Text(p.about, origin+s.mapper.Service(p.at)))
		}
	}
	return section
}
