package describe

import (
	"slices"

	"vitrine/linkedart/reading"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
)

// quantityValue is a dimension or an amount of money in words, with what is measured.
func (e *editor) quantityValue(n reading.Node) html.Phrase {
	if n.Is(reading.ClassMonetaryAmount) || !n.Node(reading.Currency).IsZero() {
		return e.amountValue(n)
	}
	if values := e.sizes([]reading.Node{n}); len(values) > 0 {
		return values[0]
	}
	return e.called(n)
}

// amountValue is an amount of money in words.
func (e *editor) amountValue(n reading.Node) html.Phrase {
	amount := n.AsAmount()
	out := e.Amount(amount)
	if len(out) == 0 {
		return e.called(n)
	}
	e.showNumbers(n, reading.Currency)
	if len(amount.Names) > 0 && out.Plain() == brief.Clip(amount.Names[0].Content, brief.MaxName) {
		e.showNames(n)
	}
	return html.InBrackets(out, e.kindParts(n))
}

// showNumbers marks the numbers and the unit of a quantity as shown.
func (e *editor) showNumbers(n reading.Node, unit reading.Property) {
	for _, p := range []reading.Property{reading.Value, reading.LowerValueLimit, reading.UpperValueLimit} {
		if len(n.Literals(p)) == 1 {
			e.shown.show(n, p)
		}
	}
	if units := n.Nodes(unit); len(units) == 1 {
		e.shown.show(n, unit)
		e.shown.show(units[0], reading.Equivalent, reading.ClassifiedAs)
	}
}

// sizes are dimensions in words: height, width and depth in one row. Those that are
// measured in another way, such as with the frame, stand apart and say so.
func (e *editor) sizes(nodes []reading.Node) []html.Phrase {
	type group struct {
		measures []i18n.Measure
		apart    []reading.Node
	}
	var groups []*group
	for _, n := range nodes {
		d := n.AsDimension()
		m := i18n.Measure{Dimension: d, Unit: e.Unit(d.Unit)}
		var apart []reading.Node
		if len(d.Kinds) > 0 {
			m.Kind = e.Node(d.Kinds[0]).Text
			apart = d.Kinds[1:]
		}
		e.showNumbers(n, reading.Unit)
		e.shown.show(n, reading.ClassifiedAs)
		i := slices.IndexFunc(groups, func(g *group) bool { return slices.EqualFunc(g.apart, apart, sameIRI) })
		if i < 0 {
			i = len(groups)
			groups = append(groups, &group{apart: apart})
		}
		groups[i].measures = append(groups[i].measures, m)
	}
	var out []html.Phrase
	for _, g := range groups {
		var apart html.Phrase
		for _, kind := range g.apart {
			apart = html.Enumerate(apart, e.referenced(kind))
		}
		for _, words := range e.Words.Sizes(g.measures) {
			out = append(out, html.InBrackets(e.PhraseOf(words), apart))
		}
	}
	return out
}

func sameIRI(a, b reading.Node) bool { return a.IRI() == b.IRI() }
