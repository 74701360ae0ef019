package page

// heading writes what a record's page begins with.
func (m *markup) heading(r *Record) {
	m.add(`<header class="heading">` + "\n")
	if len(r.Kinds) > 0 {
		m.add(`<p class="kinds">`)
		for i := range r.Kinds {
			if i > 0 {
				m.add(`<span class="dot"> · </span>`)
			}
			m.part(&r.Kinds[i], true)
		}
		m.add("</p>\n")
	}
	m.add("<h1>")
	m.part(&r.Name, true)
	m.add("</h1>\n")
	m.paragraph("dates", r.Dates)
	m.paragraph("summary", r.Summary)
	m.add("</header>\n")
}

// paragraph writes a phrase as a paragraph of a class, nothing where it is empty.
func (m *markup) paragraph(class string, p Phrase) {
	if len(p) == 0 {
		return
	}
	m.add(`<p class="`, class, `">`)
	m.phrase(p)
	m.add("</p>\n")
}

// facts writes the lines of a list of facts.
func (m *markup) facts(facts []Fact) {
	for _, f := range facts {
		m.add("<div><dt")
		m.attribute("title", f.Property)
		m.add(">")
		m.text(f.Name)
		m.add("</dt>\n")
		for _, v := range f.Values {
			m.add("<dd>")
			m.phrase(v)
			m.add("</dd>\n")
		}
		m.add("</div>\n")
	}
}

// factList writes a list of facts, nothing where there are none.
func (m *markup) factList(facts []Fact) {
	if len(facts) > 0 {
		m.add(`<dl class="facts">` + "\n")
		m.facts(facts)
		m.add("</dl>\n")
	}
}

// statements writes texts under what they are. Those of one kind that follow each other
// have one heading.
func (m *markup) statements(statements []Statement) {
	for i := range statements {
		s := &statements[i]
		headed := i > 0 && s.Kind.IRI == statements[i-1].Kind.IRI && s.Kind.Text == statements[i-1].Kind.Text
		m.statement(s, !headed)
	}
}

func (m *markup) statement(s *Statement, heading bool) {
	m.add(`<section class="statement">` + "\n")
	if heading {
		m.add("<h2>")
		m.part(&s.Kind, false)
		m.add("</h2>\n")
	}
	for _, p := range s.Paragraphs {
		m.add("<p")
		m.tongue(s.Lang, p)
		m.add(">")
		m.text(p)
		m.add("</p>\n")
	}
	if s.More > 0 {
		m.add(`<p class="note">`)
		m.say("%d more characters are in the data.", s.More)
		m.add("</p>\n")
	}
	m.add("</section>\n")
}

// named writes a list of names.
func (m *markup) named(names []Named) {
	m.add(`<ul class="named">` + "\n")
	for i := range names {
		m.name(&names[i])
	}
	m.add("</ul>\n")
}

func (m *markup) name(n *Named) {
	m.add("<li>")
	m.part(&n.Value, true)
	if n.Value.Lang != "" {
		m.add(` <small class="tongue">`)
		m.text(m.language(n.Value.Lang))
		m.add("</small>")
	}
	if len(n.Kind) > 0 {
		m.add(` <small class="note">`)
		m.words(n.Kind)
		m.add("</small>")
	}
	m.note(n.Note)
	m.add("</li>\n")
}

// note writes what is said by the way, nothing where that is empty.
func (m *markup) note(p Phrase) {
	if len(p) > 0 {
		m.add(` <small class="note">`)
		m.phrase(p)
		m.add("</small>")
	}
}

// identifiers writes a table of identifiers, with their kinds where one has any.
func (m *markup) identifiers(list []Named) {
	if len(list) == 0 {
		return
	}
	kinds := false
	for _, id := range list {
		kinds = kinds || len(id.Kind) > 0
	}
	m.add(`<section class="identifiers">` + "\n<h2>")
	m.say("Identifiers")
	m.add("</h2>\n<table>\n<thead><tr>")
	if kinds {
		m.add(`<th scope="col">`)
		m.say("Kind")
		m.add("</th>")
	}
	m.add(`<th scope="col">`)
	m.say("Identifier")
	m.add("</th></tr></thead>\n<tbody>\n")
	for i := range list {
		m.add("<tr>")
		if kinds {
			m.add("<td>")
			m.words(list[i].Kind)
			m.add("</td>")
		}
		m.add("<td>")
		m.part(&list[i].Value, true)
		m.note(list[i].Note)
		m.add("</td></tr>\n")
	}
	m.add("</tbody>\n</table>\n</section>\n")
}

// equivalents writes where else the entity is.
func (m *markup) equivalents(list []Equivalent) {
	if len(list) == 0 {
		return
	}
	m.add(`<section class="equivalents">` + "\n<h2>")
	m.say("Elsewhere on the web")
	m.add("</h2>\n" + `<dl class="facts">` + "\n")
	for i := range list {
		m.add("<div><dt>")
		m.text(list[i].Source)
		m.add("</dt><dd>")
		m.part(&list[i].Link, true)
		m.add("</dd></div>\n")
	}
	m.add("</dl>\n</section>\n")
}

// listed writes parts as the items of a list.
func (m *markup) listed(parts []Part) {
	for i := range parts {
		m.add("<li>")
		m.part(&parts[i], true)
		m.add("</li>\n")
	}
}

// items writes phrases as the items of a list.
func (m *markup) items(phrases []Phrase) {
	for _, p := range phrases {
		m.add("<li>")
		m.phrase(p)
		m.add("</li>\n")
	}
}

// headings are the elements of headings by their levels from 2.
var headings = [...]string{"h2", "h3", "h4", "h5", "h6"}

// sections writes sections with those in them, whose headings are of a level from 2 to 6.
func (m *markup) sections(level int, sections []Section) {
	h := headings[min(max(level, 2), 6)-2]
	for i := range sections {
		s := &sections[i]
		m.add(`<section class="part">`+"\n<", h, ">")
		m.part(&s.Title, true)
		m.add("</", h, ">\n")
		m.factList(s.Facts)
		m.sections(level+1, s.Sections)
		m.add("</section>\n")
	}
}

// pictures writes the pictures of a record.
func (m *markup) pictures(r *Record) {
	if len(r.Pictures) == 0 {
		return
	}
	m.add(`<div class="pictures">` + "\n")
	for i := range r.Pictures {
		p := &r.Pictures[i]
		m.block("figure", p, func() { m.figure(p) })
	}
	m.add("</div>\n")
}

// figure writes a picture with what is said of it, nothing where it may not be loaded.
func (m *markup) figure(p *Picture) {
	if !loadable(p.Src) {
		return
	}
	m.add(`<figure class="picture">` + "\n")
	if full := address(p.Full); full != "" {
		m.add(`<a class="plate"`)
		m.attribute("href", full)
		m.add(">")
		m.picture(p, true)
		m.add("</a>")
	} else {
		m.add(`<div class="plate">`)
		m.picture(p, true)
		m.add("</div>")
	}
	m.add("\n<figcaption>\n")
	for _, c := range p.Caption {
		m.add("<p>")
		m.phrase(c)
		m.add("</p>\n")
	}
	for _, r := range p.Rights {
		m.add(`<p class="rights">`)
		m.phrase(r)
		m.add("</p>\n")
	}
	if p.Manifest != "" || p.Page != "" {
		m.add(`<p class="more">`)
		if href := m.link(p.Page); href != "" {
			m.add("<a")
			m.attribute("href", href)
			m.add(">")
			m.say("About this picture")
			m.add("</a> ")
		}
		if href := address(p.Manifest); href != "" {
			m.add("<a")
			m.attribute("href", href)
			m.add(">")
			m.say("IIIF manifest")
			m.add("</a>")
		}
		m.add("</p>\n")
	}
	m.add("</figcaption>\n</figure>\n")
}

// Of more names than manyNames all but shownNames are folded.
const manyNames, shownNames = 16, 12

// names writes the other names.
func (m *markup) names(names []Named) {
	if len(names) == 0 {
		return
	}
	m.add(`<section class="names">` + "\n<h2>")
	m.say("Other names")
	m.add("</h2>\n")
	if len(names) > manyNames {
		m.named(names[:shownNames])
		m.add("<details><summary>")
		m.say("More names")
		m.add("</summary>\n")
		m.named(names[shownNames:])
		m.add("</details>\n")
	} else {
		m.named(names)
	}
	m.add("</section>\n")
}

// within writes the chain of wholes of an entity.
func (m *markup) within(wholes []Part) {
	if len(wholes) == 0 {
		return
	}
	m.add(`<nav class="within" aria-label="`)
	m.say("Part of")
	m.add(`">` + "\n<p>")
	m.say("Part of")
	m.add("</p>\n<ol>\n")
	m.listed(wholes)
	m.add("</ol>\n</nav>\n")
}
