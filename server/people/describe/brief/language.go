package brief

import (
	"cmp"
	"strings"

	"vitrine/linkedart/reading"
)

// LanguageOf is the language that a text is in: its tag, or the concept whose record may
// tell. Both are empty where the record says nothing.
func LanguageOf(n reading.Name) (tag, concept string) {
	for _, l := range n.Languages {
		if tag := l.LanguageTag(); tag != "" {
			return tag, ""
		}
		concept = cmp.Or(concept, l.IRI())
	}
	return "", concept
}

// Tag is the language of a text as a tag, asking the record of the concept where that is
// needed.
func (e *Editor) Tag(tag, concept string) string {
	if tag == "" && concept != "" {
		return e.Brief(concept).language
	}
	return tag
}

// TextTag is the language of a text as a tag.
func (e *Editor) TextTag(n reading.Name) string {
	if n.Tag != "" {
		return n.Tag
	}
	return e.Tag(LanguageOf(n))
}

// Lang is the attribute of a text in the language: "" where that is the page's, or not
// known.
func (e *Editor) Lang(tag string) string {
	if tag == "" || tag == e.Words.Tag().String() {
		return ""
	}
	return tag
}

// IsReaders tells whether a tag is of the reader's language, whatever the region.
func (e *Editor) IsReaders(tag string) bool {
	base, _ := e.Words.Tag().Base()
	return tag != "" && (tag == base.String() || strings.HasPrefix(tag, base.String()+"-"))
}
