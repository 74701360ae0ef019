package schemaorg

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"vitrine/linkedart/reading"
	"vitrine/server/people/html"
)

// The classifications of statements that schema.org has a place for (Getty AAT).
const (
	descriptionType = "http://vocab.getty.edu/aat/300435416"
	creditLineType  = "http://vocab.getty.edu/aat/300435418"
)

// Description says what a page shows, for the head of the page: its summary and the
// description in the record, as far as there is room for them.
func Description(p *html.Record) string {
	parts := []string{p.Summary.Plain()}
	if s := statement(p, descriptionType); s != "" {
		parts = append(parts, s)
	}
	return cut(strings.TrimSpace(strings.Join(parts, " ")))
}

// disambiguation says what tells the entity from others of its name: its kinds and dates.
func disambiguation(p *html.Record) string {
	var parts []string
	for _, kind := range p.Kinds[:min(len(p.Kinds), maxValues)] {
		parts = append(parts, kind.Text)
	}
	if dates := p.Dates.Plain(); dates != "" {
		parts = append(parts, dates)
	}
	return cut(strings.Join(parts, ", "))
}

// statement is the first paragraph of the first statement that is classified as the type.
func statement(p *html.Record, kind string) string {
	for _, s := range p.Statements {
		if s.Kind.IRI == kind && len(s.Paragraphs) > 0 {
			return cut(s.Paragraphs[0])
		}
	}
	return ""
}

// cut shortens a text to maxText characters, at the end of a word where there is one, and
// makes valid UTF-8 of it.
func cut(s string) string {
	if len(s) <= maxText {
		return strings.ToValidUTF8(s, "\uFFFD")
	}
	end := maxText - len("…")
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	s = s[:end]
	if i := strings.LastIndexByte(s, ' '); i > maxText/2 {
		s = s[:i]
	}
	return strings.ToValidUTF8(s, "\uFFFD") + "…"
}

// link returns a URL that a program may follow, "" for one that is none: only http and
// https, and nothing that is too long.
func link(s string) string {
	if len(s) > maxURL {
		return ""
	}
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return s
}

func links(nodes []reading.Node) []string {
	var out []string
	for _, n := range nodes {
		if s := link(n.IRI()); s != "" && len(out) < maxValues {
			out = append(out, s)
		}
	}
	return out
}
