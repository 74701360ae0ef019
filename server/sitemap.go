package server

import (
	"bytes"
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/gorilla/mux"

	"vitrine/server/address"
	"vitrine/server/coding"
	"vitrine/server/conditional"
	"vitrine/server/exchange"
	"vitrine/server/mediatype"
	"vitrine/server/negotiate"
	"vitrine/server/problem"
	"vitrine/server/represent"
	"vitrine/server/site"
	"vitrine/server/sitemap"
)

// robotsPath is the address of robots.txt.
const robotsPath = "/robots.txt"

// getSitemap answers with the index of the sitemaps.
func (s *Server) getSitemap(x *exchange.Exchange, r *http.Request) error {
	return s.site.Send(x, r, "no-cache", site.Forms(site.Document{MediaType: "application/xml", Aliases: []string{"text/xml"}, Write: func(ctx context.Context, b *bytes.Buffer) error {
		return s.sitemaps.Use(ctx, func(d *sitemap.Division) error {
			w := sitemap.NewIndex(b)
			for _, part := range d.Parts() {
				w.Add(s.sitemapAddress(part), roundUp(part.Changed))
			}
			return w.Close()
		})
	}}))
}

func (s *Server) sitemapAddress(part sitemap.Part) string {
	return s.mapper.ServiceURI(address.SitemapPart + strconv.Itoa(part.Number) + ".xml")
}

// roundUp makes a time one in whole seconds that is not before it.
func roundUp(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return conditional.LastModified(t)
}

// getSitemapPart answers with a sitemap. Its entity tag comes from the last change in it,
// so that a robot that has it costs no walk.
func (s *Server) getSitemapPart(x *exchange.Exchange, r *http.Request) error {
	accepted, err := s.maker.Codings(r.Header)
	if err != nil {
		return err
	}
	terms := []negotiate.Offer{{Type: "application/xml", Aliases: []string{"text/xml"}}}
	if choices, err := negotiate.Accept(r.Header["Accept"], terms); err != nil {
		return err
	} else if len(choices) == 0 || len(accepted) == 0 {
		return &problem.Error{Type: problem.NotAcceptable}
	}
	number, err := strconv.Atoi(mux.Vars(r)["number"])
	if err != nil {
		return &problem.Error{Type: problem.NotFound, Detail: "There is no such sitemap."}
	}
	// One at a time, since each walks through thousands of records.
	ctx, done, err := s.slot(r.Context(), s.walks)
	if err != nil {
		return err
	}
	rep, err := s.makeSitemap(ctx, r.Header, number, accepted)
	done()
	if err != nil {
		return err
	}
	return rep.Answer(x, r)
}

func (s *Server) makeSitemap(ctx context.Context, h http.Header, number int, accepted []string) (*represent.Representation, error) {
	part, err := s.sitemapPart(ctx, number)
	if err != nil {
		return nil, err
	}
	f := represent.Fields{ContentType: mediatype.ContentType("application/xml", ""), CacheControl: "no-cache"}
	for _, c := range accepted {
		if f.ETag = s.sitemapTag(part, c); conditional.Lists(h["If-None-Match"], f.ETag) {
			return represent.NewRepresentation(f, c, nil), nil
		}
	}
	var b bytes.Buffer
	if err := s.writeSitemap(ctx, &b, part); err != nil {
		return nil, err
	}
	after, err := s.sitemapPart(ctx, number)
	if err != nil {
		return nil, err
	}
	body, picked := b.Bytes(), coding.Pick(accepted, b.Len())
	if picked != negotiate.Identity {
		if body, err = s.compressor.Compress(picked, body); err != nil {
			return nil, err
		}
	}
	// What changed meanwhile may be in the body or not.
	if f.ETag = ""; after == part {
		f.ETag = s.sitemapTag(part, picked)
	}
	return represent.NewRepresentation(f, picked, body), nil
}

func (s *Server) sitemapTag(part sitemap.Part, coding string) string {
	return `"` + conditional.Digest(s.config.Build, s.mapper.Base, part.After, part.Until, strconv.FormatUint(part.Position, 10), coding) + `"`
}

// address.SitemapPart returns the part as it is now.
func (s *Server) sitemapPart(ctx context.Context, number int) (part sitemap.Part, err error) {
	err = s.sitemaps.Use(ctx, func(d *sitemap.Division) error {
		found := false
		if part, found = d.ByNumber(number); !found {
			return &problem.Error{Type: problem.NotFound, Detail: "There is no such sitemap."}
		}
		return nil
	})
	return part, err
}

// writeSitemap writes the addresses of a part; the first has that of the front page as
// well, so that no sitemap of an empty store is empty.
func (s *Server) writeSitemap(ctx context.Context, b *bytes.Buffer, part sitemap.Part) error {
	w := sitemap.NewMap(b)
	after := part.After
	if after == "" {
		w.Add(s.mapper.Absolute(s.mapper.Prefix), time.Time{})
		after = s.mapper.Base
	}
	for entity, err := range s.config.Store.Graphs(ctx, after) {
		if err != nil {
			return err
		}
		name := entity.Graph.Name.String()
		if w.IsFull() || !strings.HasPrefix(name, s.mapper.Base) || part.Until != "" && name > part.Until {
			break
		}
		w.Add(address.URI(s.mapper.Public(name)), roundUp(entity.Modified))
	}
	return w.Close()
}

// getRobots answers for robots.txt, where no entity has that name.
func (s *Server) getRobots(x *exchange.Exchange, r *http.Request) error {
	text := sitemap.Robots{Sitemap: s.mapper.ServiceURI(address.Sitemap)}
	for _, prefix := range s.mapper.Mounts() {
		text.Disallow = append(text.Disallow, prefix+address.Reserved+"/")
		text.Allow = append(text.Allow, prefix+address.Reserved+"/assets/", prefix+address.Reserved+"/sitemap")
	}
	return s.site.Send(x, r, "no-cache", site.Forms(site.Document{MediaType: "text/plain", Write: func(_ context.Context, b *bytes.Buffer) error {
		b.WriteString(text.Text())
		return nil
	}}))
}
