package schemaorg

import (
	"vitrine/linkedart/reading"
	"vitrine/server/page"
)

// maxNames bounds the names that are taken from a page.
const maxNames = 1000

// namesOn are the names that a page has for other entities, by their IRI.
func namesOn(p *page.Record) map[string]string {
	names := map[string]string{}
	add := func(parts ...page.Part) {
		for _, part := range parts {
			if part.IRI != "" && part.Text != "" && names[part.IRI] == "" && len(names) < maxNames {
				names[part.IRI] = part.Text
			}
		}
	}
	facts := func(all []page.Fact) {
		for _, fact := range all {
			for _, phrase := range fact.Values {
				add(phrase...)
			}
		}
	}
	add(p.Kinds...)
	add(p.Within...)
	facts(p.Facts)
	for _, section := range p.Sections {
		add(section.Title)
		facts(section.Facts)
	}
	return names
}

// name is what the page calls an entity, and otherwise what the record does.
func (d *describer) name(n reading.Node) string {
	if name := d.names[n.IRI()]; name != "" {
		return cut(name)
	}
	if names := n.Names(); len(names) > 0 {
		return cut(names[0].Content)
	}
	return cut(n.Label())
}

// reference names another entity; nil for one without a name, which tells nobody
// anything.
func (d *describer) reference(n reading.Node, kind string) *Thing {
	if n.IsZero() {
		return nil
	}
	name := d.name(n)
	if name == "" {
		return nil
	}
	return &Thing{Type: kind, ID: link(n.IRI()), Name: name}
}

// references are those of several entities, each once.
func (d *describer) references(nodes []reading.Node, kind func(reading.Node) string) []*Thing {
	var out []*Thing
	seen := map[string]bool{}
	for _, n := range nodes {
		if len(out) == maxValues {
			break
		}
		if iri := n.IRI(); iri != "" && seen[iri] {
			continue
		}
		if t := d.reference(n, kind(n)); t != nil {
			seen[n.IRI()] = true
			out = append(out, t)
		}
	}
	return out
}

func (d *describer) places(nodes []reading.Node) []*Thing {
	return d.references(nodes, always("Place"))
}

func (d *describer) agents(nodes []reading.Node) []*Thing { return d.references(nodes, agentType) }

func always(kind string) func(reading.Node) string {
	return func(reading.Node) string { return kind }
}

func agentType(n reading.Node) string {
	if n.Is(reading.ClassGroup) {
		return "Organization"
	}
	return "Person"
}

// anyType is the type of a thing that a work is about.
func anyType(n reading.Node) string {
	switch {
	case n.Is(reading.ClassPerson), n.Is(reading.ClassGroup):
		return agentType(n)
	case n.Is(reading.ClassPlace):
		return "Place"
	case isAny(n, reading.ClassPeriod, reading.ClassEvent, reading.ClassActivity):
		return "Event"
	case isAny(n, reading.ClassHumanMadeObject, reading.ClassLinguisticObject, reading.ClassVisualItem, reading.ClassPropositionalObject):
		return "CreativeWork"
	case n.Is(reading.ClassSet):
		return "Collection"
	case isAny(n, reading.ClassType, reading.ClassMaterial, reading.ClassLanguage, reading.ClassCurrency, reading.ClassMeasurementUnit):
		return "DefinedTerm"
	default:
		return "Thing"
	}
}

// texts are the names of entities, where schema.org wants a text.
func (d *describer) texts(nodes []reading.Node) []string {
	var out []string
	for _, n := range nodes {
		if name := d.name(n); name != "" && len(out) < maxValues {
			out = append(out, name)
		}
	}
	return out
}

func first(things []*Thing) *Thing {
	if len(things) == 0 {
		return nil
	}
	return things[0]
}
