package page

import (
	"bytes"
	"html/template"
	"io"
	"strconv"

	"vitrine/server/wording"
)

// markup is HTML in one language that is being written. The blocks of records are written
// by its methods, since a template takes ten times as long for them; templates call them
// by functions. Methods that take a value escape it; add alone writes what it is given as
// it is, and is given nothing but constants of this package.
type markup struct {
	*speaker
	b bytes.Buffer
	// err is the first error of a theme's template.
	err error
}

// maxReused is the size of the largest buffer that is used again, in bytes.
const maxReused = 256 << 10

// write returns what a function writes.
func (s *speaker) write(of func(m *markup)) (template.HTML, error) {
	m := s.markup()
	defer s.reuse(m)
	of(m)
	return template.HTML(m.b.String()), m.err
}

// writeTo writes what a function writes.
func (s *speaker) writeTo(w io.Writer, of func(m *markup)) error {
	m := s.markup()
	defer s.reuse(m)
	if of(m); m.err != nil {
		return m.err
	}
	_, err := w.Write(m.b.Bytes())
	return err
}

// markup returns empty markup.
func (s *speaker) markup() *markup {
	m, ok := s.buffers.Get().(*markup)
	if !ok {
		m = &markup{}
	}
	m.speaker, m.err = s, nil
	return m
}

// reuse keeps the room of markup that is done.
func (s *speaker) reuse(m *markup) {
	if m.b.Cap() <= maxReused {
		m.b.Reset()
		s.buffers.Put(m)
	}
}

// add writes markup.
func (m *markup) add(markup ...string) {
	for _, s := range markup {
		m.b.WriteString(s)
	}
}

// say writes a text of the pages. Its arguments are escaped with it.
func (m *markup) say(key wording.Key, args ...any) { m.text(m.wording.Text(key, args...)) }

// text writes a text, escaped for the content of an element and for the value of an
// attribute in double quotes.
func (m *markup) text(s string) { m.b.Write(appendEscaped(m.b.AvailableBuffer(), s)) }

// escapes has a bit for each character that is escaped.
const escapes uint64 = 1<<'&' | 1<<'<' | 1<<'>' | 1<<'"' | 1<<'\'' | 1<<0

// appendEscaped appends a text, escaped as markup.text says.
func appendEscaped[T string | []byte](to []byte, s T) []byte {
	done := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c > '>' || escapes>>c&1 == 0 {
			continue // most characters
		}
		escape := ""
		switch c {
		case '&':
			escape = "&amp;"
		case '<':
			escape = "&lt;"
		case '>':
			escape = "&gt;"
		case '"':
			escape = "&#34;"
		case '\'':
			escape = "&#39;"
		case 0:
			escape = "\uFFFD"
		}
		to = append(append(to, s[done:i]...), escape...)
		done = i + 1
	}
	return append(to, s[done:]...)
}

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

// href writes the attribute that leads to an address, nothing where it may not be
// followed.
func (m *markup) href(href string) { m.attribute("href", m.link(href)) }

// count writes a number without separators.
func (m *markup) count(n uint64) { m.b.Write(strconv.AppendUint(m.b.AvailableBuffer(), n, 10)) }

// tongue writes the attributes lang and dir of a text in a language, as far as it needs
// them.
func (m *markup) tongue(lang, text string) {
	lang, dir := m.tongueOf(lang, text)
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
	text := p.Text
	if text == "" {
		text = p.IRI
	}
	if text == "" {
		return
	}
	missing, href := p.Missing && leads, ""
	if leads && !missing {
		href = m.link(p.Href)
	}
	lang, dir := m.tongueOf(p.Lang, text)
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
		m.say("no record here")
		m.add(")</small>")
	}
}

// block writes a block: as the theme has it, or by write.
func (m *markup) block(name string, data any, write func()) {
	if !m.pages.themed[name] {
		write()
		return
	}
	if err := m.set.ExecuteTemplate(&m.b, name, data); err != nil && m.err == nil {
		m.err = err
	}
}
