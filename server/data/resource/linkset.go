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
	return s.Site.Send(x, r, "no-cache", func(ctx context.Context) ([]site.Document, error) {
		view, err := s.Maker.View(ctx)
		if err != nil {
			return nil, err
		}
		d, err := view.ByID(ctx, "of", r.URL.Query().Get("of"))
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
