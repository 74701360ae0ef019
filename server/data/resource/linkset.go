package resource

import (
	"bytes"
	"context"
	"net/http"

	"vitrine/server/people/site"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// Linkset answers with all links of the entity that the parameter of names, as
// a set of links (RFC 9264).
func (s *Entities) Linkset(x *respond.Exchange, r *http.Request) error {
	return s.sendLinks(x, r, func(ctx context.Context) (*Resource, error) {
		view, err := s.Maker.View(ctx)
		if err != nil {
			return nil, err
		}
		return view.ByID(ctx, "of", r.URL.Query().Get("of"))
	})
}

// The query string that asks for a profile of an entity, by its IRI or its short name, or for the
// list of all (https://www.w3.org/TR/dx-prof-conneg/#qsa).
const (
	profileParameter = "_profile"
	allProfiles      = "all"
)

func (s *Entities) sendLinks(x *respond.Exchange, r *http.Request, find func(context.Context) (*Resource, error)) error {
	return s.Site.Send(x, r, "no-cache", func(ctx context.Context) ([]site.Document, error) {
		d, err := find(ctx)
		if err != nil {
			return nil, err
		}
		anchor, list := address.URI(d.IRI), s.Maker.AllLinks(d)
		return []site.Document{
			{MediaType: "application/linkset+json", Aliases: []string{"application/json"},
				Write: func(_ context.Context, b *bytes.Buffer) error { return respond.WriteLinksetJSON(b, anchor, list) }},
			{MediaType: "application/linkset", Write: func(_ context.Context, b *bytes.Buffer) error { respond.WriteLinkset(b, anchor, list); return nil }},
		}, nil
	})
}
