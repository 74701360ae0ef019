package page

// cards writes a list of cards, with room for pictures where enough of them have one.
func (m *markup) cards(cards []Card) {
	if len(cards) == 0 {
		return
	}
	inPictures := pictured(cards)
	m.add(`<ul class="cards`)
	if !inPictures {
		m.add(" plain")
	}
	m.add(`">` + "\n")
	for i := range cards {
		m.card(&cards[i], inPictures)
	}
	m.add("</ul>\n")
}

func (m *markup) card(c *Card, inPictures bool) {
	m.add(`<li class="card">` + "\n")
	switch {
	case c.Picture != nil:
		m.add(`<div class="plate">`)
		m.picture(c.Picture, false)
		m.add("</div>\n")
	case inPictures:
		m.add(`<div class="plate empty"></div>` + "\n")
	}
	m.add(`<p class="card-name">`)
	if len(c.Marked) > 0 && c.Name.Href != "" {
		m.add("<a")
		m.href(c.Name.Href)
		m.tongue(c.Name.Lang, c.Name.Text)
		m.add(">")
		m.marked(c.Marked)
		m.add("</a>")
	} else {
		m.part(&c.Name, true)
	}
	m.add("</p>\n")
	if c.Kind.Text != "" {
		m.add(`<p class="card-kind">`)
		m.part(&c.Kind, false)
		m.add("</p>\n")
	}
	m.cardLine("card-dates", c.Dates)
	m.cardLine("card-note", c.Note)
	if len(c.Found) > 0 {
		m.add(`<p class="card-found" lang="" dir="auto">`)
		m.marked(c.Found)
		m.add("</p>\n")
	}
	m.add("</li>\n")
}

// cardLine writes a line of a card that leads nowhere, nothing where it is empty.
func (m *markup) cardLine(class string, p Phrase) {
	if len(p) > 0 {
		m.add(`<p class="`, class, `">`)
		m.words(p)
		m.add("</p>\n")
	}
}

// marked writes pieces of a text, those marked that were searched for.
func (m *markup) marked(marks []Mark) {
	for _, mark := range marks {
		if mark.Marked {
			m.add("<mark>")
			m.text(mark.Text)
			m.add("</mark>")
		} else {
			m.text(mark.Text)
		}
	}
}

// related writes lists of related entities.
func (m *markup) related(lists []CardList) {
	if len(lists) == 0 {
		return
	}
	m.add(`<div class="relations">` + "\n")
	for i := range lists {
		m.add(`<section class="related">` + "\n")
		m.listTitle(&lists[i])
		m.block("cards", lists[i].Cards, func() { m.cards(lists[i].Cards) })
		m.add("\n")
		m.listEnd(&lists[i])
		m.add("</section>\n")
	}
	m.add("</div>\n")
}

// listTitle writes the title of a list with its number.
func (m *markup) listTitle(l *CardList) {
	m.add("<h2>")
	m.text(l.Title)
	if l.Count > 0 {
		m.add(` <span class="count">`)
		m.count(l.Count)
		m.add("</span>")
	}
	m.add("</h2>\n")
}

// listEnd writes the link to the whole list, nothing where all of it is shown.
func (m *markup) listEnd(l *CardList) {
	href := m.link(l.Href)
	if href == "" || l.Count > 0 && l.Count <= uint64(len(l.Cards)) {
		return
	}
	m.add(`<p class="all"><a`)
	m.attribute("href", href)
	m.add(">")
	switch {
	case l.All != "":
		m.text(l.All)
	case l.Count > 0:
		m.say("Show all %d", l.Count)
	default:
		m.say("Show all")
	}
	m.add(`<span class="unseen">: `)
	m.text(l.Title)
	m.add("</span></a></p>\n")
}
