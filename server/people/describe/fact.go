package describe

import (
	"vitrine/linkedart/reading"
	"vitrine/server/people/html"
)

// facts are the facts of a page in the order of its plan.
func (e *editor) facts(root reading.Node, plan []line) []html.Fact {
	var out []html.Fact
	for _, l := range plan {
		if fact, ok := e.planned(root, l); ok {
			out = append(out, fact)
		}
	}
	return out
}

// planned is a line of a plan, false where the record says nothing of it.
func (e *editor) planned(root reading.Node, l line) (html.Fact, bool) {
	at := []reading.Node{root}
	for _, p := range l.path[:len(l.path)-1] {
		var next []reading.Node
		for _, n := range at {
			for _, activity := range n.Nodes(p) {
				next = append(next, e.withParts(activity, 0)...)
			}
			e.shown.show(n, p)
		}
		at = next
	}
	p := l.path[len(l.path)-1]
	var fact html.Fact
	for _, n := range at {
		values := e.planValues(n, p, len(l.path) > 1)
		if len(at) > 1 && p == reading.CarriedOutBy {
			values = e.roles(n, values)
		}
		fact.Values = html.Distinct(fact.Values, values)
	}
	fact.Property = string(p)
	if fact.Name = e.Property(p); l.name != "" {
		fact.Name = e.Words.Text(l.name)
	}
	return fact, len(fact.Values) > 0
}

// planValues are the values of a property. Of an activity of the entity's own, such as its
// production, the time is when it was done, not how long it lasted.
func (e *editor) planValues(n reading.Node, p reading.Property, within bool) []html.Phrase {
	if p == reading.HasDimension {
		return e.dimensions(n)
	}
	if p != reading.Timespan || !within {
		return e.fact(n, p).Values
	}
	var out []html.Phrase
	for _, span := range e.shown.nodes(n, p) {
		out = append(out, e.timeValue(span, false))
	}
	return out
}

// dimensions are the sizes of an entity, and what is worth money of it.
func (e *editor) dimensions(n reading.Node) []html.Phrase {
	var sizes, others []reading.Node
	for i, d := range e.shown.nodes(n, reading.HasDimension) {
		if i == maxValues {
			break
		}
		if d.IRI() == "" && d.Node(reading.Currency).IsZero() && !d.Is(reading.ClassMonetaryAmount) {
			sizes = append(sizes, d)
		} else {
			others = append(others, d)
		}
	}
	return append(e.sizes(sizes), e.values(others, e.shown.literals(n, reading.HasDimension))...)
}

// withParts is an activity with its parts, which say who did what.
func (e *editor) withParts(activity reading.Node, depth int) []reading.Node {
	out := []reading.Node{activity}
	if depth == maxDepth {
		return out
	}
	for _, part := range activity.Nodes(reading.ActivityPart) {
		if part.IRI() == "" {
			out = append(out, e.withParts(part, depth+1)...)
			e.shown.show(activity, reading.ActivityPart)
		}
	}
	return out
}

// roles adds to those who carried out a part of an activity what the part was.
func (e *editor) roles(part reading.Node, values []html.Phrase) []html.Phrase {
	role := ""
	for _, p := range []reading.Property{reading.Technique, reading.ClassifiedAs} {
		for _, node := range part.Nodes(p) {
			if role == "" {
				role = e.Node(node).Text
			}
		}
	}
	if role == "" {
		return values
	}
	for i := range values {
		values[i] = append(values[i], html.Part{Text: " (" + role + ")"})
	}
	return values
}

// fact is what a property of a node says that is not shown yet.
func (e *editor) fact(n reading.Node, p reading.Property) html.Fact {
	if geometries := n.Literals(p); p == reading.DefinedBy && len(geometries) == 1 {
		e.shown.show(n, p)
		return html.Fact{Name: e.Property(p), Property: string(p), Values: []html.Phrase{e.geometryValue(geometries[0])}}
	}
	return html.Fact{
		Name: e.Property(p), Property: string(p),
		Values: e.values(e.shown.nodes(n, p), e.shown.literals(n, p)),
	}
}
