package describe

import (
	"vitrine/linkedart/reading"
	"vitrine/server/page"
)

// timeValue is a time span in words, with its kinds and its duration. lasting tells that
// it took all of the time. What the words do not say of its ends and names can be seen on
// demand.
func (e *editor) timeValue(n reading.Node, lasting bool) page.Phrase {
	span := n.AsTimeSpan()
	out := e.say(newWhen(span, lasting))
	for _, p := range []reading.Property{reading.BeginOfTheBegin, reading.EndOfTheBegin, reading.BeginOfTheEnd, reading.EndOfTheEnd} {
		if len(n.Literals(p)) == 1 && len(out) > 0 {
			e.ledger.show(n, p)
		}
	}
	for i, name := range span.Names {
		if i == maxBriefNames || len(out) == 0 {
			break
		}
		text := clip(name.Content, maxBriefName)
		if out.Plain() != text {
			out[0].Title = joined(out[0].Title, text)
		}
		e.ledger.show(name.Node, reading.Content)
		if tag, concept := languageOf(name); e.tag(tag, concept) != "" {
			e.ledger.show(name.Node, reading.Language)
		}
	}
	e.showAppellations(n, span.Names)
	for _, duration := range e.ledger.nodes(n, reading.Duration) {
		out = inBrackets(out, e.quantityValue(duration))
	}
	return inBrackets(out, e.kindParts(n))
}

// joined joins two texts of which either may be empty.
func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}
