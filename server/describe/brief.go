package describe

import (
	"slices"
	"unicode/utf8"

	"vitrine/linkedart/reading"
)

// brief is what a page says of an entity that it only mentions: what a name, a card and
// the chain of wholes need. It is in no language, so that one serves all. It is never
// changed once it is made.
type brief struct {
	iri string
	// missing tells that the store has no such entity, unread that nobody has looked.
	missing, unread bool
	// names are its names, those that are preferred first; label is its _label, and
	// identifier its first identifier.
	names             []briefName
	label, identifier string
	classes           []string
	// equivalents are what it is elsewhere.
	equivalents []string
	kinds       []ref
	// language is the tag of the language that it is, "" where it is none.
	language string
	// date tells of its time: that of its production, its life, its formation.
	date dates
	// makers are those who made it.
	makers []ref
	// wholes are those that it is part of, or of a concept the broader ones.
	wholes []ref
	image  image
	// geometry is where a place is, as Well-Known Text: its middle where that is long.
	geometry string
}

// briefName is a name in a list.
type briefName struct {
	text string
	// tag is the language as a tag, or language the concept that may tell the tag.
	tag, language string
	preferred     bool
}

// ref is an entity as a record refers to it.
type ref struct{ iri, label, class string }

// newBrief reads a record.
func newBrief(root reading.Node) *brief {
	b := &brief{iri: root.IRI(), label: clip(root.Label(), maxBriefName), classes: root.Classes()}
	for i, n := range root.Names() {
		if i == maxBriefNames {
			break
		}
		tag, concept := languageOf(n)
		b.names = append(b.names, briefName{clip(n.Content, maxBriefName), tag, concept, isPreferred(n)})
	}
	if ids := root.Identifiers(); len(ids) > 0 {
		b.identifier = clip(ids[0].Content, maxBriefName)
	}
	for i, n := range root.Nodes(reading.Equivalent) {
		if i == maxBriefRefs {
			break
		}
		b.equivalents = append(b.equivalents, n.IRI())
	}
	b.kinds = refsOf(slices.DeleteFunc(root.Kinds(), saysElse))
	b.language = root.LanguageTag()
	b.date = datesOf(root)
	b.makers = refsOf(makersOf(root))
	b.wholes = refsOf(root.Wholes())
	b.image = imageOf(root)
	b.geometry = geometryOf(root)
	return b
}

// isPreferred tells whether a name is the one to use.
func isPreferred(n reading.Name) bool {
	return n.Node.IsClassified(reading.PrimaryName)
}

// refsOf are references to the first of the nodes that have a name.
func refsOf(nodes []reading.Node) []ref {
	var out []ref
	for _, node := range nodes {
		if iri := node.IRI(); iri != "" && len(out) < maxBriefRefs {
			out = append(out, refOf(node))
		}
	}
	return out
}

func refOf(node reading.Node) ref {
	class := ""
	if classes := node.Classes(); len(classes) > 0 {
		class = classes[0]
	}
	return ref{node.IRI(), clip(node.Label(), maxBriefName), class}
}

// size is about what the brief takes in memory, in bytes.
func (b *brief) size() int {
	n := 512 + b.date.size() + len(b.iri) + len(b.label) + len(b.identifier) + b.image.size() + len(b.geometry)
	for _, name := range b.names {
		n += 72 + len(name.text) + len(name.language)
	}
	for _, iri := range b.equivalents {
		n += 16 + len(iri)
	}
	for _, list := range [][]ref{b.kinds, b.makers, b.wholes} {
		for _, r := range list {
			n += 48 + len(r.iri) + len(r.label)
		}
	}
	return n
}

// clip cuts a text after so many characters, and says so with an ellipsis.
func clip(s string, limit int) string {
	if len(s) <= limit || utf8.RuneCountInString(s) <= limit {
		return s
	}
	count := 0
	for i := range s {
		if count++; count == limit {
			return s[:i] + "…"
		}
	}
	return s
}
