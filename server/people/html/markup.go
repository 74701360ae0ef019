package html

import (
	"bytes"
	"cmp"
	"html/template"
)

// markup is a piece of HTML in one language that is being written: what templates would need
// many steps for. Methods that take a value escape it; add alone writes what it is given as
// it is, and is given nothing but constants of this package.
type markup struct {
	*localizer
	b bytes.Buffer
}

// write returns what a function writes.
func (s *localizer) write(of func(m *markup)) template.HTML {
	m := markup{localizer: s}
	of(&m)
	return template.HTML(m.b.String())
}

// add writes markup.
func (m *markup) add(markup ...string) {
	for _, s := range markup {
		m.b.WriteString(s)
	}
}

// text writes a text, escaped for the content of an element and for the value of an
// attribute in double quotes.
func (m *markup) text(s string) { m.b.WriteString(template.HTMLEscapeString(s)) }

// attribute writes an attribute with a space before it, nothing where the value is empty.
// The name is a constant.
func (m *markup) attribute(name, value string) {
	if value == "" {
		return
	}
	m.add(" ", name, `="`)
	m.text(value)
	m.add(`"`)
}

// langAttrs writes the attributes lang and dir of a text in a language, as far as it needs
// them.
func (m *markup) langAttrs(lang, text string) {
	lang, dir := m.langAttrsOf(lang, text)
	m.attribute("lang", lang)
	m.attribute("dir", dir)
}

// phrase writes parts one after the other.
func (m *markup) phrase(parts Phrase) {
	for i := range parts {
		m.part(&parts[i], true)
	}
}

// words writes a phrase that leads nowhere.
func (m *markup) words(parts Phrase) {
	for i := range parts {
		m.part(&parts[i], false)
	}
}

// part writes a part: a link where it may lead somewhere, a date or a text, with the
// language where it is foreign.
func (m *markup) part(p *Part, leads bool) {
	text := cmp.Or(p.Text, p.IRI)
	if text == "" {
		return
	}
	missing, href := p.Missing && leads, ""
	if leads && !missing {
		href = m.link(p.Href)
	}
	lang, dir := m.langAttrsOf(p.Lang, text)
	said := lang == "" && dir == "" && p.Title == ""
	attributes := func() {
		if !said {
			m.attribute("lang", lang)
			m.attribute("dir", dir)
			m.attribute("title", p.Title)
			said = true
		}
	}
	if href != "" {
		m.add(`<a href="`)
		m.text(href)
		m.add(`"`)
		if p.External {
			m.add(` class="external" rel="external noopener"`)
		}
		attributes()
		m.add(">")
	}
	end := ""
	switch {
	case p.Datetime != "":
		m.add("<time")
		m.attribute("datetime", p.Datetime)
		end = "</time>"
	case missing:
		m.add(`<span class="missing"`)
		end = "</span>"
	case !said:
		m.add("<span")
		end = "</span>"
	}
	if end != "" {
		attributes()
		m.add(">")
	}
	m.text(text)
	m.add(end)
	if href != "" {
		m.add("</a>")
	}
	if missing {
		m.add(` <small class="note">(`)
		m.text(m.wording.Text("no record here"))
		m.add(")</small>")
	}
}
