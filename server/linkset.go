package server

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"strings"

	"vitrine/server/address"
	"vitrine/server/exchange"
	"vitrine/server/weblink"
)

// maxLinkFields bounds Link, Content-Location and the address that is asked for, in
// bytes together. They have to fit into the 4 KiB that nginx takes for the header of an
// answer by default (proxy_buffer_size). Where nginx is a cache, the same buffer has the
// key, which holds the address, and 343 bytes more. The rest of the header has up to
// 650 bytes, and what remains is for longer fields of a proxy's own.
const maxLinkFields = 2900

// links is the Link field of a representation: where the links of the entity are,
// and those that Linked Art and FAIR Signposting ask for in the field, as many as
// have room. The alternates are in the linkset alone.
func (s *Server) links(d *entry, o *offer) string {
	room := maxLinkFields - 2*len(d.refs[o.index]) // the address has at most as many
	var fields []string
	for _, l := range append([]weblink.Link{s.linksetLink(d)}, s.fieldLinks(d, o)...) {
		if field := l.Field(); len(field)+len(", ") <= room {
			fields, room = append(fields, field), room-len(field)-len(", ")
		}
	}
	return strings.Join(fields, ", ")
}

// fieldLinks are the links of a representation that go into its header, the most
// needed first: where the entity is (canonical, cite-as), from the page the record that
// describes it (describedby), from data back (describes), what it is (type), the
// profile, and of collection (RFC 6573) the feed, which tells what changes.
func (s *Server) fieldLinks(d *entry, o *offer) []weblink.Link {
	list := []weblink.Link{{Rel: "canonical cite-as", Href: address.URI(d.iri)}}
	switch record := s.offers.record(); {
	case o.format != nil:
		list = append(list, weblink.Link{Rel: "describes", Href: s.mapper.Href(d.iri), Type: "text/html"})
	case record != nil && d.refs[record.index] != "":
		list = append(list, weblink.Link{Rel: "describedby", Href: d.refs[record.index], Type: record.fullType()})
	}
	if o.format == nil {
		list = append(list, weblink.Link{Rel: "type", Href: "https://schema.org/AboutPage"})
	}
	for _, class := range d.classes {
		list = append(list, weblink.Link{Rel: "type", Href: address.URI(class.String())})
	}
	if o.profile != "" {
		list = append(list, weblink.Link{Rel: "profile", Href: o.profile})
	}
	return append(list, weblink.Link{Rel: "collection", Href: s.mapper.Service(feedPath)})
}

// linksetLink leads to all links of an entity.
func (s *Server) linksetLink(d *entry) weblink.Link {
	return weblink.Link{Rel: "linkset", Href: s.mapper.Service("linkset") + "?of=" + url.QueryEscape(d.iri), Type: "application/linkset+json"}
}

// getLinkset answers with all links of the entity that the parameter of names, as
// a set of links (RFC 9264).
func (s *Server) getLinkset(x *exchange.Exchange, r *http.Request) error {
	return s.sendDocument(x, r, "no-cache", func(ctx context.Context) ([]document, error) {
		d, err := s.entryByID(ctx, r.URL.Query().Get("of"))
		if err != nil {
			return nil, badOf(err)
		}
		anchor, list := address.URI(d.iri), s.allLinks(d)
		return []document{
			{mediaType: "application/linkset+json", aliases: []string{"application/json"},
				write: func(_ context.Context, b *bytes.Buffer) error { return weblink.WriteJSON(b, anchor, list) }},
			{mediaType: "application/linkset", write: func(_ context.Context, b *bytes.Buffer) error { weblink.Write(b, anchor, list); return nil }},
		}, nil
	})
}

// allLinks are the links of an entity, as absolute URIs.
func (s *Server) allLinks(d *entry) []weblink.Link {
	list := []weblink.Link{{Rel: "canonical", Href: address.URI(d.iri)}, {Rel: "cite-as", Href: address.URI(d.iri)}}
	for _, class := range d.classes {
		list = append(list, weblink.Link{Rel: "type", Href: address.URI(class.String())})
	}
	record := s.offers.record()
	for _, o := range s.offers.list {
		ref := d.refs[o.index]
		if ref == "" {
			continue
		}
		if o == record {
			list = append(list, weblink.Link{Rel: "describedby", Href: s.mapper.Absolute(ref), Type: o.fullType()})
		}
		list = append(list, weblink.Link{Rel: "alternate", Href: s.mapper.Absolute(ref), Type: o.fullType()})
	}
	return append(list, weblink.Link{Rel: "collection", Href: s.mapper.ServiceURI(feedPath)})
}
