package resource

import (
	"net/url"
	"strings"

	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// maxLinkFields bounds Link, Content-Location and the address that is asked for, in
// bytes together. They have to fit into the 4 KiB that nginx takes for the header of an
// answer by default (proxy_buffer_size). Where nginx is a cache, the same buffer has the
// key, which holds the address, and 343 bytes more. The rest of the header has up to
// 650 bytes, and what remains is for longer fields of a proxy's own.
const maxLinkFields = 2900

// maxLocation is how long a Content-Location may be, in bytes. A longer one would take,
// with the key of a cache, what the short links need; it is left out.
const maxLocation = 1200

// location is the Content-Location of a representation, empty where it is too long.
func location(d *Resource, o *Offer) string {
	if ref := d.Refs[o.Index]; len(ref) <= maxLocation {
		return ref
	}
	return ""
}

// linkField is the Link field of a representation: where the links of the entity are,
// and those that Linked Art and FAIR Signposting ask for in the field, as many as
// have room. The alternates are in the linkset alone.
func (m *Maker) linkField(d *Resource, o *Offer) string {
	room := maxLinkFields - len(d.Refs[o.Index]) - len(location(d, o)) // the address has at most as many
	return fitting(room, append([]respond.Link{m.linksetLink(d)}, m.fieldLinks(d, o)...))
}

// fitting is the Link field of those of the links that have room in so many bytes.
func fitting(room int, list []respond.Link) string {
	var fields []string
	for _, l := range list {
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
//
// Those of Memento (RFC 7089 section 2.2) are absolute, as its clients want them.
func (m *Maker) fieldLinks(d *Resource, o *Offer) []respond.Link {
	list, last := m.mementoLinks(d.IRI, d.memento), []respond.Link{}
	if d.memento == nil {
		list, last = list[:1:1], list[1:]
		if own := address.URI(d.IRI); list[0].Href == own {
			list[0].Rel = "canonical cite-as " + list[0].Rel
		} else {
			list = append(list, respond.Link{Rel: "canonical cite-as", Href: own})
		}
	}
	switch record := m.Offers.Record(); {
	case !o.IsPage() && d.memento != nil:
		list = append(list, respond.Link{Rel: "describes", Href: address.WithVersion(m.Mapper.Href(d.IRI), d.Version), Type: "text/html"})
	case !o.IsPage():
		list = append(list, respond.Link{Rel: "describes", Href: m.Mapper.Href(d.IRI), Type: "text/html"})
	case record != nil && d.Refs[record.Index] != "":
		list = append(list, respond.Link{Rel: "describedby", Href: d.Refs[record.Index], Type: record.FullType()})
	}
	if o.IsPage() {
		list = append(list, respond.Link{Rel: "type", Href: "https://schema.org/AboutPage"})
	}
	for _, class := range d.Classes {
		list = append(list, respond.Link{Rel: "type", Href: address.URI(class.String())})
	}
	if o.Profile != "" {
		list = append(list, respond.Link{Rel: "profile", Href: o.Profile})
	}
	if m.Licence != "" {
		list = append(list, respond.Link{Rel: "license", Href: m.Licence})
	}
	list = append(list, respond.Link{Rel: "collection", Href: m.Mapper.Service(m.FeedPath)})
	return append(list, last...)
}

// linksetLink leads to all links of an entity.
func (m *Maker) linksetLink(d *Resource) respond.Link {
	return respond.Link{Rel: "linkset", Href: m.Mapper.Service("linkset") + "?of=" + url.QueryEscape(d.IRI), Type: "application/linkset+json"}
}

// AllLinks are the links of an entity, as absolute URIs.
func (m *Maker) AllLinks(d *Resource) []respond.Link {
	list := []respond.Link{{Rel: "canonical", Href: address.URI(d.IRI)}, {Rel: "cite-as", Href: address.URI(d.IRI)}}
	for _, class := range d.Classes {
		list = append(list, respond.Link{Rel: "type", Href: address.URI(class.String())})
	}
	record := m.Offers.Record()
	for _, o := range m.Offers.List {
		ref := d.Refs[o.Index]
		if ref == "" || o.Triples {
			continue
		}
		if o == record {
			list = append(list, respond.Link{Rel: "describedby", Href: m.Mapper.Absolute(ref), Type: o.FullType()})
		}
		list = append(list, respond.Link{Rel: "alternate", Href: m.Mapper.Absolute(ref), Type: o.FullType(), Profile: o.Profile})
	}
	if m.Licence != "" {
		list = append(list, respond.Link{Rel: "license", Href: m.Licence})
	}
	list = append(list, m.mementoLinks(d.IRI, d.memento)...)
	return append(list, respond.Link{Rel: "collection", Href: m.Mapper.ServiceURI(m.FeedPath)})
}
