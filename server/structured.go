package server

import (
	"context"
	"strings"
	"time"

	"vitrine/server/address"
	"vitrine/server/conditional"
	"vitrine/server/page"
	"vitrine/server/schemaorg"
)

// describeList adds what programs read in the head of a page of a list.
func (s *Server) describeList(view *page.Results, l listing) error {
	list := schemaorg.List{Title: view.Title, URL: l.ID, Count: l.Total}
	if view.Wording != nil {
		list.Language = view.Wording.Code()
	}
	for _, card := range view.Cards {
		list.Items = append(list.Items, schemaorg.Item{Name: card.Name.Text, URL: s.absolute(card.Name)})
	}
	data, err := schemaorg.ListPage(list)
	if err != nil {
		return err
	}
	view.Head.URL, view.Head.Data, view.Head.Description = l.ID, data, view.About
	return nil
}

// describeSite adds what programs read in the head of the front page.
func (s *Server) describeSite(ctx context.Context, view *page.Overview) error {
	last, err := s.config.Store.LastChange(ctx)
	if err != nil {
		return err
	}
	site := schemaorg.Site{
		Title: s.config.Title, URL: address.URI(s.mapper.Base), Description: view.Total,
		Dataset: s.mapper.ServiceURI(datasetPath), Licence: s.config.Licence,
	}
	if view.Wording != nil {
		site.Language = view.Wording.Code()
	}
	if s.config.Search != nil {
		site.Search = s.mapper.ServiceURI("search") + "?q={q}"
	}
	if modified := conditional.LastModified(last.Time); !modified.IsZero() {
		site.Modified = modified.UTC().Format(time.RFC3339)
	}
	for _, f := range s.datasetFiles() {
		site.Downloads = append(site.Downloads, schemaorg.Download{Title: f.Title, URL: f.URL, MediaType: f.MediaType})
	}
	if view.Head.Data, err = schemaorg.FrontPage(site); err != nil {
		return err
	}
	view.Head.URL, view.Head.Description = site.URL, site.Description
	return nil
}

// absolute is the full address of what a part of a page names.
func (s *Server) absolute(p page.Part) string {
	if strings.HasPrefix(p.Href, "/") {
		return s.mapper.Absolute(p.Href)
	}
	return address.URI(p.IRI)
}
