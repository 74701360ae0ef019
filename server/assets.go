package server

import (
	"bytes"
	"context"
	"net/http"
	"strings"

	"vitrine/server/people/site"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// getAsset answers with a style sheet, a script or another file that pages use. Its
// address names its contents, so that whoever has it need not ask again.
func (s *Server) getAsset(x *respond.Exchange, r *http.Request) error {
	_, name, _ := strings.Cut(r.URL.Path, "/"+address.Reserved+"/"+address.Assets)
	asset, ok := s.pages.Asset(name)
	if !ok {
		return &respond.Error{Type: respond.NotFound, Detail: "No page uses a file at this address."}
	}
	return s.site.Send(x, r, site.Immutable, site.Forms(site.Document{MediaType: asset.MediaType, Write: func(_ context.Context, b *bytes.Buffer) error {
		b.Write(asset.Body)
		return nil
	}}))
}
