package describe

import (
	"vitrine/linkedart/reading"
	"vitrine/server/page"
)

// timeValue is a time span in words.
func (e *editor) timeValue(n reading.Node) page.Phrase {
	var out page.Phrase
	for _, name := range n.Names() {
		e.ledger.show(name.Node, reading.Content)
		out = enumerate(out, page.Part{Text: name.Content})
	}
	for _, p := range []reading.Property{reading.BeginOfTheBegin, reading.EndOfTheEnd} {
		for _, l := range e.ledger.literals(n, p) {
			out = enumerate(out, page.Part{Text: l.String()})
		}
	}
	return out
}
