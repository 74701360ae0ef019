package describe

import (
	"strings"

	"vitrine/linkedart/reading"
)

// languageOf is the language that a text is in: its tag, or the concept whose record may
// tell. Both are empty where the record says nothing.
func languageOf(n reading.Name) (tag, concept string) {
	for _, l := range n.Languages {
		if tag := l.LanguageTag(); tag != "" {
			return tag, ""
		}
		if concept == "" {
			concept = l.IRI()
		}
	}
	return "", concept
}

// tag is the language of a text as a tag, asking the record of the concept where that is
// needed.
func (e *editor) tag(tag, concept string) string {
	if tag == "" && concept != "" {
		return e.brief(concept).language
	}
	return tag
}

// textTag is the language of a text as a tag.
func (e *editor) textTag(n reading.Name) string {
	if n.Tag != "" {
		return n.Tag
	}
	return e.tag(languageOf(n))
}

// lang is the attribute of a text in the language: "" where that is the page's, or not
// known.
func (e *editor) lang(tag string) string {
	if tag == "" || tag == e.words.Tag().String() {
		return ""
	}
	return tag
}

// isReaders tells whether a tag is of the reader's language, whatever the region.
func (e *editor) isReaders(tag string) bool {
	base, _ := e.words.Tag().Base()
	return tag != "" && (tag == base.String() || strings.HasPrefix(tag, base.String()+"-"))
}
