package related

import (
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/page"
)

// Within is the chain of wholes that an entity belongs to, the nearest first: the first
// whole of each.
func (e *Editor) Within(b *brief.Brief) []page.Part {
	var out []page.Part
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
