package dataset

import (
	"bytes"
	"context"
	"iter"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/server/people/site"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// Sitemaps lead search engines to the entities below the base, in the order of their names.
type Sitemaps struct {
	Site  *site.Site
	Store Names
	// Build and the base stand for all that the bytes depend on beside the records.
	Build string
}

// Names is what sitemaps read of a store; rdfstore.Store says how.
type Names interface {
	LastChange(ctx context.Context) (rdfstore.LogEntry, error)
	CountNames(ctx context.Context, prefix string) (uint64, error)
	Names(ctx context.Context, prefix string, skip uint64) iter.Seq2[rdf.IRI, error]
	Graphs(ctx context.Context, after string) iter.Seq2[*rdfstore.Entity, error]
}

// Index answers with the index of the sitemaps. The time of each is that of the last change
// of the store, since what is created or deleted moves the names after it.
func (m *Sitemaps) Index(x *respond.Exchange, r *http.Request) error {
	return m.send(x, r, func(ctx context.Context, b *bytes.Buffer) error {
		last, err := m.Store.LastChange(ctx)
		if err != nil {
			return err
		}
		count, err := m.Store.CountNames(ctx, m.Site.Mapper.Base)
		if err != nil {
			return err
		}
		var index sitemapIndex
		for number := uint64(1); number == 1 || (number-1)*partSize < count; number++ {
			uri := m.Site.Mapper.ServiceURI(address.SitemapPart + strconv.FormatUint(number, 10) + ".xml")
			index.Sitemaps = append(index.Sitemaps, newMapped(uri, last.Time))
		}
		return writeXML(b, index)
	})
}

// Part answers with the sitemap of a number. A robot that has it costs no walk.
func (m *Sitemaps) Part(x *respond.Exchange, r *http.Request, number string) error {
	missing := &respond.Error{Type: respond.NotFound, Detail: "There is no such sitemap."}
	n, err := strconv.ParseUint(number, 10, 32)
	if err != nil || n == 0 {
		return missing
	}
	after := m.Site.Mapper.Base
	if n > 1 {
		if after, err = m.nameAt(r.Context(), (n-1)*partSize-1); err != nil {
			return err
		}
		if after == "" {
			return missing
		}
	}
	return m.send(x, r, func(ctx context.Context, b *bytes.Buffer) error { return m.write(ctx, b, n == 1, after) })
}

// nameAt returns the name with so many before it, and "" where there is none.
func (m *Sitemaps) nameAt(ctx context.Context, skip uint64) (string, error) {
	for name, err := range m.Store.Names(ctx, m.Site.Mapper.Base, skip) {
		return name.String(), err
	}
	return "", nil
}

// write writes the addresses of the entities after a name; the first sitemap has that of the
// front page as well, so that no sitemap of an empty store is empty.
func (m *Sitemaps) write(ctx context.Context, b *bytes.Buffer, first bool, after string) error {
	var set urlSet
	if first {
		set.URLs = append(set.URLs, newMapped(m.Site.Mapper.Absolute(m.Site.Mapper.Prefix), time.Time{}))
	}
	count := 0
	for entity, err := range m.Store.Graphs(ctx, after) {
		if err != nil {
			return err
		}
		name := entity.Graph.Name.String()
		if count == partSize || !strings.HasPrefix(name, m.Site.Mapper.Base) {
			break
		}
		count++
		if uri := address.URI(m.Site.Mapper.Public(name)); len(uri) <= maxAddress {
			set.URLs = append(set.URLs, newMapped(uri, entity.Modified))
		}
	}
	return writeXML(b, set)
}

// send answers with XML whose entity tag comes from the last change of the store.
func (m *Sitemaps) send(x *respond.Exchange, r *http.Request, write func(context.Context, *bytes.Buffer) error) error {
	return m.Site.Send(x, r, "no-cache", func(ctx context.Context) ([]site.Document, error) {
		last, err := m.Store.LastChange(ctx)
		if err != nil {
			return nil, err
		}
		state := respond.Digest(m.Build, m.Site.Mapper.Base, r.URL.Path, strconv.FormatUint(last.Seq, 10))
		return []site.Document{{MediaType: "application/xml", Aliases: []string{"text/xml"}, State: state, Write: write}}, nil
	})
}

// Robots answers for robots.txt (RFC 9309). Paths and address are percent-encoded, so that
// none has a line break.
func (m *Sitemaps) Robots(x *respond.Exchange, r *http.Request) error {
	var disallow, allow strings.Builder
	for _, prefix := range m.Site.Mapper.Mounts() {
		disallow.WriteString("Disallow: " + prefix + address.Reserved + "/\n")
		allow.WriteString("Allow: " + prefix + address.Reserved + "/assets/\nAllow: " + prefix + address.Reserved + "/sitemap\n")
	}
	text := "User-agent: *\n" + disallow.String() + allow.String() + "\nSitemap: " + m.Site.Mapper.ServiceURI(address.Sitemap) + "\n"
	return m.Site.Send(x, r, "no-cache", site.Forms(site.Document{MediaType: "text/plain", Write: func(_ context.Context, b *bytes.Buffer) error {
		b.WriteString(text)
		return nil
	}}))
}
