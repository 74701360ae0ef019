package page

import "slices"

// layout is the order of the blocks on the page of an endpoint, after the heading: two
// columns, and what is before and after them.
type layout struct{ before, lead, side, after []string }

// layouts are the pages of the endpoints. What a theme defines as record-object, say, takes
// the place of a whole one.
var layouts = map[string]layout{
	// What it is and looks like, who made it when and of what, then its history.
	"object": {
		lead:  []string{"pictures", "statements"},
		side:  []string{"facts", "within", "map", "names", "identifiers", "equivalents"},
		after: []string{"provenance", "sections", "related"},
	},
	// Who it was, when and where they lived, then what they made, owned and sold.
	"person": actor,
	"group":  actor,
	// Where it is, then what happened there.
	"place": {
		before: []string{"within"},
		lead:   []string{"map", "pictures", "statements"},
		side:   []string{"facts", "names", "identifiers", "equivalents"},
		after:  []string{"related", "sections"},
	},
	// What happened, in a sentence, then each part of it in full.
	"provenance": {
		lead:  []string{"facts", "statements", "sections"},
		side:  []string{"pictures", "map", "within", "names", "identifiers", "equivalents"},
		after: []string{"related"},
	},
	// What happened, when and where, and what belongs to it.
	"event": {
		lead:  []string{"pictures", "statements", "facts", "sections"},
		side:  []string{"map", "within", "names", "identifiers", "equivalents"},
		after: []string{"related"},
	},
	// What it means, where it stands among others, and what it is used for.
	"concept": {
		lead:  []string{"pictures", "statements", "facts", "tree", "within"},
		side:  []string{"names", "identifiers", "equivalents"},
		after: []string{"related", "sections", "map"},
	},
	// What it is, then its members, then the rest.
	"set": {
		lead:  []string{"pictures", "statements", "facts"},
		side:  []string{"within", "names", "identifiers", "equivalents"},
		after: []string{"related", "map", "provenance", "sections"},
	},
	// What they say or show, who made them, and what carries them.
	"text": work, "visual": work, "abstract": work, "digital": work, otherEndpoint: work,
}

// otherEndpoint has the layout of records that no endpoint serves.
const otherEndpoint = "other"

var actor = layout{
	lead:  []string{"pictures", "statements", "facts", "within"},
	side:  []string{"map", "names", "identifiers", "equivalents"},
	after: []string{"related", "sections"},
}

var work = layout{
	lead:  []string{"pictures", "statements", "facts", "tree", "sections"},
	side:  []string{"map", "within", "names", "identifiers", "equivalents"},
	after: []string{"provenance", "related"},
}

// record writes the page of a record.
func (m *markup) record(r *Record) {
	m.begin(r)
	m.add(`<article class="record">` + "\n")
	endpoint := r.Endpoint
	if _, ok := layouts[endpoint]; !ok {
		endpoint = otherEndpoint
	}
	m.block("record-"+endpoint, r, func() { m.layout(endpoint, r) })
	m.add("\n")
	m.block("data", r, func() { m.data(r) })
	m.add("</article>\n")
	m.end(r)
	m.add("\n")
}

// layout writes what the page of an endpoint has of a record.
func (m *markup) layout(endpoint string, r *Record) {
	l := layouts[endpoint]
	m.blocks(r, slices.Concat([]string{"heading"}, l.before))
	m.add(`<div class="columns">` + "\n" + `<div class="lead">`)
	m.blocks(r, l.lead)
	m.add("</div>\n" + `<div class="side">`)
	m.blocks(r, l.side)
	m.add("</div>\n</div>\n")
	m.blocks(r, l.after)
}

// blocks writes blocks of a record.
func (m *markup) blocks(r *Record, names []string) {
	for _, name := range names {
		m.recordBlock(name, r)
	}
}

func (m *markup) recordBlock(name string, r *Record) {
	switch name {
	case "heading":
		m.block(name, r, func() { m.heading(r) })
	case "pictures":
		m.block(name, r, func() { m.pictures(r) })
	case "facts":
		m.block(name, r, func() { m.factList(r.Facts) })
	case "statements":
		m.block(name, r, func() { m.statements(r.Statements) })
	case "names":
		m.block(name, r, func() { m.names(r.OtherNames) })
	case "identifiers":
		m.block(name, r, func() { m.identifiers(r.Identifiers) })
	case "equivalents":
		m.block(name, r, func() { m.equivalents(r.Equivalents) })
	case "within":
		m.block(name, r, func() { m.within(r.Within) })
	case "sections":
		m.block(name, r, func() { m.sections(2, r.Sections) })
	case "related":
		m.block(name, r, func() { m.related(r.Related) })
	case "map":
		m.block(name, r.Map, func() { m.placeMap(r.Map) })
	case "tree":
		m.block(name, r.Tree, func() { m.tree(r.Tree) })
	case "provenance":
		m.block(name, r.Provenance, func() { m.provenance(r.Provenance) })
	}
}
