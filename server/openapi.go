package server

import (
	"bytes"
	"context"
	"net/http"
	"slices"

	"vitrine/serialize"
	"vitrine/server/exchange"
	"vitrine/server/openapi"
	"vitrine/server/site"
)

// newDescription returns the description of the server's interface.
func (s *Server) newDescription() *openapi.Description {
	return openapi.New(openapi.Options{
		BaseURL: s.mapper.Base, Title: s.config.Title, Version: s.config.Build, Licence: s.config.Licence,
		Records: append(mediaTypes(s.config.Formats), "application/geo+json"), Written: mediaTypes(s.entities.Verbs.RecordFormats()), Lines: mediaTypes(s.entities.Verbs.LineFormats()),
		Metrics: !s.config.AdminApart, Links: s.config.Links != nil,
		Private: s.config.Public != nil || s.whole != nil,
	})
}

// mediaTypes are those of formats, each once, without parameters.
func mediaTypes(formats serialize.Table) (types []string) {
	for _, f := range formats {
		if t := f.MediaType; !slices.Contains(types, t) {
			types = append(types, t)
		}
	}
	return types
}

// getOpenAPI answers with the description of the interface.
func (s *Server) getOpenAPI(x *exchange.Exchange, r *http.Request) error {
	return s.site.Send(x, r, "public, max-age=3600", site.Forms(site.Document{
		MediaType: "application/json", Aliases: []string{"application/openapi+json", "application/vnd.oai.openapi+json"},
		Write: func(_ context.Context, b *bytes.Buffer) error {
			text, err := s.openAPIText()
			b.Write(text)
			return err
		}}))
}
