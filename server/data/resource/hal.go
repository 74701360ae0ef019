package resource

import (
	"bytes"
	"net/url"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	ldcontext "vitrine/context"
	"vitrine/linkedart/links"
	"vitrine/serialize/jsonld"
	"vitrine/server/data/collection"
	"vitrine/server/web/address"
)

// The member _links of a record follows JSON Hypertext Application Language
// (draft-kelly-json-hal) as Linked Art uses it (https://linked.art/api/1.0/hal/).
// It is no RDF: a processor of JSON-LD drops it.

// halLink is a link object.
type halLink struct {
	name, href, mediaType string
	templated             bool
	// total is the number of results; negative where it is not known.
	total int64
}

// append appends the link object. All its texts are ASCII without control
// characters: URIs, media types and names of ours.
func (l halLink) append(b []byte) []byte {
	member := func(name, value string) {
		if value != "" {
			b = append(append(append(b, `,"`...), name...), `":`...)
			b, _ = jsontext.AppendQuote(b, value)
		}
	}
	start := len(b)
	member("name", l.name)
	member("href", l.href)
	member("type", l.mediaType)
	b[start] = '{'
	if l.templated {
		b = append(b, `,"templated":true`...)
	}
	if l.total >= 0 {
		b = strconv.AppendInt(append(b, `,"totalItems":`...), l.total, 10)
	}
	return append(b, '}')
}

// versions are the versions of the model and of the API, with their
// documentation, and where the links of Linked Art are described, as a template.
const versions = `"curies":[{"name":"la","href":"https://linked.art/api/rels/1/{rel}","templated":true}],` +
	`"la:modelVersion":{"name":"v1.0.0","href":"https://linked.art/model/1.0/"},` +
	`"la:apiVersion":{"name":"v1.0.0","href":"https://linked.art/api/1.0/"}`

// halBlock returns the value of _links for an entity.
func (m *Maker) halBlock(d *Resource, found []links.Found) []byte {
	b := make([]byte, 0, 2048+256*len(found))
	b = halLink{href: address.URI(d.IRI), total: -1}.append(append(b, `{"self":`...))
	b = append(append(b, ','), versions...)
	b = append(b, `,"alternate":[`...)
	separator := ""
	for _, o := range m.Offers.List {
		if ref := d.Refs[o.Index]; ref != "" && o != m.Offers.Record() && !o.Triples {
			b = append(b, separator...)
			b = halLink{href: m.Mapper.Absolute(ref), mediaType: o.FullType(), total: -1}.append(b)
			separator = ","
		}
	}
	b = halLink{href: m.Mapper.ServiceURI(m.FeedPath), total: -1}.append(append(b, `],"collection":`...))
	b = append(b, `,"version-history":`...)
	b = halLink{href: m.TimeMap(d.IRI), mediaType: "application/link-format", total: -1}.append(b)
	for _, f := range found {
		l := halLink{href: m.LinkList(f.Link, d.IRI).PageID(1), total: -1}
		if f.Exact {
			l.total = int64(f.Count)
		}
		b = append(append(append(b, `,"la:`...), f.Link.Name...), `":`...)
		b = l.append(b)
	}
	return append(b, '}')
}

// LinkList is the list of the results of a link.
func (m *Maker) LinkList(l *links.Link, iri string) collection.List {
	return collection.List{ID: m.Mapper.ServiceURI("links/"+l.Name) + "?of=" + url.QueryEscape(iri), Size: m.PageSize}
}

// splice puts the block into a record as its last member. The rest of the text
// stays as it is to the byte. A text that is no record, or whose context gives
// _links a meaning, stays without it.
func splice(compiler *ldcontext.Compiler, record, block []byte) []byte {
	text := bytes.TrimRight(record, " \t\r\n")
	if !bytes.HasSuffix(text, []byte("}")) || !jsonld.IsUnmapped(compiler, text, "_links") {
		return record
	}
	end := len(text) - 1
	out := make([]byte, 0, len(record)+len(block)+len(`,"_links":`))
	out = append(out, text[:end]...)
	if before := bytes.TrimRight(text[:end], " \t\r\n"); !bytes.HasSuffix(before, []byte("{")) {
		out = append(out, ',')
	}
	out = append(out, `"_links":`...)
	out = append(out, block...)
	return append(out, record[end:]...)
}
