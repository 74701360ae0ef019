package describe

import (
	"vitrine/linkedart/reading"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
)

// timeValue is a time span in words, with its kinds and its duration. lasting tells that
// it took all of the time. What the words do not say of its ends and names can be seen on
// demand.
func (e *editor) timeValue(n reading.Node, lasting bool) html.Phrase {
	span := n.AsTimeSpan()
	out := e.Date(span, lasting)
	for _, p := range []reading.Property{reading.BeginOfTheBegin, reading.EndOfTheBegin, reading.BeginOfTheEnd, reading.EndOfTheEnd} {
		if len(n.Literals(p)) == 1 && len(out) > 0 {
			e.shown.show(n, p)
		}
	}
	for i, name := range span.Names {
		if i == brief.MaxNames || len(out) == 0 {
			break
		}
		text := brief.Clip(name.Content, brief.MaxListed)
		if out.Plain() != text {
			out[0].Title = html.Joined(out[0].Title, text)
		}
		e.shown.show(name.Node, reading.Content)
		if tag, concept := brief.LanguageOf(name); e.Tag(tag, concept) != "" {
			e.showLanguage(name.Node)
		}
	}
	e.showTexts(n, reading.IdentifiedBy, span.Names)
	for _, duration := range e.shown.nodes(n, reading.Duration) {
		out = html.InBrackets(out, e.quantityValue(duration))
	}
	return html.InBrackets(out, e.kindParts(n))
}
