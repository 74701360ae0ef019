package brief

import (
	"strings"

	"vitrine/linkedart/reading"
	"vitrine/server/people/html"
)

// best is the name of an entity for the reader, and its language. Preferred names come
// first: in the reader's language, then in none that is known. A name that is not
// preferred but in the reader's language goes before a preferred one in another.
func (e *Editor) best(names []briefName) (text, tag string) {
	rank := -1
	for _, n := range names {
		t := e.Tag(n.tag, n.language)
		if r := e.rank(n.preferred, t); r > rank && n.text != "" {
			rank, text, tag = r, n.text, t
		}
	}
	return text, tag
}

// rank says how well a name suits the reader, the best first from 5 down to 0.
func (e *Editor) rank(preferred bool, tag string) int {
	switch {
	case preferred && e.IsReaders(tag):
		return 5
	case preferred && tag == "":
		return 4
	case e.IsReaders(tag):
		return 3
	case preferred:
		return 2
	case tag == "":
		return 1
	default:
		return 0
	}
}

// Title is what an entity is called: a name, else its label, an identifier, or the last
// part of its URI.
func (e *Editor) Title(b *Brief) (text, tag string) {
	if text, tag := e.best(b.names); text != "" {
		return text, tag
	}
	for _, text := range []string{b.label, b.identifier} {
		if text != "" {
			return text, ""
		}
	}
	return LastPart(b.IRI), ""
}

// LastPart is the last part of a URI that says something: "Q185372" of
// http://www.wikidata.org/entity/Q185372.
func LastPart(iri string) string {
	trimmed := strings.TrimRight(iri, "/#")
	if last := trimmed[strings.LastIndexAny(trimmed, "/#")+1:]; last != "" {
		return last
	}
	return iri
}

// Name names the entity with the IRI, and leads to it.
func (e *Editor) Name(iri string) html.Part { return e.Reference(Ref{IRI: iri}) }

// Reference names an entity that a record refers to: by the entity's own record, or else
// as the record does. A concept whose name is in another language than the reader's goes by
// the word for the common concept that it is equivalent to.
func (e *Editor) Reference(r Ref) html.Part {
	b := e.Brief(r.IRI)
	part := html.Part{IRI: r.IRI}
	if b.Missing || b.Unread {
		part.Text = e.nameElsewhere(r)
		part.Href = e.Mapper.Follow(r.IRI)
		ours := strings.HasPrefix(r.IRI, e.Mapper.Base)
		part.Missing = b.Missing && ours
		part.External = part.Href != "" && !ours
		return part
	}
	text, tag := e.Title(b)
	if term := e.termOf(b); term != "" && tag != "" && !e.IsReaders(tag) {
		text, tag = term, ""
	}
	part.Text, part.Lang = text, e.Lang(tag)
	part.Href = e.Mapper.Href(b.IRI)
	return part
}

// termOf is the word of the pages for a concept that its record says is a common one; ""
// where there is none.
func (e *Editor) termOf(b *Brief) string {
	for _, same := range b.Equivalents {
		if term := e.term(same); term != "" {
			return term
		}
	}
	return ""
}

// nameElsewhere names an entity that has no record: as a common concept, by the label,
// or by the end of its URI.
func (e *Editor) nameElsewhere(r Ref) string {
	if term := e.term(r.IRI); term != "" {
		return term
	}
	if r.Label != "" {
		return r.Label
	}
	return LastPart(r.IRI)
}

// Node names what a node of the record is.
func (e *Editor) Node(n reading.Node) html.Part {
	if n.IRI() != "" {
		return e.Reference(RefOf(n))
	}
	text, tag := e.NodeName(n)
	return html.Part{Text: text, Lang: e.Lang(tag)}
}

// NodeName is what a part of a record is called, "" where it has no name.
func (e *Editor) NodeName(n reading.Node) (text, tag string) {
	var names []briefName
	for i, name := range append(n.Names(), n.Identifiers()...) {
		if i == MaxNames {
			break
		}
		tag, concept := LanguageOf(name)
		names = append(names, briefName{Clip(name.Content, MaxName), tag, concept, isPreferred(name)})
	}
	if text, tag := e.best(names); text != "" {
		return text, tag
	}
	return Clip(n.Label(), MaxName), ""
}

// Preference is that of the reader: the language of the page.
func (e *Editor) Preference() reading.Preference {
	return reading.Preference{
		Languages: []string{e.Words.Tag().String()},
		Resolve:   func(iri string) string { return e.Tag("", iri) },
	}
}
