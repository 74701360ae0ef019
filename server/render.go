package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/server/address"
	"vitrine/server/mediatype"
	"vitrine/server/page"
	"vitrine/server/problem"
)

// errFull means that a representation is larger than it may be.
var errFull = errors.New("the representation is larger than the limit")

// buffer holds a representation while it is made. It takes no more than limit
// bytes, and nothing once ctx has ended.
type buffer struct {
	// made is not embedded: its other methods would go past the limit.
	made  bytes.Buffer
	ctx   context.Context
	limit int64
}

func (b *buffer) Write(p []byte) (int, error) {
	if err := b.ctx.Err(); err != nil {
		return 0, err
	}
	if int64(b.made.Len())+int64(len(p)) > b.limit {
		return 0, errFull
	}
	return b.made.Write(p)
}

// render makes the body of a representation, uncompressed; the links of a page
// are part of it, those of a record are not.
func (s *Server) render(ctx context.Context, e *rdfstore.Entity, d *entry, v selectedRepresentation) ([]byte, error) {
	started, o := time.Now(), v.offer
	b := &buffer{ctx: ctx, limit: s.config.MaxRepresentation}
	var err error
	if o.format == nil {
		err = s.pages.WriteEntity(b, s.entityPage(e, d, v.links))
	} else {
		err = encode(b, o.format, e.Graph)
	}
	s.metrics.rendered(o.name, time.Since(started))
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, errFull):
		return nil, &problem.Error{Type: problem.TooLarge, Err: fmt.Errorf("%s as %s: %w", d.iri, o.name, err)}
	case err != nil:
		return nil, fmt.Errorf("render %s as %s: %w", d.iri, o.name, err)
	}
	return mediatype.ASCII(o.mediaType, b.made.Bytes()), nil
}

// encode writes a document of one graph.
func encode(w io.Writer, f *serialize.Format, g *graph.Graph) error {
	encoder := f.NewEncoder(w)
	err := encoder.Encode(g)
	return errors.Join(err, encoder.Close())
}

// entityPage fills in the page of an entity, with links or, where they are nil,
// without.
func (s *Server) entityPage(e *rdfstore.Entity, d *entry, l *linked) page.Entity {
	data := page.Entity{
		Frame:    s.frame(page.Label(e.Graph)),
		IRI:      d.iri,
		Rows:     page.Describe(e.Graph, s.mapper.Follow),
		Modified: e.Modified.UTC().Format("2 January 2006, 15:04 UTC"),
	}
	for _, class := range d.classes {
		data.Classes = append(data.Classes, page.Words(class.String()))
	}
	data.Links = append(data.Links, page.Link{Rel: "canonical", Href: address.URI(d.iri)},
		page.Link{Rel: "collection", Href: s.mapper.Service(feedPath)})
	record := s.offers.record()
	for _, o := range s.offers.list {
		ref := d.refs[o.index]
		if ref == "" || o.format == nil {
			continue
		}
		link := page.Link{Rel: "alternate", Href: ref, Type: o.fullType(), Title: o.title}
		if o == record {
			link.Rel = "describedby"
		}
		data.Links = append(data.Links, link)
		data.Formats = append(data.Formats, link)
	}
	if l != nil {
		data.LinkedFrom = s.linkedFrom(d, l.found)
	}
	return data
}

// frame is what all pages share.
func (s *Server) frame(title string) page.Frame {
	return page.Frame{Site: s.config.Title, Home: s.mapper.Prefix, Title: title}
}
