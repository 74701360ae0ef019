package server

import (
	"strings"

	"vitrine/server/address"
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

// absolute is the full address of what a part of a page names.
func (s *Server) absolute(p page.Part) string {
	if strings.HasPrefix(p.Href, "/") {
		return s.mapper.Absolute(p.Href)
	}
	return address.URI(p.IRI)
}
