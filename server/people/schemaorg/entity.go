package schemaorg

import (
	"cmp"
	"encoding/json"
	"strings"

	"vitrine/linkedart/reading"
	"vitrine/server/people/html"
)

// Subject is an entity to describe.
type Subject struct {
	// Node is the entity in its record.
	Node reading.Node
	// Page is what its page shows, in the language of the page.
	Page *html.Record
	// URL is the full address of the page, and Description what it shows; see Description.
	URL, Description string
	// Origin begins the full addresses of pictures that the page has as paths.
	Origin string
}

// absolute is an address of the page in full.
func (s Subject) absolute(address string) string {
	if strings.HasPrefix(address, "/") {
		return s.Origin + address
	}
	return address
}

// Entity describes the entity of a record, as JSON-LD for a script element. What is of no
// class that the package knows is a Thing.
func Entity(s Subject) json.RawMessage {
	d := describer{s: s, named: namedOn(s.Page)}
	kind := typeOf(s.Node)
	url := link(s.URL)
	var page object
	if kind == "Collection" { // the page is about it
		page = typed("CollectionPage")
		page.add("name", cut(s.Page.Name.Text))
		page.add("description", s.Description)
		page.add("url", url)
		url = ""
	}
	t := typed(specificType(s.Node, kind))
	d.common(t, url)
	for _, row := range rows[kind] {
		var nodes []reading.Node
		for _, p := range row.paths {
			nodes = append(nodes, p.nodes(s.Node)...)
		}
		t.add(row.name, row.value(&d, nodes))
	}
	if page != nil {
		page.add("mainEntity", t)
		return write(page)
	}
	return write(t)
}

type describer struct {
	s Subject
	// named are the other entities that the page has names for.
	named []*html.Part
}

// common adds what every Thing may have.
func (d *describer) common(t object, url string) {
	p := d.s.Page
	name := cut(p.Name.Text)
	var others []string
	for _, other := range p.OtherNames[:min(len(p.OtherNames), maxValues)] {
		if other := cut(other.Value.Text); other != "" && other != name {
			others = append(others, other)
		}
	}
	var images, identifiers []object
	for _, picture := range p.Pictures[:min(len(p.Pictures), maxValues)] {
		if image := d.imageOf(picture); image != nil {
			images = append(images, image)
		}
	}
	for _, identifier := range p.Identifiers[:min(len(p.Identifiers), maxValues)] {
		value := typed("PropertyValue")
		value.add("name", cut(identifier.Kind.Plain()))
		value["value"] = cut(identifier.Value.Text)
		identifiers = append(identifiers, value)
	}
	t.add("@id", link(p.IRI))
	t.add("name", name)
	t.add("alternateName", others)
	t.add("description", d.s.Description)
	t.add("disambiguatingDescription", disambiguation(p))
	t.add("url", url)
	t.add("image", images)
	t.add("identifier", identifiers)
	t.add("sameAs", links(d.s.Node.Nodes(reading.Equivalent)))
	t.add("additionalType", links(d.s.Node.Kinds()))
}

// imageOf describes a picture by its address; nil for one that has none.
func (d *describer) imageOf(p html.Picture) object {
	address := cmp.Or(link(d.s.absolute(p.Full)), link(d.s.absolute(p.Src)))
	if address == "" {
		return nil
	}
	credit, licence := "", ""
	for _, rights := range p.Rights {
		if credit == "" {
			credit = cut(rights.Plain())
		}
		for _, part := range rights {
			if licence == "" {
				licence = link(part.Href)
			}
		}
	}
	t := typed("ImageObject")
	t.add("creditText", credit)
	t.add("license", licence)
	t.add("contentUrl", []string{address})
	t.add("acquireLicensePage", link(d.s.URL))
	t.add("caption", cut(p.Alt.Text))
	return t
}
