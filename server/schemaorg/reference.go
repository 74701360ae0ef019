package schemaorg

import (
	"vitrine/linkedart/reading"
	"vitrine/server/page"
)

// maxNames bounds the names that are taken from a page.
const maxNames = 1000

// namedOn are the other entities that a page has names for.
func namedOn(p *page.Record) []*page.Part {
	out := make([]*page.Part, 0, 32)
	add := func(parts []page.Part) {
		for i := range parts {
			if part := &parts[i]; part.IRI != "" && part.Text != "" && len(out) < maxNames {
				out = append(out, part)
			}
		}
	}
	facts := func(all []page.Fact) {
		for i := range all {
			for _, phrase := range all[i].Values {
				add(phrase)
			}
		}
	}
	add(p.Kinds)
	add(p.Within)
	facts(p.Facts)
	for i := range p.Sections {
		add([]page.Part{p.Sections[i].Title})
		facts(p.Sections[i].Facts)
	}
	return out
}

// name is what the page calls an entity, and otherwise what the record does.
func (d *describer) name(n reading.Node) string {
	if iri := n.IRI(); iri != "" {
		for _, part := range d.named {
			if part.IRI == iri {
				return cut(part.Text)
			}
		}
	}
	if names := n.Names(); len(names) > 0 {
		return cut(names[0].Content)
	}
	return cut(n.Label())
}

// reference names another entity; the zero Reference stands for one without a name, which
// tells nobody anything.
func (d *describer) reference(n reading.Node, kind string) Reference {
	if n.IsZero() {
		return Reference{}
	}
	name := d.name(n)
	if name == "" {
		return Reference{}
	}
	return Reference{kind, link(n.IRI()), name}
}

// references are those of several entities, each once.
func (d *describer) references(nodes []reading.Node, kind func(reading.Node) string) []Reference {
	var out []Reference
	seen := map[string]bool{}
	for _, n := range nodes {
		if len(out) == maxValues {
			break
		}
		if iri := n.IRI(); iri != "" && seen[iri] {
			continue
		}
		if r := d.reference(n, kind(n)); r != (Reference{}) {
			seen[n.IRI()] = true
			out = append(out, r)
		}
	}
	return out
}

func (d *describer) places(nodes []reading.Node) []Reference {
	return d.references(nodes, always("Place"))
}

func (d *describer) agents(nodes []reading.Node) []Reference { return d.references(nodes, agentType) }

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

func first(references []Reference) Reference {
	if len(references) == 0 {
		return Reference{}
	}
	return references[0]
}
