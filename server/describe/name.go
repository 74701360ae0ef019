package describe

import (
	"strings"

	"vitrine/linkedart/reading"
	"vitrine/server/page"
)

// best is the name of an entity for the reader, and its language. Preferred names come
// first: in the reader's language, then in none that is known. A name that is not
// preferred but in the reader's language goes before a preferred one in another.
func (e *editor) best(names []briefName) (text, tag string) {
	rank := -1
	for _, n := range names {
		t := e.tag(n.tag, n.language)
		if r := e.rank(n.preferred, t); r > rank && n.text != "" {
			rank, text, tag = r, n.text, t
		}
	}
	return text, tag
}

// rank says how well a name suits the reader, the best first from 5 down to 0.
func (e *editor) rank(preferred bool, tag string) int {
	switch {
	case preferred && e.isReaders(tag):
		return 5
	case preferred && tag == "":
		return 4
	case e.isReaders(tag):
		return 3
	case preferred:
		return 2
	case tag == "":
		return 1
	default:
		return 0
	}
}

// title is what an entity is called: a name, else its label, an identifier, or the last
// part of its URI.
func (e *editor) title(b *brief) (text, tag string) {
	if text, tag := e.best(b.names); text != "" {
		return text, tag
	}
	for _, text := range []string{b.label, b.identifier} {
		if text != "" {
			return text, ""
		}
	}
	return lastPart(b.iri), ""
}

// lastPart is the last part of a URI that says something: "Q185372" of
// http://www.wikidata.org/entity/Q185372.
func lastPart(iri string) string {
	trimmed := strings.TrimRight(iri, "/#")
	if last := trimmed[strings.LastIndexAny(trimmed, "/#")+1:]; last != "" {
		return last
	}
	return iri
}

// name names the entity with the IRI, and leads to it.
func (e *editor) name(iri string) page.Part { return e.reference(ref{iri: iri}) }

// reference names an entity that a record refers to: by the entity's own record, or else
// as the record does.
func (e *editor) reference(r ref) page.Part {
	b := e.brief(r.iri)
	part := page.Part{IRI: r.iri}
	if b.missing || b.unread {
		part.Text = e.nameElsewhere(r)
		part.Href = e.Mapper.Follow(r.iri)
		ours := strings.HasPrefix(r.iri, e.Mapper.Base)
		part.Missing = b.missing && ours
		part.External = part.Href != "" && !ours
		return part
	}
	text, tag := e.title(b)
	part.Text, part.Lang = text, e.lang(tag)
	part.Href = e.Mapper.Href(r.iri)
	return part
}

// nameElsewhere names an entity that has no record: as a common concept, by the label,
// or by the end of its URI.
func (e *editor) nameElsewhere(r ref) string {
	if term := e.term(r.iri); term != "" {
		return term
	}
	if r.label != "" {
		return r.label
	}
	return lastPart(r.iri)
}

// node names what a node of the record is.
func (e *editor) node(n reading.Node) page.Part {
	if n.IRI() != "" {
		return e.reference(refOf(n))
	}
	text, tag := e.nodeName(n)
	return page.Part{Text: text, Lang: e.lang(tag)}
}

// nodeName is what a part of a record is called, "" where it has no name.
func (e *editor) nodeName(n reading.Node) (text, tag string) {
	var names []briefName
	for i, name := range append(n.Names(), n.Identifiers()...) {
		if i == maxBriefNames {
			break
		}
		tag, concept := languageOf(name)
		names = append(names, briefName{clip(name.Content, maxName), tag, concept, isPreferred(name)})
	}
	if text, tag := e.best(names); text != "" {
		return text, tag
	}
	return clip(n.Label(), maxName), ""
}
