package edit

import (
	"slices"

	"vitrine/server/people/html"
)

// openDepth is how deep parts are open that are so by what they are.
const openDepth = 2

// isOpen tells whether a part of a form is not folded: one with a name, an identifier or a date, and
// each in which something is wrong or new.
func isOpen(part *html.EditBlock, member string, depth int) bool {
	if part.IsNew || len(part.Findings) > 0 || depth < openDepth && (member == "identified_by" || member == "timespan") {
		return true
	}
	return slices.ContainsFunc(part.Inputs, func(in html.EditInput) bool { return in.Fault != "" || len(in.Findings) > 0 }) ||
		slices.ContainsFunc(part.Blocks, func(b html.EditBlock) bool { return b.Open })
}

// glimpse is the first text of a part.
func glimpse(part *html.EditBlock) string {
	address := ""
	for _, in := range part.Inputs {
		switch {
		case in.Value == "" || in.Options != nil:
		case in.Classes != "":
			address = in.Value
		default:
			if runes := []rune(in.Value); len(runes) > longText {
				return string(runes[:longText]) + "…"
			}
			return in.Value
		}
	}
	for _, inner := range part.Blocks {
		if inner.Glimpse != "" {
			return inner.Glimpse
		}
	}
	return address
}
