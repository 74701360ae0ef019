package server

import (
	"bytes"
	"context"
	"net/http"
	"slices"
	"strings"

	ldcontext "vitrine/context"
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

// queryContext is the address of the context of Linked Art, "" where it is not kept here.
func (s *Server) queryContext() string {
	if s.config.Contexts == nil || !slices.Contains(s.config.Contexts.URLs(), ldcontext.LinkedArt) {
		return ""
	}
	return s.contextPath(ldcontext.LinkedArt)
}

// queryNames is the address of suggestions of entities by their names, "" where reconciliation is off.
func (s *Server) queryNames() string {
	if slices.Contains(s.config.Without, "reconcile") {
		return ""
	}
	return s.mapper.Service(address.Reconcile + "/suggest/entity")
}
