package reading

import (
	_ "embed"
	"strings"
	"sync"

	"golang.org/x/text/language"
)

// languages.tsv has a language tag (BCP 47) and the URI of a concept on each line: the
// languages of Getty's AAT that Linked Art names, and some of Wikidata.
//
//go:embed languages.tsv
var languagesFile string

// languageTags are the tags by URI. They are read once and never change.
var languageTags = sync.OnceValue(func() map[string]string {
	tags := map[string]string{}
	for line := range strings.Lines(languagesFile) {
		if tag, uri, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok && tag != "tag" {
			tags[uri] = tag
		}
	}
	return tags
})

// languagePrefixes are what URIs begin with that end in the code of a language.
var languagePrefixes = []string{
	"http://id.loc.gov/vocabulary/iso639-1/", "http://id.loc.gov/vocabulary/iso639-2/", "http://id.loc.gov/vocabulary/languages/",
	"http://lexvo.org/id/iso639-1/", "http://lexvo.org/id/iso639-3/",
	"http://publications.europa.eu/resource/authority/language/",
}

// maxTag is the number of bytes of the longest text that is read as a language tag.
const maxTag = 35

// LanguageTag is the tag (BCP 47) of the language whose concept has the URI, "" for an
// unknown one.
func LanguageTag(uri string) string {
	if rest, ok := strings.CutPrefix(uri, "https://"); ok {
		uri = "http://" + rest
	}
	if tag, ok := languageTags()[uri]; ok {
		return tag
	}
	for _, prefix := range languagePrefixes {
		if code, ok := strings.CutPrefix(uri, prefix); ok {
			return canonicalTag(code)
		}
	}
	return ""
}

// LanguageTag is the tag of the language that a node is the concept of, as far as the
// record tells: by its URI, by its notations, and by its equivalents; else "".
func (n Node) LanguageTag() string {
	if tag := LanguageTag(n.IRI()); tag != "" {
		return tag
	}
	for _, code := range n.Literals(Notation) {
		if tag := canonicalTag(code.String()); tag != "" {
			return tag
		}
	}
	for _, other := range n.Nodes(Equivalent) {
		if tag := LanguageTag(other.IRI()); tag != "" {
			return tag
		}
	}
	return ""
}

// canonicalTag is a tag as BCP 47 writes it, "nl" for "NLD"; "" for what is none.
func canonicalTag(code string) string {
	if len(code) > maxTag {
		return ""
	}
	tag, err := language.Parse(code)
	if err != nil || tag == language.Und {
		return ""
	}
	return tag.String()
}

// Language is the language that a text is in, as a tag: that of the literal, or that of
// the first language concept that has one. Where the record does not tell, resolve is
// asked for the tag of each concept by its IRI; it answers "" for what it does not know,
// and may be nil.
func (n Name) Language(resolve func(iri string) string) string {
	if n.Tag != "" {
		return canonicalTag(n.Tag)
	}
	for _, concept := range n.Languages {
		if tag := concept.LanguageTag(); tag != "" {
			return tag
		}
	}
	if resolve == nil {
		return ""
	}
	for _, concept := range n.Languages {
		if iri := concept.IRI(); iri != "" {
			if tag := resolve(iri); tag != "" {
				return tag
			}
		}
	}
	return ""
}
