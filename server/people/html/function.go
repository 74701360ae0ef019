package html

import (
	"html/template"
	"strconv"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
	"golang.org/x/text/message"

	"vitrine/server/people/i18n"
)

// localizer has the functions of the templates for one language.
type localizer struct {
	pages   *Pages
	wording *i18n.Wording
	// lang is the language as a tag, and carried what links to other pages have for it.
	lang, carried string
	// dir is the direction of the language.
	dir string
	// set are the templates of the language.
	set     *template.Template
	names   display.Namer
	numbers *message.Printer
}

// localizer returns what has the functions of the templates for a language.
func (p *Pages) localizer(w *i18n.Wording, carried bool) *localizer {
	s := &localizer{
		pages: p, wording: w, lang: w.Tag().String(),
		names: display.Languages(w.Tag()), numbers: message.NewPrinter(w.Tag()),
	}
	s.dir = direction(s.lang)
	if carried {
		s.carried = s.lang
	}
	return s
}

// functions are those that templates use, themes' too; docs/pages.md lists them.
func (s *localizer) functions() template.FuncMap {
	return template.FuncMap{
		"say":        s.wording.Text,
		"lang":       func() string { return s.lang },
		"dir":        func() string { return s.dir },
		"carried":    func() string { return s.carried },
		"asset":      s.pages.address,
		"part":       s.part,
		"phrase":     s.phrase,
		"text":       s.text,
		"words":      s.words,
		"number":     s.number,
		"link":       s.link,
		"address":    address,
		"language":   s.language,
		"foreign":    s.foreign,
		"picture":    s.picture,
		"pictured":   pictured,
		"mediatype":  s.mediaType,
		"command":    command,
		"headed":     s.headed,
		"nested":     nested,
		"shortened":  shortened,
		"structured": structured,
		"sheet":      func() template.HTML { return s.pages.sheet },
	}
}

// headed is a part as a heading of a level.
func (s *localizer) headed(level int, p Part) template.HTML {
	h := "h" + strconv.Itoa(level)
	return template.HTML("<"+h+">") + s.part(p) + template.HTML("</"+h+">")
}

// number is a number in the language.
func (s *localizer) number(n uint64) string { return s.numbers.Sprint(n) }

// language is the name of a language in words; the tag where it has no name, or where
// it is the language of the page.
func (s *localizer) language(tag string) string {
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
func (s *localizer) foreign(lang, text string) template.HTMLAttr {
	m := markup{localizer: s}
	m.langAttrs(lang, text)
	return template.HTMLAttr(m.b.String())
}

// langAttrsOf are the values of the attributes lang and dir of a text in a language, each
// empty where the text needs none.
func (s *localizer) langAttrsOf(lang, text string) (tag, dir string) {
	switch {
	case lang != "" && !strings.EqualFold(lang, s.lang):
		return lang, direction(lang)
	case lang == "" && (runsLeft(text) || s.dir == "rtl"):
		return "", "auto"
	}
	return "", ""
}

// link returns an address of a page as the link of a page has it: empty where nothing
// may be followed, and with the parameter lang where links carry the language on.
func (s *localizer) link(href string) string {
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
// this host, and http, https and mailto. One of this host has no characters that browsers
// leave out or take for slashes.
func address(href string) string {
	if i := strings.IndexAny(href, ":/?#"); i >= 0 && href[i] == ':' {
		switch strings.ToLower(href[:i]) {
		case "https", "http", "mailto":
			return href
		}
		return ""
	}
	if strings.ContainsAny(href, "\\\t\n\r") {
		return ""
	}
	return href
}

// mediaType is a type attribute the way that Linked Art prints it, with the profile in double
// quotes, for readers that look for just that; nothing where it is empty.
func (s *localizer) mediaType(t string) template.HTMLAttr {
	switch {
	case t == "":
		return ""
	case strings.ContainsAny(t, "'<>&"):
		return template.HTMLAttr(` type="` + template.HTMLEscapeString(t) + `"`)
	}
	return template.HTMLAttr(" type='" + t + "'")
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
