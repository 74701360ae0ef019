package ldes

import (
	"bytes"
	"context"
	"iter"
	"net/http"
	"strconv"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/serialize/jsonld"
	"vitrine/serialize/nquads"
	"vitrine/serialize/turtle"
	"vitrine/server/people/site"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// The size of pages is no setting: those that caches keep must not come out differently.
const (
	// pageSize is the number of entries of the log that a page is about, and indexSize the
	// number of pages that an index leads to.
	pageSize  = 100
	indexSize = 100
	// maxBytes is about how many bytes of terms a page has; one with more goes on elsewhere.
	maxBytes = 4 << 20
)

// closed is the Cache-Control of what no member is added to. A cache may keep it for a day
// alone, so that a record that is deleted or becomes private does not stay in caches.
const closed = "public, max-age=86400, immutable"

// Stream answers with the log of changes as an event stream.
type Stream struct {
	Site  *site.Site
	Store Store
	// Event is the URI of the change with a number.
	Event func(seq uint64) string
	// Licence is the URI of that of the data, empty for none.
	Licence string
}

// Store is what the stream asks of a store; rdfstore.Store says how.
type Store interface {
	LastChange(ctx context.Context) (rdfstore.LogEntry, error)
	Changes(ctx context.Context, after uint64) iter.Seq2[rdfstore.LogEntry, error]
	Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error)
}

// uri is the URI of the root, or of what is below it.
func (s *Stream) uri(below string) string {
	return s.Site.Mapper.ServiceURI(address.EventStream) + below
}

func (s *Stream) indexURI(number uint64) string {
	return s.uri("/index/" + strconv.FormatUint(number, 10))
}

func (s *Stream) pageURI(number uint64) string {
	return s.uri("/page/" + strconv.FormatUint(number, 10))
}

// Root answers with what the stream is, and leads to its indexes.
func (s *Stream) Root(x *respond.Exchange, r *http.Request) error {
	return s.send(x, r, func(ctx context.Context, last uint64) (*node, error) {
		n := s.node(s.uri(""))
		s.describe(n)
		return n, s.lead(ctx, n, 0, last, pageSize*indexSize, s.indexURI)
	})
}

// Index answers with the index of a number, which leads to pages.
func (s *Stream) Index(x *respond.Exchange, r *http.Request, number string) error {
	return s.send(x, r, func(ctx context.Context, last uint64) (*node, error) {
		i, first, err := s.begin(number, pageSize*indexSize, last)
		if err != nil {
			return nil, err
		}
		n := s.node(s.indexURI(i))
		if end := first + pageSize*indexSize; last > end {
			n.close()
			last = end
		}
		return n, s.lead(ctx, n, first, last, pageSize, s.pageURI)
	})
}

// Page answers with the page of a number, or with what is in it after the entry that the
// parameter after numbers.
func (s *Stream) Page(x *respond.Exchange, r *http.Request, number string) error {
	return s.send(x, r, func(ctx context.Context, last uint64) (*node, error) {
		i, first, err := s.begin(number, pageSize, last)
		if err != nil {
			return nil, err
		}
		n, end := s.node(s.pageURI(i)), first+pageSize
		if after := r.URL.Query().Get("after"); after != "" {
			if first, err = strconv.ParseUint(after, 10, 64); err != nil || first < i*pageSize || first >= end || first >= last {
				return nil, respond.BadParameter("after", "it is no place in this page; follow tree:node of a relation")
			}
			n = s.node(s.continued(i, first))
		}
		if last > end {
			n.close()
		}
		return n, s.members(ctx, n, i, first, end)
	})
}

// begin returns the number of a part that covers so many entries of the log, and the number of
// entries before it.
func (s *Stream) begin(text string, size, last uint64) (number, first uint64, err error) {
	number, err = strconv.ParseUint(text, 10, 32)
	if first = number * size; err != nil || first >= last {
		return 0, 0, &respond.Error{Type: respond.NotFound, Detail: "The event stream has no such page.",
			Header: http.Header{"Link": {respond.LinkField(s.Site.Mapper.Service(address.EventStream), "collection", "")}}}
	}
	return number, first, nil
}

// send answers with a node of the tree in the form that the client likes best.
func (s *Stream) send(x *respond.Exchange, r *http.Request, read func(ctx context.Context, last uint64) (*node, error)) error {
	return s.Site.Send(x, r, "no-cache", func(ctx context.Context) ([]site.Document, error) {
		last, err := s.Store.LastChange(ctx)
		if err != nil {
			return nil, err
		}
		n, err := read(ctx, last.Seq)
		if err != nil {
			return nil, err
		}
		quads, err := n.all()
		if err != nil {
			return nil, err
		}
		return s.forms(quads, n.cacheControl), nil
	})
}

// forms are the forms of a node; a page for people is not among them.
func (s *Stream) forms(quads []rdf.Quad, cacheControl string) []site.Document {
	forms := []site.Document{
		{MediaType: "application/trig"}, {MediaType: "application/n-quads"},
		{MediaType: jsonld.MediaType, Profile: jsonld.ExpandedProfile, Aliases: []string{"application/json"}},
	}
	appends := []func([]byte, []rdf.Quad) []byte{turtle.AppendQuads, nquads.AppendQuads, jsonld.AppendQuads}
	for i := range forms {
		forms[i].CacheControl = cacheControl
		forms[i].Link = respond.LinkField(s.Site.Mapper.Service(address.Dataset), "describedby", "")
		forms[i].Write = func(_ context.Context, b *bytes.Buffer) error {
			b.Write(appends[i](nil, quads))
			return nil
		}
	}
	return forms
}
