package dataset

import (
	"bytes"
	"context"
	"iter"
	"net/http"
	"strconv"
	"strings"
	"time"

	"vitrine/rdfstore"
	"vitrine/server/represent"
	"vitrine/server/site"
	"vitrine/server/sitemap"
	"vitrine/server/web/address"
	"vitrine/server/web/contentneg"
	"vitrine/server/web/respond"
)

// Sitemaps tells robots of the entities.
type Sitemaps struct {
	Site  *site.Site
	Store Graphs
	Plan  *sitemap.Plan
	// Slot waits until no other sitemap is made: each walks through thousands of records.
	Slot site.Slot
	// Build and the base stand for all that the bytes depend on beside the records.
	Build string
}

// Graphs is what sitemaps ask of a store; rdfstore.Store says how.
type Graphs interface {
	Graphs(ctx context.Context, after string) iter.Seq2[*rdfstore.Entity, error]
}

// Index answers with the index of the sitemaps.
func (m *Sitemaps) Index(x *respond.Exchange, r *http.Request) error {
	return m.Site.Send(x, r, "no-cache", site.Forms(site.Document{MediaType: "application/xml", Aliases: []string{"text/xml"}, Write: func(ctx context.Context, b *bytes.Buffer) error {
		return m.Plan.Use(ctx, func(d *sitemap.Division) error {
			w := sitemap.NewIndex(b)
			for _, part := range d.Parts() {
				w.Add(m.address(part), roundUp(part.Changed))
			}
			return w.Close()
		})
	}}))
}

func (m *Sitemaps) address(part sitemap.Part) string {
	return m.Site.Mapper.ServiceURI(address.SitemapPart + strconv.Itoa(part.Number) + ".xml")
}

// roundUp makes a time one in whole seconds that is not before it.
func roundUp(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return respond.LastModified(t)
}

// Part answers with the sitemap of a number. Its entity tag comes from the last change in it,
// so that a robot that has it costs no walk.
func (m *Sitemaps) Part(x *respond.Exchange, r *http.Request, number string) error {
	accepted, err := m.Site.Maker.Codings(r.Header)
	if err != nil {
		return err
	}
	terms := []contentneg.Offer{{Type: "application/xml", Aliases: []string{"text/xml"}}}
	if choices, err := contentneg.Accept(r.Header["Accept"], terms); err != nil {
		return err
	} else if len(choices) == 0 || len(accepted) == 0 {
		return &respond.Error{Type: respond.NotAcceptable}
	}
	n, err := strconv.Atoi(number)
	if err != nil {
		return &respond.Error{Type: respond.NotFound, Detail: "There is no such sitemap."}
	}
	ctx, done, err := m.Slot(r.Context())
	if err != nil {
		return err
	}
	rep, err := m.makeSitemap(ctx, r.Header, n, accepted)
	done()
	if err != nil {
		return err
	}
	return rep.Answer(x, r)
}

func (m *Sitemaps) makeSitemap(ctx context.Context, h http.Header, number int, accepted []string) (*represent.Representation, error) {
	part, err := m.sitemapPart(ctx, number)
	if err != nil {
		return nil, err
	}
	f := represent.Fields{ContentType: contentneg.ContentType("application/xml", ""), CacheControl: "no-cache"}
	for _, c := range accepted {
		if f.ETag = m.sitemapTag(part, c); respond.Lists(h["If-None-Match"], f.ETag) {
			return represent.NewRepresentation(f, c, nil), nil
		}
	}
	var b bytes.Buffer
	if err := m.writeSitemap(ctx, &b, part); err != nil {
		return nil, err
	}
	after, err := m.sitemapPart(ctx, number)
	if err != nil {
		return nil, err
	}
	body, picked := b.Bytes(), accepted[0]
	if picked != contentneg.Identity {
		if body, err = m.Site.Compress(picked, body); err != nil {
			return nil, err
		}
	}
	// What changed meanwhile may be in the body or not.
	if f.ETag = ""; after == part {
		f.ETag = m.sitemapTag(part, picked)
	}
	return represent.NewRepresentation(f, picked, body), nil
}

func (m *Sitemaps) sitemapTag(part sitemap.Part, coding string) string {
	return `"` + respond.Digest(m.Build, m.Site.Mapper.Base, part.After, part.Until, strconv.FormatUint(part.Position, 10), coding) + `"`
}

// address.SitemapPart returns the part as it is now.
func (m *Sitemaps) sitemapPart(ctx context.Context, number int) (part sitemap.Part, err error) {
	err = m.Plan.Use(ctx, func(d *sitemap.Division) error {
		found := false
		if part, found = d.ByNumber(number); !found {
			return &respond.Error{Type: respond.NotFound, Detail: "There is no such sitemap."}
		}
		return nil
	})
	return part, err
}

// writeSitemap writes the addresses of a part; the first has that of the front page as
// well, so that no sitemap of an empty store is empty.
func (m *Sitemaps) writeSitemap(ctx context.Context, b *bytes.Buffer, part sitemap.Part) error {
	w := sitemap.NewMap(b)
	after := part.After
	if after == "" {
		w.Add(m.Site.Mapper.Absolute(m.Site.Mapper.Prefix), time.Time{})
		after = m.Site.Mapper.Base
	}
	for entity, err := range m.Store.Graphs(ctx, after) {
		if err != nil {
			return err
		}
		name := entity.Graph.Name.String()
		if w.IsFull() || !strings.HasPrefix(name, m.Site.Mapper.Base) || part.Until != "" && name > part.Until {
			break
		}
		w.Add(address.URI(m.Site.Mapper.Public(name)), roundUp(entity.Modified))
	}
	return w.Close()
}

// Robots answers for robots.txt.
func (m *Sitemaps) Robots(x *respond.Exchange, r *http.Request) error {
	text := sitemap.Robots{Sitemap: m.Site.Mapper.ServiceURI(address.Sitemap)}
	for _, prefix := range m.Site.Mapper.Mounts() {
		text.Disallow = append(text.Disallow, prefix+address.Reserved+"/")
		text.Allow = append(text.Allow, prefix+address.Reserved+"/assets/", prefix+address.Reserved+"/sitemap")
	}
	return m.Site.Send(x, r, "no-cache", site.Forms(site.Document{MediaType: "text/plain", Write: func(_ context.Context, b *bytes.Buffer) error {
		b.WriteString(text.Text())
		return nil
	}}))
}
