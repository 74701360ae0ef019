package page

import (
	"html/template"
	"strconv"
	"strings"
)

// part writes a part: a link, a date or a text, with the language where it is foreign.
func (s *speaker) part(p Part) template.HTML {
	var b strings.Builder
	s.writePart(&b, p)
	return template.HTML(b.String())
}

// text writes a part that leads nowhere, for the inside of a link.
func (s *speaker) text(p Part) template.HTML {
	p.Href, p.Missing = "", false
	return s.part(p)
}

// phrase writes parts one after the other.
func (s *speaker) phrase(parts Phrase) template.HTML {
	var b strings.Builder
	for _, p := range parts {
		s.writePart(&b, p)
	}
	return template.HTML(b.String())
}

func (s *speaker) writePart(b *strings.Builder, p Part) {
	text := p.Text
	if text == "" {
		text = p.IRI
	}
	if text == "" {
		return
	}
	attributes := string(s.foreign(p.Lang, text))
	if p.Title != "" {
		attributes += ` title="` + template.HTMLEscapeString(p.Title) + `"`
	}
	href := ""
	if !p.Missing {
		href = s.link(p.Href)
	}
	if href != "" {
		writeAll(b, `<a href="`, template.HTMLEscapeString(href), `"`)
		if p.External {
			b.WriteString(` class="external" rel="external noopener"`)
		}
		writeAll(b, attributes, ">")
		attributes = ""
	}
	end := ""
	switch {
	case p.Datetime != "":
		writeAll(b, `<time datetime="`, template.HTMLEscapeString(p.Datetime), `"`, attributes, ">")
		end = "</time>"
	case p.Missing:
		writeAll(b, `<span class="missing"`, attributes, ">")
		end = "</span>"
	case attributes != "":
		writeAll(b, "<span", attributes, ">")
		end = "</span>"
	}
	writeAll(b, template.HTMLEscapeString(text), end)
	if href != "" {
		b.WriteString("</a>")
	}
	if p.Missing {
		b.WriteString(` <small class="note">(` + template.HTMLEscapeString(s.wording.Text("no record here")) + `)</small>`)
	}
}

func writeAll(b *strings.Builder, markup ...string) {
	for _, m := range markup {
		b.WriteString(m)
	}
}

// words writes a phrase that leads nowhere.
func (s *speaker) words(parts Phrase) template.HTML {
	var b strings.Builder
	for _, p := range parts {
		p.Href, p.Missing = "", false
		s.writePart(&b, p)
	}
	return template.HTML(b.String())
}

// picture writes a picture with room reserved for it; alone tells that no text beside
// it says what is to be seen. It is empty where the address may not be loaded.
func (s *speaker) picture(p *Picture, alone bool) template.HTML {
	if p == nil || !loadable(p.Src) {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<img src="` + template.HTMLEscapeString(p.Src) + `"`)
	if p.Srcset != "" && loadableSet(p.Srcset) {
		b.WriteString(` srcset="` + template.HTMLEscapeString(p.Srcset) + `"`)
		if p.Sizes != "" {
			b.WriteString(` sizes="` + template.HTMLEscapeString(p.Sizes) + `"`)
		}
	}
	alt := ""
	if alone {
		alt = p.Alt.Text
		b.WriteString(string(s.foreign(p.Alt.Lang, alt)))
	}
	b.WriteString(` alt="` + template.HTMLEscapeString(alt) + `"`)
	if p.Width > 0 && p.Height > 0 {
		b.WriteString(` width="` + strconv.Itoa(p.Width) + `" height="` + strconv.Itoa(p.Height) + `"`)
	} else {
		b.WriteString(` class="unsized"`)
	}
	b.WriteString(` loading="lazy" decoding="async">`)
	return template.HTML(b.String())
}

// loadable tells whether a browser may load a picture from an address.
func loadable(src string) bool {
	return strings.HasPrefix(src, "https://") || strings.HasPrefix(src, "http://") ||
		strings.HasPrefix(src, "/") && !strings.HasPrefix(src, "//")
}

// loadableSet tells the same of all addresses of a srcset attribute.
func loadableSet(srcset string) bool {
	for _, candidate := range strings.Split(srcset, ", ") {
		if !loadable(strings.TrimSpace(candidate)) {
			return false
		}
	}
	return true
}

// pictured tells whether enough of the cards have pictures to be shown as pictures.
func pictured(cards []Card) bool {
	have := 0
	for _, card := range cards {
		if card.Picture != nil {
			have++
		}
	}
	return have > 0 && 2*have >= len(cards)
}
