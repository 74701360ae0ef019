package server

import (
	"bytes"
	"context"
	"net/http"

	"vitrine/server/address"
	"vitrine/server/exchange"
	"vitrine/server/weblink"
)

// getLinkset answers with all links of the entity that the parameter of names, as
// a set of links (RFC 9264).
func (s *Server) getLinkset(x *exchange.Exchange, r *http.Request) error {
	return s.sendDocument(x, r, "no-cache", func(ctx context.Context) ([]document, error) {
		view, err := s.maker.View(ctx)
		if err != nil {
			return nil, err
		}
		d, err := resourceByID(ctx, view, r.URL.Query().Get("of"))
		if err != nil {
			return nil, badOf(err)
		}
		anchor, list := address.URI(d.IRI), s.maker.AllLinks(d)
		return []document{
			{mediaType: "application/linkset+json", aliases: []string{"application/json"},
				write: func(_ context.Context, b *bytes.Buffer) error { return weblink.WriteJSON(b, anchor, list) }},
			{mediaType: "application/linkset", write: func(_ context.Context, b *bytes.Buffer) error { weblink.Write(b, anchor, list); return nil }},
		}, nil
	})
}
