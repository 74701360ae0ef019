package page

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strings"
	"unicode/utf8"
)

// framed is a page: a pointer to a type that a Frame is embedded in.
type framed interface{ frame() *Frame }

func (f *Frame) frame() *Frame { return f }

// head writes the elements of the head up to those of a theme.
func (m *markup) head(page framed) {
	f := page.frame()
	m.add(`<!DOCTYPE html>` + "\n<html")
	m.attribute("lang", m.lang)
	m.attribute("dir", m.dir)
	m.add(">\n<head>\n" + `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>`)
	m.text(f.Title)
	if f.Which != "" {
		m.add(" – ")
		m.text(f.Which)
	}
	if f.Title != f.Site {
		m.add(" – ")
		m.text(f.Site)
	}
	m.add(`</title>` + "\n")
	m.resource(`<link rel="icon" href="`, `">`, "icon.png", "icon.svg")
	m.resource(`<link rel="stylesheet" href="`, `">`, "style.css")
	if f.Map {
		m.resource(`<link rel="stylesheet" href="`, `">`, "map.css")
	}
	if f.Editor {
		m.resource(`<link rel="stylesheet" href="`, `">`, "query.css")
	}
	m.resource(`<link rel="stylesheet" href="`, `">`, "theme.css")
	m.resource(`<script src="`, `" defer></script>`, "site.js")
	if f.Map {
		m.resource(`<script src="`, `" defer></script>`, "map.js")
	}
	if f.Editor {
		m.resource(`<script src="`, `" defer></script>`, "query.js")
	}
	m.links(f.Links)
	m.properties(f)
	m.structured(f.Head.Data)
}

// begin writes a page up to its subject.
func (m *markup) begin(page framed) {
	m.head(page)
	m.block("theme-head", page, func() {})
	m.add("</head>\n<body>\n" + `<a class="skip" href="#main">`)
	m.say("Skip to the content")
	m.add("</a>\n" + `<header class="site">`)
	m.block("site-header", page, func() { m.siteHeader(page) })
	m.add("</header>\n" + `<main id="main">` + "\n")
}

// end writes a page after its subject.
func (m *markup) end(page framed) {
	m.add("</main>\n" + `<footer class="site">`)
	m.block("site-footer", page, func() { m.siteFooter(page) })
	m.add("</footer>\n</body>\n</html>\n")
}

// siteHeader writes the name of the site, the search and where else to go.
func (m *markup) siteHeader(page framed) {
	f := page.frame()
	m.add("\n" + `<div class="brand"><a`)
	m.href(f.Home)
	m.add(">")
	if logo := m.pages.address("logo.svg", "logo.png", "logo.webp"); logo != "" {
		m.add("<img")
		m.attribute("src", logo)
		m.add(` alt="">`)
	}
	m.add("<span>")
	m.text(f.Site)
	m.add("</span></a></div>\n")
	if f.Search != nil {
		m.block("search", f.Search, func() { m.search(f.Search) })
	}
	m.block("languages", page, func() { m.languageLinks(page) })
	m.block("navigation", page, func() { m.mainLinks(page) })
}

// languageLinks writes links to the page in other languages.
func (m *markup) languageLinks(page framed) {
	if f := page.frame(); len(f.Languages) > 0 {
		m.add(`<nav class="languages" aria-label="`)
		m.say("Language")
		m.add(`"><ul>` + "\n")
		m.languages(f.Languages)
		m.add("</ul></nav>\n")
	}
}

// mainLinks writes links to the main pages.
func (m *markup) mainLinks(page framed) {
	if f := page.frame(); len(f.Navigation) > 0 {
		m.add(`<nav class="main-links" aria-label="`)
		m.say("Main pages")
		m.add(`"><details><summary>`)
		m.say("Collection")
		m.add("</summary>\n<ul>\n")
		m.navigation(f.Navigation)
		m.add("</ul></details></nav>\n")
	}
}

// siteFooter writes the end of every page.
func (m *markup) siteFooter(page framed) {
	f := page.frame()
	m.add("\n" + `<p class="brand"><a`)
	m.href(f.Home)
	m.add(">")
	m.text(f.Site)
	m.add("</a></p>\n")
	if len(f.Footer) > 0 {
		m.add("<ul>\n")
		m.navigation(f.Footer)
		m.add("</ul>\n")
	}
}

// resource writes an element for the asset with one of the names, nothing where there is
// none. What stands before and after its address is constant.
func (m *markup) resource(before, after string, names ...string) {
	if address := m.pages.address(names...); address != "" {
		m.add(before)
		m.text(address)
		m.add(after, "\n")
	}
}

// links writes the link elements of the head.
func (m *markup) links(links []Link) {
	for _, l := range links {
		m.add(`<link rel="`)
		m.text(l.Rel)
		m.add(`" href="`)
		m.text(address(l.Href))
		m.add(`"`)
		m.mediaType(l.Type)
		m.attribute("hreflang", l.Lang)
		m.attribute("title", l.Title)
		m.add(">\n")
	}
}

// structured writes what programs read of the subject of the page, as JSON-LD. Nothing in
// it can end the element: characters that mean something in HTML are escaped as in JSON.
func (m *markup) structured(data json.RawMessage) {
	if len(data) == 0 || !json.Valid(data) {
		return
	}
	m.add(`<script type="application/ld+json">`)
	if bytes.ContainsAny(data, "<>&") {
		json.HTMLEscape(&m.b, data)
	} else {
		m.b.Write(data)
	}
	m.add("</script>\n")
}

// properties writes the elements of the head that say what a page is when it is shared.
func (m *markup) properties(f *Frame) {
	h := &f.Head
	m.meta("name", "description", shortened(h.Description))
	if h.Kind == "" {
		return
	}
	m.meta("property", "og:type", h.Kind)
	m.add(`<meta property="og:title" content="`)
	m.text(f.Title)
	m.add(`">` + "\n" + `<meta property="og:site_name" content="`)
	m.text(f.Site)
	m.add(`">` + "\n")
	m.meta("property", "og:description", shortened(h.Description))
	m.meta("property", "og:url", h.URL)
	m.meta("property", "og:image", h.Image)
	if h.Image != "" {
		m.meta("property", "og:image:alt", h.ImageAlt)
	}
	m.meta("property", "og:locale", h.Locale)
	for _, l := range h.OtherLocales {
		m.meta("property", "og:locale:alternate", l)
	}
}

// maxDescription is how many characters of a description the head has: about what search
// engines show of it.
const maxDescription = 160

// shortened cuts a description to maxDescription characters, at the end of a word where one
// ends in its second half.
func shortened(text string) string {
	if utf8.RuneCountInString(text) <= maxDescription {
		return text
	}
	runes := []rune(text)[:maxDescription-1]
	cut := string(runes)
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)/2 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,;:.") + "…"
}

// meta writes an element with a value, nothing where the value is empty. The attribute and
// the name are constants.
func (m *markup) meta(attribute, name, content string) {
	if content != "" {
		m.add("<meta ", attribute, `="`, name, `"`)
		m.attribute("content", content)
		m.add(">\n")
	}
}

// navigation writes the items of the list of main pages.
func (m *markup) navigation(links []Link) {
	for _, l := range links {
		m.add("<li><a")
		m.href(l.Href)
		m.attribute("rel", l.Rel)
		m.add(">")
		m.text(l.Title)
		m.add("</a></li>\n")
	}
}

// languages writes the items of the list of languages that the page can be had in.
func (m *markup) languages(languages []Language) {
	for _, l := range languages {
		m.add("<li><a")
		m.attribute("href", address(l.Href))
		m.attribute("hreflang", l.Tag)
		m.attribute("lang", l.Tag)
		if l.Current {
			m.add(` aria-current="true"`)
		}
		m.add("><abbr")
		m.attribute("title", l.Name)
		m.add(">")
		m.text(l.Tag)
		m.add("</abbr></a></li>\n")
	}
}

// search writes the form in the header.
func (m *markup) search(f *Search) {
	m.add(`<form class="search" role="search" method="get"`)
	m.attribute("action", address(f.Action))
	m.attribute("data-suggest", f.Suggest)
	m.add(">\n" + `<label for="q" class="unseen">`)
	m.say("Search the collection")
	m.add("</label>\n" + `<input id="q" name="q" type="search" value="`)
	m.text(f.Text)
	m.add(`" placeholder="`)
	m.say("Search the collection")
	m.add(`" autocomplete="off">` + "\n")
	for _, filter := range f.Filters {
		m.hidden(filter)
	}
	if m.carried != "" {
		m.hidden(Filter{Name: "lang", Value: m.carried})
	}
	m.add(`<button type="submit">`)
	m.say("Search")
	m.add("</button>\n")
	if f.Only != "" {
		m.add(`<p class="only">`)
		m.say("Only %s.", f.Only)
		m.add(" <a")
		m.href(f.Action + "?q=" + url.QueryEscape(f.Text))
		m.add(">")
		m.say("Search everything")
		m.add("</a></p>\n")
	}
	m.add("</form>\n")
}

// hidden writes a parameter of a form that nobody sees.
func (m *markup) hidden(f Filter) {
	m.add(`<input type="hidden"`)
	m.attribute("name", f.Name)
	m.add(` value="`)
	m.text(f.Value)
	m.add(`">` + "\n")
}
