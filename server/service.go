package server

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"time"

	"vitrine/rdfstore"
	"vitrine/server/address"
	"vitrine/server/exchange"
	"vitrine/server/page"
	"vitrine/server/problem"
	"vitrine/server/represent"
	"vitrine/server/weblink"
)

// getHealth answers as long as the process serves at all.
func (s *Server) getHealth(x *exchange.Exchange, r *http.Request) error {
	return s.sendText(x, r, "ok\n")
}

// getReady answers 200 while requests should be sent here: the store answers
// and the server is not about to end.
func (s *Server) getReady(x *exchange.Exchange, r *http.Request) error {
	if s.ending.Load() {
		return &problem.Error{Type: problem.Unavailable, Detail: "The service is ending."}
	}
	if _, err := s.config.Store.LastChange(r.Context()); err != nil {
		return &problem.Error{Type: problem.Unavailable, Detail: "The store does not answer.", Err: err}
	}
	text := "ready\n"
	if s.storeHealth != nil {
		text += storeText(s.storeHealth())
	}
	return s.sendText(x, r, text)
}

// storeText says what is amiss with a store that still answers. Why, the log says.
func storeText(h rdfstore.Health) (text string) {
	if h.NotWritable != nil {
		text += "the store takes no writes since " + h.NotWritableSince.UTC().Format(time.RFC3339) + "; see the log\n"
	}
	if h.Background != nil {
		text += "the store cannot flush since " + h.BackgroundSince.UTC().Format(time.RFC3339) + "; see the log\n"
	}
	return text
}

// sendText answers with a word for a machine, never cached.
func (s *Server) sendText(x *exchange.Exchange, r *http.Request, text string) error {
	f := represent.Fields{ContentType: "text/plain; charset=utf-8", CacheControl: "no-store"}
	return represent.NewRepresentation(f, "identity", []byte(text)).Answer(x, r)
}

// contextLink is a context in the list of contexts.
type contextLink struct {
	URL  string `json:"url"`
	Href string `json:"href"`
}

// getContexts lists the JSON-LD contexts.
func (s *Server) getContexts(x *exchange.Exchange, r *http.Request) error {
	links := []contextLink{}
	list := page.List{Frame: s.frame("JSON-LD contexts")}
	if s.config.Contexts != nil {
		for _, url := range s.config.Contexts.URLs() {
			href := s.contextPath(url)
			links = append(links, contextLink{url, href})
			list.Items = append(list.Items, page.Link{Href: href, Type: "application/ld+json", Title: url})
		}
	}
	return s.sendDocument(x, r, "no-cache", forms(jsonDocument(links), s.listDocument(list)))
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
func (s *Server) getContext(x *exchange.Exchange, r *http.Request) error {
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
			return s.sendDocument(x, r, "public, max-age=3600", forms(document{mediaType: "application/ld+json", aliases: []string{"application/json"}, write: func(ctx context.Context, b *bytes.Buffer) error {
				b.Write(text)
				return nil
			}}))
		}
	}
	return &problem.Error{Type: problem.NotFound, Detail: "No JSON-LD context of this name is kept here."}
}

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

// getNothing answers for the rest of the reserved place.
func (s *Server) getNothing(*exchange.Exchange, *http.Request) error {
	return &problem.Error{Type: problem.NotFound, Detail: "The service has no such endpoint.",
		Header: http.Header{"Link": {weblink.Field(s.mapper.Prefix, "start", "text/html")}}}
}
