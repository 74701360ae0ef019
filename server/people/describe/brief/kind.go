package brief

import (
	"vitrine/linkedart/reading"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
)

// typeOfWork classifies the classification that says what an entity is (Getty AAT).
const typeOfWork = "http://vocab.getty.edu/aat/300435443"

// term is a common concept in words, "" for one that is not among them.
func (e *Editor) term(iri string) string {
	term, _ := e.Words.Term(iri)
	return term
}

// ClassName is a class in words, those of its IRI where it has no others.
func ClassName(iri string, w *i18n.Wording) string {
	if name := w.Class(reading.Class(iri)); name != "" {
		return name
	}
	return html.Words(iri)
}

// Class is a class in words.
func (e *Editor) Class(iri string) string { return ClassName(iri, e.Words) }

// kinds are what an entity is, in words: its classifications, or else its class.
func (e *Editor) kinds(b *Brief) []html.Part {
	var out []html.Part
	for _, k := range b.kinds {
		out = append(out, e.Reference(k))
	}
	if len(out) == 0 {
		for _, class := range b.classes {
			return []html.Part{{Text: e.Class(class)}}
		}
	}
	return out
}

// KindOf is the first kind of a node in words, "" where it has none.
func (e *Editor) KindOf(n reading.Node) string {
	for _, kind := range n.Kinds() {
		return e.Node(kind).Text
	}
	return ""
}

// Property is a property in words.
func (e *Editor) Property(p reading.Property) string {
	if name := e.Words.Property(p); name != "" {
		return name
	}
	return html.Words(string(p))
}

// genders are the classifications that say the gender of a person without saying that
// they do (Getty AAT).
var genders = map[string]bool{
	"http://vocab.getty.edu/aat/300189559": true, // male
	"http://vocab.getty.edu/aat/300189557": true, // female
	"http://vocab.getty.edu/aat/300438646": true, // non-binary
}

// saysElse tells whether a classification says something else of an entity than what it
// is.
func saysElse(kind reading.Node) bool {
	for _, meta := range kind.Nodes(reading.ClassifiedAs) {
		if meta.IRI() != typeOfWork {
			return true
		}
	}
	return genders[kind.IRI()]
}

// About is what a classification says of an entity: "Nationality"; "" for one that says
// what it is.
func (e *Editor) About(kind reading.Node) string {
	for _, meta := range kind.Nodes(reading.ClassifiedAs) {
		if meta.IRI() != typeOfWork {
			return e.Node(meta).Text
		}
	}
	if genders[kind.IRI()] {
		return e.Words.Text("Gender")
	}
	return ""
}
