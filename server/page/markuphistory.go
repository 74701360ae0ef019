package page

// provenance writes the history of an object, nothing where there is none.
func (m *markup) provenance(p *Provenance) {
	if p == nil {
		return
	}
	m.add(`<section class="history" id="provenance">` + "\n<h2>")
	m.say("Provenance")
	m.add("</h2>\n")
	for i := range p.Written {
		m.statement(&p.Written[i], false)
	}
	if len(p.Owners) > 0 {
		m.add("<h3>")
		m.say("Owners")
		m.add("</h3>\n")
		m.owners(p.Owners)
	}
	if len(p.Custodians) > 0 {
		m.add("<h3>")
		m.say("Custody")
		m.add("</h3>\n")
		m.owners(p.Custodians)
	}
	if len(p.Events) > 0 {
		m.add("<h3>")
		m.say("What happened")
		m.add("</h3>\n")
		m.timeline(p.Events)
	}
	if p.More != "" {
		m.add(`<p class="note">`)
		m.text(p.More)
		m.add("</p>\n")
	}
	m.block("map", p.Map, func() { m.placeMap(p.Map) })
	if len(p.Text) > 0 {
		m.asText(p)
	}
	m.add("</section>\n")
}

// asText writes the history as a text to be copied, with its footnotes.
func (m *markup) asText(p *Provenance) {
	m.add(`<section class="as-text">` + "\n<h3>")
	m.say("Provenance as text")
	m.add("</h3>\n" + `<p class="note">`)
	m.say("In the form that the American Alliance of Museums recommends: one statement for each transfer, a semicolon where an owner had the object directly from the one before, a full stop where that is not certain.")
	m.add("</p>\n<div")
	m.copyable()
	m.add("><p>")
	m.words(p.Text)
	m.add("</p>\n")
	if len(p.Notes) > 0 {
		m.add(`<ol class="footnotes">` + "\n")
		for _, note := range p.Notes {
			m.add("<li>")
			m.words(note)
			m.add("</li>\n")
		}
		m.add("</ol>\n")
	}
	m.add("</div>\n</section>\n")
}

// owners writes those who had an object, in order, with the gaps.
func (m *markup) owners(owners []Owner) {
	m.add(`<ol class="owners">` + "\n")
	for i := range owners {
		m.owner(&owners[i])
	}
	m.add("</ol>\n")
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
func (m *markup) timeline(events []Event) {
	m.add(`<ol class="timeline">` + "\n")
	for i := range events {
		m.event(&events[i])
	}
	m.add("</ol>\n")
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
