package brief

import (
	"slices"

	"vitrine/linkedart/reading"
	"vitrine/server/people/svgmap"
)

// Brief is what a page says of an entity that it only mentions: what a name, a card and
// the chain of wholes need. It is in no language, so that one serves all. It is never
// changed once it is made.
type Brief struct {
	IRI string
	// Missing tells that the store has no such entity, Unread that it was not looked up.
	Missing, Unread bool
	// names are its names, those that are preferred first; label is its _label, and
	// identifier its first identifier.
	names             []briefName
	label, identifier string
	classes           []string
	// Equivalents are what it is elsewhere.
	Equivalents []string
	kinds       []Ref
	// language is the tag of the language that it is, "" where it is none.
	language string
	// Date is its time: that of its production, its life, its formation.
	Date Dates
	// makers are those who made it.
	makers []Ref
	// Wholes are those that it is part of, or of a concept the broader ones.
	Wholes []Ref
	Image  Image
	// Geometry is where a place is, as Well-Known Text: its middle where that is long.
	Geometry string
}

// briefName is a name in a list.
type briefName struct {
	text string
	// tag is the language as a tag, or language the concept that may tell the tag.
	tag, language string
	preferred     bool
}

// Ref is an entity as a record refers to it.
type Ref struct{ IRI, Label, Class string }

// Of reads a record; below the URI pictures are the pictures of the service's own.
func Of(root reading.Node, pictures string) *Brief {
	b := &Brief{IRI: root.IRI(), label: Clip(root.Label(), MaxListed), classes: root.Classes()}
	for i, n := range root.Names() {
		if i == MaxNames {
			break
		}
		tag, concept := LanguageOf(n)
		b.names = append(b.names, briefName{Clip(n.Content, MaxListed), tag, concept, isPreferred(n)})
	}
	if ids := root.Identifiers(); len(ids) > 0 {
		b.identifier = Clip(ids[0].Content, MaxListed)
	}
	for i, n := range root.Nodes(reading.Equivalent) {
		if i == MaxRefs {
			break
		}
		b.Equivalents = append(b.Equivalents, n.IRI())
	}
	b.kinds = refsOf(slices.DeleteFunc(root.Kinds(), saysElse))
	b.language = root.LanguageTag()
	b.Date = datesOf(root)
	b.makers = refsOf(makersOf(root))
	b.Wholes = refsOf(root.Wholes())
	b.Image = imageOf(root, pictures)
	b.Geometry = GeometryOf(root)
	return b
}

// isPreferred tells whether a name is the one to use.
func isPreferred(n reading.Name) bool {
	return n.Node.IsClassified(reading.PrimaryName)
}

// refsOf are references to the first of the nodes that have a name.
func refsOf(nodes []reading.Node) []Ref {
	var out []Ref
	for _, node := range nodes {
		if iri := node.IRI(); iri != "" && len(out) < MaxRefs {
			out = append(out, RefOf(node))
		}
	}
	return out
}

// RefOf is how a record refers to an entity.
func RefOf(node reading.Node) Ref {
	class := ""
	if classes := node.Classes(); len(classes) > 0 {
		class = classes[0]
	}
	return Ref{node.IRI(), Clip(node.Label(), MaxListed), class}
}

// size is about what the brief takes in memory, in bytes.
func (b *Brief) size() int {
	n := 512 + b.Date.size() + len(b.IRI) + len(b.label) + len(b.identifier) + b.Image.size() + len(b.Geometry)
	for _, name := range b.names {
		n += 72 + len(name.text) + len(name.language)
	}
	for _, iri := range b.Equivalents {
		n += 16 + len(iri)
	}
	for _, list := range [][]Ref{b.kinds, b.makers, b.Wholes} {
		for _, r := range list {
			n += 48 + len(r.IRI) + len(r.Label)
		}
	}
	return n
}

// GeometryOf is where a place is, "" for what is no place or does not say.
func GeometryOf(root reading.Node) string {
	if !root.Is(reading.ClassPlace) {
		return ""
	}
	geometries := root.Geometries()
	switch {
	case len(geometries) == 0:
		return ""
	case len(geometries[0]) > maxGeometry:
		return svgmap.Middle(geometries[0])
	}
	return geometries[0]
}
