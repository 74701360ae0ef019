package describe

import (
	"vitrine/linkedart/reading"
	"vitrine/server/page"
	"vitrine/server/wording"
)

// typeOfWork classifies the classification that says what an entity is (Getty AAT).
const typeOfWork = "http://vocab.getty.edu/aat/300435443"

// term is a common concept in words, "" for one that is not among them.
func (e *editor) term(iri string) string {
	term, _ := e.words.Term(iri)
	return term
}

// ClassName is a class in words, those of its IRI where it has no others.
func ClassName(iri string, w *wording.Wording) string {
	if name := w.Class(reading.Class(iri)); name != "" {
		return name
	}
	return page.Words(iri)
}

// class is a class in words.
func (e *editor) class(iri string) string { return ClassName(iri, e.words) }

// kinds are what an entity is, in words: its classifications, or else its class.
func (e *editor) kinds(b *brief) []page.Part {
	var out []page.Part
	for _, k := range b.kinds {
		out = append(out, e.reference(k))
	}
	if len(out) == 0 {
		for _, class := range b.classes {
			return []page.Part{{Text: e.class(class)}}
		}
	}
	return out
}

// kindOf is the first kind of a node in words, "" where it has none.
func (e *editor) kindOf(n reading.Node) string {
	for _, kind := range n.Kinds() {
		return e.node(kind).Text
	}
	return ""
}
