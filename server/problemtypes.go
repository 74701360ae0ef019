package server

import (
	"bytes"
	"context"
	"net/http"
	"strings"

	"vitrine/server/people/html"
	"vitrine/server/people/site"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// errorDescription says what a problem type means.
type errorDescription struct {
	Type   string   `json:"type"`
	Code   string   `json:"code"`
	Status int      `json:"status"`
	Title  string   `json:"title"`
	Detail string   `json:"detail"`
	Fixes  []string `json:"fixes,omitempty"`
}

func (s *Server) describeType(t *respond.ErrorType) errorDescription {
	return errorDescription{s.site.ProblemType(t), t.Code, t.Status, t.Title, t.Detail, t.Fixes}
}

// getErrors lists the problem types.
func (s *Server) getErrors(x *respond.Exchange, r *http.Request) error {
	list, words := html.List{Frame: s.site.Frame(r, "What errors mean")}, s.site.Wording(r)
	var all []errorDescription
	for _, t := range respond.ErrorTypes() {
		all = append(all, s.describeType(t))
		list.Items = append(list.Items, html.Link{Href: s.mapper.Service("errors/" + t.Code), Title: site.Said(words, t.Title).Text})
	}
	return s.site.Send(x, r, "public, max-age=3600", site.Forms(site.JSON(all), s.site.List(list)))
}

// getError says what one problem type means; it is what type URIs lead to.
func (s *Server) getError(x *respond.Exchange, r *http.Request) error {
	_, code, _ := strings.Cut(r.URL.Path, "/"+address.Reserved+"/errors/")
	for _, t := range respond.ErrorTypes() {
		if t.Code != code {
			continue
		}
		return s.site.Send(x, r, "public, max-age=3600", site.Forms(site.JSON(s.describeType(t)),
			site.Document{MediaType: "text/html", Write: func(ctx context.Context, b *bytes.Buffer) error {
				return s.pages.Write(b, new(s.site.ProblemView(r, t.Status, t.Title, t.Detail, t.Fixes)))
			}}))
	}
	return &respond.Error{Type: respond.NotFound, Detail: "There is no such problem type."}
}
