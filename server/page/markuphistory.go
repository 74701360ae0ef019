package page

import "html/template"

// owners writes those who had an object, in order, with the gaps.
func (s *speaker) owners(owners []Owner) template.HTML {
	return s.write(func(m *markup) {
		m.add(`<ol class="owners">` + "\n")
		for i := range owners {
			m.owner(&owners[i])
		}
		m.add("</ol>\n")
	})
}

func (m *markup) owner(o *Owner) {
	switch {
	case o.Gap:
		m.add(`<li class="gap"><p class="owner">`)
		m.say("Nobody is recorded")
	case o.Uncertain:
		m.add(`<li class="uncertain"><p class="owner">`)
		m.phrase(o.Name)
	default:
		m.add(`<li><p class="owner">`)
		m.phrase(o.Name)
	}
	m.add("</p>\n")
	if len(o.From) > 0 || len(o.Until) > 0 {
		m.add(`<p class="dates">`)
		m.phrase(o.From)
		if len(o.Until) > 0 {
			m.add(" – ")
			m.phrase(o.Until)
		}
		m.add("</p>\n")
	}
	m.paragraph("how", o.How)
	if o.Uncertain {
		m.add(`<p class="note">`)
		m.say("The succession is uncertain")
		m.add("</p>\n")
	}
	m.add("</li>\n")
}

// timeline writes what happened to an object, in order.
func (s *speaker) timeline(events []Event) template.HTML {
	return s.write(func(m *markup) {
		m.add(`<ol class="timeline">` + "\n")
		for i := range events {
			m.event(&events[i])
		}
		m.add("</ol>\n")
	})
}

func (m *markup) event(e *Event) {
	m.add("<li")
	if e.Status != "" {
		m.add(` class="unsure"`)
	}
	m.add(">\n" + `<p class="when">`)
	if len(e.Date) > 0 {
		m.phrase(e.Date)
	} else {
		m.say("Date unknown")
	}
	m.add("</p>\n" + `<div class="what"><p class="kind">`)
	m.part(&e.Kind, false)
	if e.Status != "" {
		m.add(` <span class="status">`)
		m.text(e.Status)
		m.add("</span>")
	}
	m.add("</p>\n")
	m.paragraph("account", e.Account)
	if len(e.Facts) > 0 {
		m.add("<details><summary>")
		m.say("Details")
		m.add(`</summary><dl class="facts">` + "\n")
		m.facts(e.Facts)
		m.add("</dl></details>\n")
	}
	if e.Link.Text != "" {
		m.add(`<p class="more">`)
		m.part(&e.Link, true)
		m.add("</p>\n")
	}
	m.add("</div></li>\n")
}
