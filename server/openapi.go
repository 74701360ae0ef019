package server

import (
	"bytes"
	"context"
	"net/http"

	"vitrine/server/openapi"
	"vitrine/server/people/site"
	"vitrine/server/web/respond"
)

// newOpenAPI makes the description of the server's interface.
func (s *Server) newOpenAPI() ([]byte, error) { return openapi.JSON(s.openAPIOptions()) }

// openAPIOptions are what the description depends on.
func (s *Server) openAPIOptions() openapi.Options {
	var protocols []string
	for _, p := range s.enabled() {
		protocols = append(protocols, p.name)
	}
	var forms []string
	for _, o := range s.offers.List {
		forms = append(forms, o.Name)
	}
	var queries []openapi.Query
	for _, kept := range s.config.Saved.Queries {
		q := openapi.Query{Name: kept.Name, Title: kept.Title, Description: kept.Description}
		for _, p := range kept.Parameters {
			q.Parameters = append(q.Parameters, openapi.Parameter{Name: p.Name, Title: p.Title, Schema: p.Schema()})
		}
		queries = append(queries, q)
	}
	return openapi.Options{
		Queries: queries,
		BaseURL: s.mapper.Base, Title: s.config.Title, Licence: s.config.Licence,
		Metrics: !s.config.AdminApart, Links: s.config.Links != nil, Protocols: protocols,
		Forms: forms, Edits: s.edits != nil, Private: s.config.Public != nil || s.parent != nil,
	}
}

// getOpenAPI answers with the description of the interface.
func (s *Server) getOpenAPI(x *respond.Exchange, r *http.Request) error {
	return s.site.Send(x, r, "public, max-age=3600", site.Forms(site.Document{
		MediaType: "application/json", Aliases: []string{"application/openapi+json", "application/vnd.oai.openapi+json"},
		Write: func(_ context.Context, b *bytes.Buffer) error {
			text, err := s.openAPIText()
			b.Write(text)
			return err
		}}))
}
