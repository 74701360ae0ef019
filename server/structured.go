package server

import (
	"context"
	"time"

	"vitrine/server/people/html"
	"vitrine/server/people/schemaorg"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// describeSite adds what programs read in the head of the front page.
func (s *Server) describeSite(ctx context.Context, view *html.Overview) error {
	last, err := s.config.Store.LastChange(ctx)
	if err != nil {
		return err
	}
	site := schemaorg.Site{
		Title: s.config.Title, URL: address.URI(s.mapper.Base), Description: view.Total,
		Dataset: s.mapper.ServiceURI(address.Dataset), Licence: s.config.Licence,
	}
	if view.Wording != nil {
		site.Language = view.Wording.Code()
	}
	if s.config.Search != nil {
		site.Search = s.mapper.ServiceURI("search") + "?q={q}"
	}
	if modified := respond.LastModified(last.Time); !modified.IsZero() {
		site.Modified = modified.UTC().Format(time.RFC3339)
	}
	for _, f := range s.dumps.Links(last) {
		site.Downloads = append(site.Downloads, schemaorg.Download{Title: f.Title, URL: f.URL, MediaType: f.MediaType})
	}
	view.Head.URL, view.Head.Data, view.Head.Description = site.URL, schemaorg.FrontPage(site), site.Description
	return nil
}
