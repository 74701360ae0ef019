package server

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"vitrine/server/address"
)

// webLink is a link with the resource that it leads from left open.
type webLink struct {
	rel, href, mediaType string
}

// field writes the link as RFC 8288 section 3 has it. The reference is a URI, which
// holds neither quotes nor angle brackets.
func (l webLink) field() string {
	out := "<" + l.href + `>; rel="` + l.rel + `"`
	if l.mediaType != "" {
		out += `; type="` + strings.ReplaceAll(l.mediaType, `"`, `\"`) + `"`
	}
	return out
}

// link is the field of one link.
func link(href, rel, mediaType string) string { return webLink{rel, href, mediaType}.field() }

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
	for _, l := range append([]webLink{s.linksetLink(d)}, s.fieldLinks(d, o)...) {
		if field := l.field(); len(field)+len(", ") <= room {
			fields, room = append(fields, field), room-len(field)-len(", ")
		}
	}
	return strings.Join(fields, ", ")
}

// fieldLinks are the links of a representation that go into its header, the most
// needed first: where the entity is (canonical, cite-as), from the page the record that
// describes it (describedby), from data back (describes), what it is (type), the
// profile, and of collection (RFC 6573) the feed, which tells what changes.
func (s *Server) fieldLinks(d *entry, o *offer) []webLink {
	list := []webLink{{rel: "canonical cite-as", href: address.URI(d.iri)}}
	switch record := s.offers.record(); {
	case o.format != nil:
		list = append(list, webLink{"describes", s.mapper.Href(d.iri), "text/html"})
	case record != nil && d.refs[record.index] != "":
		list = append(list, webLink{"describedby", d.refs[record.index], record.fullType()})
	}
	if o.format == nil {
		list = append(list, webLink{rel: "type", href: "https://schema.org/AboutPage"})
	}
	for _, class := range d.classes {
		list = append(list, webLink{rel: "type", href: address.URI(class.String())})
	}
	if o.profile != "" {
		list = append(list, webLink{rel: "profile", href: o.profile})
	}
	return append(list, webLink{rel: "collection", href: s.mapper.Service(feedPath)})
}

// linksetLink leads to all links of an entity.
func (s *Server) linksetLink(d *entry) webLink {
	return webLink{"linkset", s.mapper.Service("linkset") + "?of=" + url.QueryEscape(d.iri), "application/linkset+json"}
}

// getLinkset answers with all links of the entity that the parameter of names, as
// a set of links (RFC 9264).
func (s *Server) getLinkset(x *exchange, r *http.Request) error {
	return s.sendDocument(x, r, "no-cache", func(ctx context.Context) ([]document, error) {
		d, err := s.entryByID(ctx, r.URL.Query().Get("of"))
		if err != nil {
			return nil, badOf(err)
		}
		anchor, list := address.URI(d.iri), s.allLinks(d)
		return []document{
			{mediaType: "application/linkset+json", aliases: []string{"application/json"},
				write: func(_ context.Context, b *bytes.Buffer) error { return writeLinkset(b, anchor, list) }},
			{mediaType: "application/linkset", write: func(_ context.Context, b *bytes.Buffer) error {
				for i, l := range list {
					if i > 0 {
						b.WriteString(",\n")
					}
					b.WriteString(l.field() + `; anchor="` + anchor + `"`)
				}
				b.WriteByte('\n')
				return nil
			}},
		}, nil
	})
}

// allLinks are the links of an entity, as absolute URIs.
func (s *Server) allLinks(d *entry) []webLink {
	list := []webLink{{rel: "canonical", href: address.URI(d.iri)}, {rel: "cite-as", href: address.URI(d.iri)}}
	for _, class := range d.classes {
		list = append(list, webLink{rel: "type", href: address.URI(class.String())})
	}
	record := s.offers.record()
	for _, o := range s.offers.list {
		ref := d.refs[o.index]
		if ref == "" {
			continue
		}
		if o == record {
			list = append(list, webLink{"describedby", s.mapper.Absolute(ref), o.fullType()})
		}
		list = append(list, webLink{"alternate", s.mapper.Absolute(ref), o.fullType()})
	}
	return append(list, webLink{rel: "collection", href: s.mapper.ServiceURI(feedPath)})
}

// writeLinkset writes links as application/linkset+json (RFC 9264 section 4.2):
// one context object, with the targets by relation.
func writeLinkset(b *bytes.Buffer, anchor string, list []webLink) error {
	type target struct {
		Href string `json:"href"`
		Type string `json:"type,omitempty"`
	}
	object := map[string]any{"anchor": anchor}
	for _, l := range list {
		targets, _ := object[l.rel].([]target)
		object[l.rel] = append(targets, target{l.href, l.mediaType})
	}
	return json.MarshalWrite(b, map[string]any{"linkset": []any{object}}, json.Deterministic(true), jsontext.WithIndent("  "))
}
