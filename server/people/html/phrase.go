package html

import (
	"html/template"
	"strconv"
	"strings"
)

// part writes a part: a link, a date or a text, with the language where it is foreign.
func (s *localizer) part(p Part) template.HTML {
	return s.write(func(m *markup) { m.part(&p, true) })
}

// text writes a part that leads nowhere, for the inside of a link.
func (s *localizer) text(p Part) template.HTML {
	return s.write(func(m *markup) { m.part(&p, false) })
}

// phrase writes parts one after the other.
func (s *localizer) phrase(parts Phrase) template.HTML {
	return s.write(func(m *markup) { m.phrase(parts) })
}

// words writes a phrase that leads nowhere.
func (s *localizer) words(parts Phrase) template.HTML {
	return s.write(func(m *markup) { m.words(parts) })
}

// picture writes a picture with room reserved for it; alone tells that no text beside
// it says what is to be seen. It is empty where the address may not be loaded.
func (s *localizer) picture(p *Picture, alone bool) template.HTML {
	return s.write(func(m *markup) { m.picture(p, alone) })
}

// picture is the function picture.
func (m *markup) picture(p *Picture, alone bool) {
	if p == nil || !loadable(p.Src) {
		return
	}
	m.add("<img")
	m.attribute("src", p.Src)
	if p.Srcset != "" && loadableSet(p.Srcset) {
		m.attribute("srcset", p.Srcset)
		m.attribute("sizes", p.Sizes)
	}
	if loadable(p.File) {
		m.attribute("data-file", p.File)
	}
	m.attribute("data-failed", m.wording.Text("The picture could not be loaded."))
	alt := ""
	if alone {
		alt = p.Alt.Text
		m.langAttrs(p.Alt.Lang, alt)
	}
	m.add(` alt="`)
	m.text(alt)
	m.add(`"`)
	if p.Width > 0 && p.Height > 0 {
		m.attribute("width", strconv.Itoa(p.Width))
		m.attribute("height", strconv.Itoa(p.Height))
	} else {
		m.add(` class="unsized"`)
	}
	m.add(` loading="lazy" decoding="async">`)
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
