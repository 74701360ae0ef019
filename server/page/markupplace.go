package page

// placeMap writes a map, nothing where there is none.
func (m *markup) placeMap(p *Map) {
	if p == nil {
		return
	}
	m.add(`<section class="places">` + "\n<h2>")
	m.say("Map")
	m.add("</h2>\n" + `<figure class="map" data-zoom-in="`)
	m.say("Zoom in")
	m.add(`" data-zoom-out="`)
	m.say("Zoom out")
	m.add(`" data-zoom-all="`)
	m.say("Show the whole map")
	m.add(`">` + "\n")
	m.b.WriteString(string(p.Drawing)) // package atlas has escaped it
	m.add("\n<figcaption>")
	if len(p.Caption) > 0 {
		m.add("<p>")
		m.phrase(p.Caption)
		m.add("</p>")
	}
	m.add("\n")
	switch {
	case p.Numbered:
		m.add(`<ol class="marks">` + "\n")
		m.items(p.Places)
		m.add("</ol>\n")
	case len(p.Places) > 0:
		m.add(`<ul class="marks">` + "\n")
		m.items(p.Places)
		m.add("</ul>\n")
	}
	m.add("</figcaption>\n</figure>\n</section>\n")
}

// tree writes a concept among those above and below it, nothing where there are none.
func (m *markup) tree(t *Tree) {
	if t == nil {
		return
	}
	m.add(`<section class="tree">` + "\n<h2>")
	m.say("Broader and narrower")
	m.add("</h2>\n")
	for _, chain := range t.Broader {
		m.add(`<nav class="within chain" aria-label="`)
		m.say("Broader concepts")
		m.add(`"><ol>` + "\n")
		m.listed(chain)
		m.add("</ol></nav>\n")
	}
	if len(t.Narrower) > 0 {
		m.branches(t.Narrower)
	}
	m.add("\n")
	if t.NarrowerCount > 0 {
		m.add(`<p class="note">`)
		m.say("%d narrower concepts in all", t.NarrowerCount)
		m.add("</p>\n")
	}
	m.add("</section>\n")
}

func (m *markup) branches(nodes []TreeNode) {
	m.add(`<ul class="branches">` + "\n")
	for i := range nodes {
		m.add("<li>")
		m.part(&nodes[i].Concept, true)
		if len(nodes[i].Narrower) > 0 {
			m.add("\n")
			m.branches(nodes[i].Narrower)
		}
		m.add("</li>\n")
	}
	m.add("</ul>\n")
}
