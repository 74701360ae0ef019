package page

import (
	"html/template"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
	"golang.org/x/text/message"

	"vitrine/server/wording"
)

// speaker has the functions of the templates for one language.
type speaker struct {
	pages   *Pages
	wording *wording.Wording
	// lang is the language as a tag, and carried what links to other pages have for it.
	lang, carried string
	// directions are those of languages, nil where none are kept.
	directions *directions
	names      display.Namer
	numbers    *message.Printer
}

// functions are those that templates use, themes' too; docs/pages.md lists them.
func (p *Pages) functions(w *wording.Wording, carried bool) template.FuncMap {
	s := &speaker{pages: p, directions: p.directions, wording: w, lang: w.Tag().String(), names: display.Languages(w.Tag()), numbers: message.NewPrinter(w.Tag())}
	if carried {
		s.carried = s.lang
	}
	return template.FuncMap{
		"say":       w.Text,
		"lang":      func() string { return s.lang },
		"dir":       func() string { return s.directions.of(s.lang) },
		"carried":   func() string { return s.carried },
		"asset":     p.address,
		"part":      s.part,
		"phrase":    s.phrase,
		"text":      s.text,
		"words":     s.words,
		"number":    s.number,
		"link":      s.link,
		"address":   address,
		"language":  s.language,
		"foreign":   s.foreign,
		"picture":   s.picture,
		"pictured":  pictured,
		"mediatype": mediaType,
		"command":   command,
		"deeper":    deeper,
	}
}

// number is a number in the language.
func (s *speaker) number(n uint64) string { return s.numbers.Sprint(n) }

// language is the name of a language in words; the tag where nobody knows it, or where
// it is the language of the page.
func (s *speaker) language(tag string) string {
	parsed, err := language.Parse(tag)
	if err != nil || s.names == nil {
		return tag
	}
	if name := s.names.Name(parsed); name != "" {
		return name
	}
	return tag
}

// foreign returns the attributes lang and dir of an element with a text in a language.
func (s *speaker) foreign(lang, text string) template.HTMLAttr {
	switch {
	case lang != "" && !strings.EqualFold(lang, s.lang):
		dir := s.directions.of(lang)
		return template.HTMLAttr(` lang="` + template.HTMLEscapeString(lang) + `" dir="` + dir + `"`)
	case lang == "" && (runsLeft(text) || s.directions.of(s.lang) == "rtl"):
		return ` dir="auto"`
	}
	return ""
}

// link returns an address of a page as the link of a page has it: empty where nothing
// may be followed, and with the parameter lang where links carry the language on.
func (s *speaker) link(href string) string {
	href = address(href)
	if s.carried == "" || !strings.HasPrefix(href, "/") || strings.HasPrefix(href, "//") {
		return href
	}
	target, fragment, _ := strings.Cut(href, "#")
	joint := "?"
	if _, query, ok := strings.Cut(target, "?"); ok {
		if strings.HasPrefix(query, "lang=") || strings.Contains(query, "&lang=") {
			return href
		}
		joint = "&"
	}
	target += joint + "lang=" + s.carried
	if fragment != "" {
		target += "#" + fragment
	}
	return target
}

// address returns an address that may be followed, and empty for all others: those of
// this host, and http, https and mailto.
func address(href string) string {
	scheme, _, ok := strings.Cut(href, ":")
	if !ok || strings.ContainsAny(scheme, "/?#") {
		if strings.ContainsAny(href, "\\\t\n\r") {
			return ""
		}
		return href
	}
	switch strings.ToLower(scheme) {
	case "http", "https", "mailto":
		return href
	}
	return ""
}

// mediaType writes a type attribute the way that Linked Art prints it, with the
// profile in double quotes, for readers that look for just that.
func mediaType(s string) template.HTMLAttr {
	if s == "" {
		return ""
	}
	quoted := template.HTMLEscapeString(s)
	if !strings.ContainsAny(s, "'<>&") {
		quoted = s
	}
	return template.HTMLAttr(" type='" + quoted + "'")
}

// command is the curl command that gets an address as a media type.
func command(mediaType, href string) string {
	if mediaType == "" {
		return "curl " + quote(href)
	}
	return "curl -H " + quote("Accept: "+mediaType) + " " + quote(href)
}

// quote returns a text as one word of a shell.
func quote(s string) string {
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// leveled is a section with the level of its heading.
type leveled struct {
	Section
	Level int
}

// Next is the level of the headings of the section's own sections.
func (l leveled) Next() int { return l.Level + 1 }

// deeper returns sections with the level of their headings, at most 6.
func deeper(level int, sections []Section) []leveled {
	out := make([]leveled, len(sections))
	for i, section := range sections {
		out[i] = leveled{section, min(level, 6)}
	}
	return out
}
