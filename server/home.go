package server

import (
	"bytes"
	"context"
	"net/http"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/server/address"
	"vitrine/server/exchange"
	"vitrine/server/page"
	"vitrine/server/weblink"
)

// getHome answers at the base URL: with the entity of that name if there is
// one, else with the front page.
func (s *Server) getHome(x *exchange.Exchange, r *http.Request) error {
	view, err := s.maker.View(r.Context())
	if err != nil {
		return err
	}
	d, err := view.Resource(r.Context(), s.mapper.Base)
	if err == nil {
		return s.serve(x, r, view, d, nil)
	}
	if !rdfstore.IsMissing(err) {
		return err
	}
	return s.sendDocument(x, r, "no-cache", forms(document{mediaType: "text/html", link: weblink.Field(s.mapper.Service(datasetPath), "describedby", ""), write: func(ctx context.Context, b *bytes.Buffer) error {
		data, err := s.homePage(ctx, r)
		if err != nil {
			return err
		}
		if data.Example != "" {
			data.Example = s.proxies.Origin(r) + data.Example
		}
		return s.pages.WriteHome(b, data)
	}}))
}

func (s *Server) homePage(ctx context.Context, r *http.Request) (page.Home, error) {
	data := page.Home{Frame: s.frame(r, "Overview")}
	data.Links = append(data.Links, page.Link{Rel: "describedby", Href: s.mapper.Service(datasetPath)})
	counts, err := s.survey.Count(ctx)
	if err != nil {
		return data, err
	}
	data.Base, data.Entities, data.Others = counts.Base, counts.Under, counts.Others
	for _, b := range counts.Bases {
		data.Bases = append(data.Bases, page.BaseCount(b))
	}
	classes, err := s.config.Store.Classes(ctx)
	if err != nil {
		return data, err
	}
	for _, c := range classes {
		if c.Class != (rdf.IRI{}) {
			data.Classes = append(data.Classes, page.Count{Class: page.Words(c.Class.String()), Count: c.Count})
		}
	}
	endpoints, err := s.survey.Endpoints(ctx)
	if err != nil {
		return data, err
	}
	for _, endpoint := range endpoints {
		data.Endpoints = append(data.Endpoints, page.Link{Href: s.mapper.Prefix + address.URI(endpoint), Title: endpoint})
	}
	if data.Example, err = s.example(ctx); err != nil {
		return data, err
	}
	for _, o := range s.offers.List {
		data.Formats = append(data.Formats, page.Format{Title: o.Title, Name: o.Name, Type: o.FullType(), Suffix: o.Suffix})
	}
	data.Services = []page.Link{
		{Href: s.mapper.Service(datasetPath), Title: "Description of the data set: size, licence, formats and files"},
		{Href: s.mapper.Service(feedPath), Title: "Change feed, for harvesters"},
		{Href: s.mapper.Service("quads"), Title: "Quad patterns"},
		{Href: s.mapper.Service("contexts/"), Title: "JSON-LD contexts"},
		{Href: s.mapper.Service("errors/"), Title: "Problem types"},
		{Href: s.mapper.Service("healthz"), Title: "Health"},
		{Href: s.mapper.Service("readyz"), Title: "Readiness"},
		{Href: s.mapper.Service("metrics"), Title: "Metrics"},
	}
	for _, d := range s.dumps {
		data.Services = append(data.Services, page.Link{Href: s.mapper.Service(d.Path()), Type: d.ContentType(), Title: d.Title()})
	}
	return data, nil
}

// example returns the address of some entity, or "".
func (s *Server) example(ctx context.Context) (string, error) {
	iri, err := s.survey.Next(ctx, s.mapper.Base)
	if err != nil || iri == "" {
		return "", err
	}
	return s.mapper.Href(iri), nil
}
