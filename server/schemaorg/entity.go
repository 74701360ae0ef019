package schemaorg

import (
	"encoding/json"

	"vitrine/linkedart/reading"
	"vitrine/server/page"
)

// Subject is an entity to describe.
type Subject struct {
	// Node is the entity in its record.
	Node reading.Node
	// Page is what its page shows, in the language of the page.
	Page *page.Record
	// URL is the full address of the page, and Description what it shows; see Description.
	URL, Description string
}

// Entity describes the entity of a record, as JSON-LD for a script element.
func Entity(s Subject) json.RawMessage {
	d := describer{s: s, named: namedOn(s.Page)}
	t := d.entity()
	if t.Type == "Collection" {
		page := &Thing{Type: "CollectionPage", URL: t.URL, Name: t.Name, Description: t.Description, MainEntity: t}
		t.URL = ""
		return write(page)
	}
	return write(t)
}

type describer struct {
	s Subject
	// named are the other entities that the page has names for.
	named []*page.Part
}

// entity describes the entity by its class. What is of no class that the package knows is
// a Thing.
func (d *describer) entity() *Thing {
	n, t := d.s.Node, &Thing{Type: "Thing"}
	d.common(t)
	switch {
	case n.Is(reading.ClassPerson):
		d.person(t)
	case n.Is(reading.ClassGroup):
		d.group(t)
	case n.Is(reading.ClassPlace):
		d.place(t)
	case n.Is(reading.ClassDigitalObject):
		d.digital(t)
	case n.Is(reading.ClassHumanMadeObject):
		d.object(t)
	case n.Is(reading.ClassSet):
		t.Type = "Collection"
		d.work(t, n.Node(reading.CreatedBy))
	case isAny(n, reading.ClassLinguisticObject, reading.ClassVisualItem, reading.ClassPropositionalObject):
		t.Type = "CreativeWork"
		d.work(t, n.Node(reading.CreatedBy))
	case isAny(n, reading.ClassPeriod, reading.ClassEvent, reading.ClassActivity):
		d.event(t)
	case isAny(n, reading.ClassType, reading.ClassMaterial, reading.ClassLanguage, reading.ClassCurrency, reading.ClassMeasurementUnit):
		d.concept(t)
	}
	return t
}

// common fills in what every Thing may have.
func (d *describer) common(t *Thing) {
	p := d.s.Page
	t.ID, t.URL = link(p.IRI), link(d.s.URL)
	t.Name = cut(p.Name.Text)
	for _, other := range p.OtherNames[:min(len(p.OtherNames), maxValues)] {
		if name := cut(other.Value.Text); name != "" && name != t.Name {
			t.AlternateName = append(t.AlternateName, name)
		}
	}
	t.Description = d.s.Description
	t.DisambiguatingDescription = disambiguation(p)
	for _, picture := range p.Pictures[:min(len(p.Pictures), maxValues)] {
		if image := imageOf(picture); image != nil {
			t.Image = append(t.Image, image)
		}
	}
	for _, identifier := range p.Identifiers[:min(len(p.Identifiers), maxValues)] {
		t.Identifier = append(t.Identifier, PropertyValue{Name: cut(identifier.Kind.Plain()), Value: cut(identifier.Value.Text)})
	}
	t.SameAs = links(d.s.Node.Nodes(reading.Equivalent))
	t.AdditionalType = links(d.s.Node.Kinds())
}

func isAny(n reading.Node, classes ...reading.Class) bool {
	for _, class := range classes {
		if n.Is(class) {
			return true
		}
	}
	return false
}
