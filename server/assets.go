package server

import (
	"bytes"
	"context"
	"net/http"
	"strings"

	"vitrine/server/address"
	"vitrine/server/exchange"
	"vitrine/server/problem"
)

// assetsPath is where the assets of the pages are, below the service's own place.
const assetsPath = "assets/"

// immutable is the Cache-Control of what never changes under its address.
const immutable = "public, max-age=31536000, immutable"

// getAsset answers with a style sheet, a script or another file that pages use. Its
// address names its contents, so that whoever has it need not ask again.
func (s *Server) getAsset(x *exchange.Exchange, r *http.Request) error {
	_, name, _ := strings.Cut(r.URL.Path, "/"+address.Reserved+"/"+assetsPath)
	asset, ok := s.pages.Asset(name)
	if !ok {
		return &problem.Error{Type: problem.NotFound, Detail: "No page uses a file at this address."}
	}
	form := document{mediaType: asset.MediaType, write: func(_ context.Context, b *bytes.Buffer) error {
		b.Write(asset.Body)
		return nil
	}}
	form.compress = func(coding string, body []byte) ([]byte, error) { return s.assets.Compress(name, coding, body) }
	rep, err := s.makeDocument(r, immutable, forms(form))
	if err != nil {
		return err
	}
	return rep.Answer(x, r)
}
