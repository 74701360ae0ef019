package brief

import (
	"vitrine/linkedart/reading"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
)

// Amount is an amount of money in words.
func (e *Editor) Amount(a reading.Amount) html.Phrase {
	var names []i18n.Named
	for i, name := range a.Names {
		if i == MaxNames {
			break
		}
		names = append(names, i18n.Named{Text: Clip(name.Content, MaxName), Lang: e.TextTag(name)})
	}
	return e.PhraseOf(e.Words.Amount(a, e.Unit(a.Currency), names...))
}

// Unit is a unit of measurement or a currency, with what it is equivalent to.
func (e *Editor) Unit(n reading.Node) i18n.Unit {
	if n.IsZero() {
		return i18n.Unit{}
	}
	part := e.Node(n)
	unit := i18n.Unit{Name: part.Text, Lang: part.Lang}
	if iri := n.IRI(); iri != "" {
		unit.IRIs = append(append(unit.IRIs, iri), e.Brief(iri).Equivalents...)
	}
	for i, other := range n.Nodes(reading.Equivalent) {
		if i == MaxRefs {
			break
		}
		unit.IRIs = append(unit.IRIs, other.IRI())
	}
	return unit
}
