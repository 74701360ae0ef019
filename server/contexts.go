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

// contextLink is a context in the list of contexts.
type contextLink struct {
	URL  string `json:"url"`
	Href string `json:"href"`
}

// getContexts lists the JSON-LD contexts.
func (s *Server) getContexts(x *respond.Exchange, r *http.Request) error {
	links := []contextLink{}
	list := html.List{Frame: s.site.Frame(r, "JSON-LD contexts")}
	if s.config.Contexts != nil {
		for _, url := range s.config.Contexts.URLs() {
			href := s.contextPath(url)
			links = append(links, contextLink{url, href})
			list.Items = append(list.Items, html.Link{Href: href, Type: "application/ld+json", Title: url})
		}
	}
	return s.site.Send(x, r, "no-cache", site.Forms(site.JSON(links), s.site.List(list)))
}

// contextPath is the address of a context: its URL without the scheme, so that
// no proxy takes offence at two slashes in a row.
func (s *Server) contextPath(url string) string {
	return s.mapper.Service("contexts/") + address.URI(withoutScheme(url))
}

func withoutScheme(url string) string {
	if _, rest, ok := strings.Cut(url, "://"); ok {
		return rest
	}
	return url
}

// getContext answers with one context, named by its URL with or without the
// scheme.
func (s *Server) getContext(x *respond.Exchange, r *http.Request) error {
	_, name, _ := strings.Cut(r.URL.Path, "/"+address.Reserved+"/contexts/")
	if s.config.Contexts != nil {
		for _, url := range s.config.Contexts.URLs() {
			if url != name && withoutScheme(url) != name {
				continue
			}
			text, err := s.config.Contexts.Document(url)
			if err != nil {
				return err
			}
			return s.site.Send(x, r, "public, max-age=3600", site.Forms(site.Document{MediaType: "application/ld+json", Aliases: []string{"application/json"}, Write: func(ctx context.Context, b *bytes.Buffer) error {
				b.Write(text)
				return nil
			}}))
		}
	}
	return &respond.Error{Type: respond.NotFound, Detail: "No JSON-LD context of this name is kept here."}
}
