package describe

import (
	"vitrine/linkedart/reading"
	"vitrine/server/page"
)

// quantityValue is a dimension or an amount of money in words.
func (e *editor) quantityValue(n reading.Node) page.Phrase {
	var out page.Phrase
	for _, l := range e.ledger.literals(n, reading.Value) {
		out = append(out, page.Part{Text: l.String()})
	}
	for _, p := range []reading.Property{reading.Unit, reading.Currency} {
		for _, unit := range e.ledger.nodes(n, p) {
			out = append(out, page.Part{Text: " "}, e.referenced(unit))
		}
	}
	return out
}
