package describe

import (
	_ "embed"
	"strings"

	"golang.org/x/text/language"

	"vitrine/linkedart/reading"
)

// Languages by the URIs of their concepts. languages.tsv has a line for each: the tag
// (BCP 47) and the URI. Those of the Library of Congress and of Lexvo end in a code.
//
//go:embed languages.tsv
var languagesFile string

var languageTags = readLanguages(languagesFile)

// languagePrefixes are what URIs begin with that end in the code of a language.
var languagePrefixes = []string{
	"http://id.loc.gov/vocabulary/iso639-1/", "http://id.loc.gov/vocabulary/iso639-2/", "http://id.loc.gov/vocabulary/languages/",
	"http://lexvo.org/id/iso639-1/", "http://lexvo.org/id/iso639-3/",
	"http://publications.europa.eu/resource/authority/language/",
}

func readLanguages(text string) map[string]string {
	tags := map[string]string{}
	for line := range strings.Lines(text) {
		if tag, iri, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok && tag != "tag" {
			tags[iri] = tag
		}
	}
	return tags
}

// tagOf is the tag of the language with the URI, "" where it is not known.
func tagOf(iri string) string {
	iri = strings.Replace(iri, "https://", "http://", 1)
	if tag, ok := languageTags[iri]; ok {
		return tag
	}
	for _, prefix := range languagePrefixes {
		if code, ok := strings.CutPrefix(iri, prefix); ok {
			return canonicalTag(code)
		}
	}
	return ""
}

// canonicalTag is a tag as BCP 47 writes it, "nl" for "NLD"; "" for what is none.
func canonicalTag(code string) string {
	tag, err := language.Parse(code)
	if err != nil || tag == language.Und {
		return ""
	}
	return tag.String()
}

// languageOf is the language that a text is in: its tag, or the concept whose record may
// tell. Both are empty where the record says nothing.
func languageOf(n reading.Name) (tag, concept string) {
	for _, l := range n.Languages {
		if tag := languageTag(l); tag != "" {
			return tag, ""
		}
		if concept == "" {
			concept = l.IRI()
		}
	}
	return "", concept
}

// languageTag is the tag of a concept of a language: by its URI, by the codes that it is
// written with, and by its equivalents.
func languageTag(concept reading.Node) string {
	if tag := tagOf(concept.IRI()); tag != "" {
		return tag
	}
	for _, code := range concept.Literals(reading.Notation) {
		if tag := canonicalTag(code.String()); tag != "" {
			return tag
		}
	}
	for _, other := range concept.Nodes(reading.Equivalent) {
		if tag := tagOf(other.IRI()); tag != "" {
			return tag
		}
	}
	return ""
}

// tag is the language of a text as a tag, asking the record of the concept where that is
// needed.
func (e *editor) tag(tag, concept string) string {
	if tag == "" && concept != "" {
		return e.brief(concept).language
	}
	return tag
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
