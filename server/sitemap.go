package server

import (
	"bytes"
	"context"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/mux"

	"vitrine/rdfstore"
	"vitrine/server/address"
	"vitrine/server/coding"
	"vitrine/server/conditional"
	"vitrine/server/exchange"
	"vitrine/server/mediatype"
	"vitrine/server/negotiate"
	"vitrine/server/problem"
	"vitrine/server/represent"
	"vitrine/server/sitemap"
)

// The addresses of the sitemaps below the service's own place, and of robots.txt.
const (
	sitemapPath = "sitemap.xml"
	sitemapPart = "sitemap/"
	robotsPath  = "/robots.txt"
)

// sitemapSize is how many addresses a sitemap has at first, and sitemapSplit how many it
// may come to have before it is split. The protocol allows more; smaller ones cost less
// at once, and are asked for again less often.
const (
	sitemapSize  = 10_000
	sitemapSplit = 2 * sitemapSize
)

// sitemaps is the division of the names under the base into sitemaps. It follows the log,
// so that only the first request after a start reads all of that.
type sitemaps struct {
	mu       sync.Mutex
	division *sitemap.Division
	// planned is the position of the log at which the names were divided, and followed
	// the one up to which its changes are noted.
	planned, followed uint64
}

// follow brings the division up to date and calls use with it. It holds on to what it
// has done where ctx ends, so that the next call goes on from there.
func (m *sitemaps) follow(ctx context.Context, store rdfstore.Store, base string, use func(*sitemap.Division) error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.division == nil {
		if err := m.plan(ctx, store, base); err != nil {
			return err
		}
	}
	for entry, err := range store.Changes(ctx, m.followed) {
		if err != nil {
			return err
		}
		m.followed = entry.Seq
		if strings.HasPrefix(entry.Name.String(), base) {
			m.division.Note(entry.Name.String(), entry.Seq, entry.Time, m.added(entry))
		}
	}
	for part, ok := m.division.Oversized(sitemapSplit); ok; part, ok = m.division.Oversized(sitemapSplit) {
		if err := m.split(ctx, store, part); err != nil {
			return err
		}
	}
	return use(m.division)
}

// added is by how much a change alters the number of names. What came before the names
// were divided is counted already.
func (m *sitemaps) added(entry rdfstore.LogEntry) int64 {
	switch {
	case entry.Seq <= m.planned:
		return 0
	case entry.Kind == rdfstore.Created:
		return 1
	case entry.Kind == rdfstore.Deleted:
		return -1
	default:
		return 0
	}
}

// plan divides the names that there are.
func (m *sitemaps) plan(ctx context.Context, store rdfstore.Store, base string) error {
	last, err := store.LastChange(ctx)
	if err != nil {
		return err
	}
	total, err := store.CountNames(ctx, base)
	if err != nil {
		return err
	}
	division := sitemap.NewDivision()
	at := uint64(sitemapSize)
	for ; at < total; at += sitemapSize {
		names, err := firstOf(store.Names(ctx, base, at-1), 1)
		if err != nil {
			return err
		}
		if len(names) > 0 {
			division.Append(names[0].String(), sitemapSize)
		}
	}
	division.Grow(int64(total - min(total, at-sitemapSize)))
	m.division, m.planned = division, last.Seq
	return nil
}

// split divides a part in two.
func (m *sitemaps) split(ctx context.Context, store rdfstore.Store, part sitemap.Part) error {
	count, at := int64(0), part.After
	for name, err := range store.Entities(ctx, part.After) {
		if err != nil {
			return err
		}
		if count == sitemapSize || part.Until != "" && name.String() >= part.Until {
			break
		}
		count, at = count+1, name.String()
	}
	m.division.Split(part.Number, at, count)
	return nil
}

// getSitemap answers with the index of the sitemaps.
func (s *Server) getSitemap(x *exchange.Exchange, r *http.Request) error {
	return s.sendDocument(x, r, "no-cache", forms(document{mediaType: "application/xml", aliases: []string{"text/xml"}, write: func(ctx context.Context, b *bytes.Buffer) error {
		return s.followSitemaps(ctx, func(d *sitemap.Division) error {
			w := sitemap.NewIndex(b)
			for _, part := range d.Parts() {
				w.Add(s.sitemapAddress(part), roundUp(part.Changed))
			}
			return w.Close()
		})
	}}))
}

func (s *Server) sitemapAddress(part sitemap.Part) string {
	return s.mapper.ServiceURI(sitemapPart + strconv.Itoa(part.Number) + ".xml")
}

func (s *Server) followSitemaps(ctx context.Context, use func(*sitemap.Division) error) error {
	return s.sitemaps.follow(ctx, s.config.Store, s.mapper.Base, use)
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

// sitemapPart returns the part as it is now.
func (s *Server) sitemapPart(ctx context.Context, number int) (part sitemap.Part, err error) {
	err = s.followSitemaps(ctx, func(d *sitemap.Division) error {
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
	text := sitemap.Robots{Sitemap: s.mapper.ServiceURI(sitemapPath)}
	for _, prefix := range s.mapper.Mounts() {
		text.Disallow = append(text.Disallow, prefix+address.Reserved+"/")
		text.Allow = append(text.Allow, prefix+address.Reserved+"/assets/", prefix+address.Reserved+"/sitemap")
	}
	return s.sendDocument(x, r, "no-cache", forms(document{mediaType: "text/plain", write: func(_ context.Context, b *bytes.Buffer) error {
		b.WriteString(text.Text())
		return nil
	}}))
}
