package schemaorg

import (
	"vitrine/linkedart/reading"
	"vitrine/server/people/html"
)

// maxNames bounds the names that are taken from a page.
const maxNames = 1000

// namedOn are the other entities that a page has names for.
func namedOn(p *html.Record) []*html.Part {
	out := make([]*html.Part, 0, 32)
	add := func(parts []html.Part) {
		for i := range parts {
			if part := &parts[i]; part.IRI != "" && part.Text != "" && len(out) < maxNames {
				out = append(out, part)
			}
		}
	}
	facts := func(all []html.Fact) {
		for i := range all {
			for _, phrase := range all[i].Values {
				add(phrase)
			}
		}
	}
	add(p.Kinds)
	add(p.Within)
	for i := range p.Related {
		for j := range p.Related[i].Cards {
			add([]html.Part{p.Related[i].Cards[j].Name})
		}
	}
	facts(p.Facts)
	for i := range p.Sections {
		add([]html.Part{p.Sections[i].Title})
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

// references names other entities, each once, with the type that kind returns. One without a
// name is left out: it says nothing.
func references(kind func(reading.Node) string) value {
	return func(d *describer, nodes []reading.Node) any {
		var out []object
		seen := map[string]bool{}
		for _, n := range nodes {
			if len(out) == maxValues {
				break
			}
			iri, name := n.IRI(), d.name(n)
			if name == "" || iri != "" && seen[iri] {
				continue
			}
			seen[iri] = true
			r := typed(kind(n))
			r.add("@id", link(iri))
			r.add("name", name)
			out = append(out, r)
		}
		return out
	}
}

// all names other entities of a type, and one the first of them.
func all(kind string) value {
	return references(func(reading.Node) string { return kind })
}

func one(kind string) value {
	return func(d *describer, nodes []reading.Node) any {
		if found, _ := all(kind)(d, nodes).([]object); len(found) > 0 {
			return found[0]
		}
		return ""
	}
}

func agentType(n reading.Node) string {
	if n.Is(reading.ClassGroup) {
		return "Organization"
	}
	return "Person"
}
