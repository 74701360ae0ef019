package describe

import (
	"vitrine/linkedart/reading"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
)

// rest is what the page does not show yet: of the entity, and of each part of the record
// a section of its own.
func (e *editor) rest(record *reading.Record) []html.Section {
	root := record.Root()
	r := &remainder{editor: e, seen: map[reading.Key]bool{}, whole: map[reading.Node]bool{}, left: maxParts}
	var out []html.Section
	if own := r.section(root, 0); len(own.Facts) > 0 {
		out = append(out, html.Section{Title: html.Part{Text: e.Words.Text("Further details")}, Facts: own.Facts})
		out = append(out, own.Sections...)
	} else {
		out = own.Sections
	}
	for _, n := range record.Nodes() {
		if s := r.section(n, 0); !isEmpty(s) {
			out = append(out, s)
		}
	}
	if r.left < 0 {
		out = append(out, html.Section{Title: html.Part{Text: e.Words.Text("The record has more parts than are shown here. The data below has all of them.")}})
	}
	return out
}

// remainder gathers what is not shown.
type remainder struct {
	*editor
	// seen are the nodes that were looked at, but for those that the record says nothing of.
	seen map[reading.Key]bool
	// whole are those that have a section even if nothing is left to say of them.
	whole map[reading.Node]bool
	// left is how many more nodes have a section.
	left int
}

// section is what is not shown of a node, and of the nodes that it leads to.
func (r *remainder) section(n reading.Node, depth int) html.Section {
	key, described := n.Key()
	if !described && !r.whole[n] || r.seen[key] || r.shown.isLeftOut(n) || r.left < 0 || depth > maxDepth {
		return html.Section{}
	}
	if described {
		r.seen[key] = true
	}
	var s html.Section
	properties := n.Properties()
	for _, p := range properties {
		if r.shown.isShown(n, p) || r.isParts(n, p) {
			continue
		}
		if fact := r.fact(n, p); len(fact.Values) > 0 {
			s.Facts = append(s.Facts, fact)
		}
	}
	for _, p := range properties {
		for _, child := range n.Nodes(p) {
			below := r.section(child, depth+1)
			if !isEmpty(below) || below.Title.Text != "" {
				s.Sections = append(s.Sections, below)
			}
		}
	}
	if len(s.Facts) == 0 && depth > 0 && !r.whole[n] {
		// A part that is shown already is no level of its own.
		if len(s.Sections) == 1 {
			return s.Sections[0]
		}
	}
	if !isEmpty(s) || r.whole[n] {
		r.left--
		s.Title = r.heading(n)
	}
	return s
}

// isParts tells whether a property leads to the parts of an activity that no page has but
// this one. Each has a section, whatever it says.
func (r *remainder) isParts(n reading.Node, p reading.Property) bool {
	if p != reading.ActivityPart || len(n.Literals(p)) > 0 {
		return false
	}
	parts := n.Nodes(p)
	for _, part := range parts {
		if part.IRI() != "" {
			return false
		}
	}
	for _, part := range parts {
		r.whole[part] = true
	}
	r.shown.show(n, p)
	return true
}

func isEmpty(s html.Section) bool { return len(s.Facts) == 0 && len(s.Sections) == 0 }

// heading is what the section of a part of the record is called: what it is, and its
// name.
func (e *editor) heading(n reading.Node) html.Part {
	if n.IRI() != "" {
		return e.Reference(brief.RefOf(n))
	}
	what := e.KindOf(n)
	if what == "" {
		what = e.classText(n)
	}
	name, tag := e.NodeName(n)
	if name == "" {
		for _, l := range n.Literals(reading.Content) {
			name = brief.Clip(l.String(), brief.MaxListed)
		}
	}
	if name == "" || name == what {
		return html.Part{Text: what}
	}
	return html.Part{Text: what + ": " + name, Lang: e.Lang(tag)}
}
