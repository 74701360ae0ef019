package server

import (
	"bytes"
	"context"
	"net/http"
	"strings"

	"vitrine/server/address"
	"vitrine/server/exchange"
	"vitrine/server/page"
	"vitrine/server/problem"
)

// errorDescription says what a kind of error means.
type errorDescription struct {
	Type   string   `json:"type"`
	Code   string   `json:"code"`
	Status int      `json:"status"`
	Title  string   `json:"title"`
	Detail string   `json:"detail"`
	Fixes  []string `json:"fixes,omitempty"`
}

func (s *Server) describeKind(k *problem.Type) errorDescription {
	return errorDescription{s.problemType(k), k.Code, k.Status, k.Title, k.Detail, k.Fixes}
}

// getErrors lists the kinds of errors.
func (s *Server) getErrors(x *exchange.Exchange, r *http.Request) error {
	list := page.List{Frame: s.frame("What errors mean")}
	var all []errorDescription
	for _, k := range problem.Types() {
		all = append(all, s.describeKind(k))
		list.Items = append(list.Items, page.Link{Href: s.mapper.Service("errors/" + k.Code), Title: k.Title})
	}
	return s.sendDocument(x, r, "public, max-age=3600", forms(jsonDocument(all), s.listDocument(list)))
}

// getError says what one kind of error means; it is what type URIs lead to.
func (s *Server) getError(x *exchange.Exchange, r *http.Request) error {
	_, code, _ := strings.Cut(r.URL.Path, "/"+address.Reserved+"/errors/")
	for _, k := range problem.Types() {
		if k.Code != code {
			continue
		}
		return s.sendDocument(x, r, "public, max-age=3600", forms(jsonDocument(s.describeKind(k)),
			document{mediaType: "text/html", write: func(ctx context.Context, b *bytes.Buffer) error {
				return s.pages.WriteProblem(b, page.Problem{Frame: s.frame(k.Title), Status: k.Status, Detail: k.Detail, Fixes: k.Fixes})
			}}))
	}
	return &problem.Error{Type: problem.NotFound, Detail: "There is no such kind of error."}
}
