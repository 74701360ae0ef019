package represent

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

// ErrTooLarge means that a representation is larger than it may be.
var ErrTooLarge = errors.New("the representation is larger than the limit")

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
		return 0, ErrTooLarge
	}
	return b.made.Write(p)
}

// render makes the body of a representation, uncompressed; the links of a page
// are part of it, those of a record are not.
func (m *Maker) render(ctx context.Context, e *rdfstore.Entity, v Selected) ([]byte, error) {
	started, o := time.Now(), v.offer
	b := &buffer{ctx: ctx, limit: m.MaxRepresentation}
	var err error
	if o.Format == nil {
		err = m.Pages.WriteEntity(b, m.entityPage(e, v.resource, v.links))
	} else {
		err = Encode(b, o.Format, e.Graph)
	}
	m.Rendered(o.Name, time.Since(started))
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, ErrTooLarge):
		return nil, &problem.Error{Type: problem.TooLarge, Err: fmt.Errorf("%s as %s: %w", v.resource.IRI, o.Name, err)}
	case err != nil:
		return nil, fmt.Errorf("render %s as %s: %w", v.resource.IRI, o.Name, err)
	}
	return mediatype.ASCII(o.MediaType, b.made.Bytes()), nil
}

// RecordText returns a graph as its Linked Art JSON. The error wraps ErrTooLarge
// where that is larger than a representation may be.
func (m *Maker) RecordText(ctx context.Context, g *graph.Graph) ([]byte, error) {
	o := m.Offers.Record()
	if o == nil {
		return nil, errors.New("the server has no JSON-LD format")
	}
	b := &buffer{ctx: ctx, limit: m.MaxRepresentation}
	if err := Encode(b, o.Format, g); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("write %s as %s: %w", g.Name, o.Name, err)
	}
	return b.made.Bytes(), nil
}

// Encode writes a document of one graph.
func Encode(w io.Writer, f *serialize.Format, g *graph.Graph) error {
	encoder := f.NewEncoder(w)
	err := encoder.Encode(g)
	return errors.Join(err, encoder.Close())
}

// entityPage fills in the page of an entity, with links or, where they are nil,
// without.
func (m *Maker) entityPage(e *rdfstore.Entity, d *Resource, l *linked) page.Entity {
	data := page.Entity{
		Frame:    m.Frame(page.Label(e.Graph)),
		IRI:      d.IRI,
		Rows:     page.Describe(e.Graph, m.Mapper.Follow),
		Modified: e.Modified.UTC().Format("2 January 2006, 15:04 UTC"),
	}
	for _, class := range d.Classes {
		data.Classes = append(data.Classes, page.Words(class.String()))
	}
	data.Links = append(data.Links, page.Link{Rel: "canonical", Href: address.URI(d.IRI)},
		page.Link{Rel: "collection", Href: m.Mapper.Service(m.FeedPath)})
	record := m.Offers.Record()
	for _, o := range m.Offers.List {
		ref := d.Refs[o.Index]
		if ref == "" || o.Format == nil {
			continue
		}
		link := page.Link{Rel: "alternate", Href: ref, Type: o.FullType(), Title: o.Title}
		if o == record {
			link.Rel = "describedby"
		}
		data.Links = append(data.Links, link)
		data.Formats = append(data.Formats, link)
	}
	if l != nil {
		data.LinkedFrom = m.linkedFrom(d, l.found)
	}
	return data
}
