package describe

import (
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
)

// within is the chain of wholes that an entity belongs to, the nearest first: the first
// whole of each.
func (e *editor) within(b *brief.Brief) []html.Part {
	var out []html.Part
	seen := map[string]bool{b.IRI: true}
	for len(b.Wholes) > 0 && len(out) < maxChain {
		whole := b.Wholes[0]
		if seen[whole.IRI] {
			break
		}
		seen[whole.IRI] = true
		out = append(out, e.Reference(whole))
		b = e.Brief(whole.IRI)
	}
	return out
}
