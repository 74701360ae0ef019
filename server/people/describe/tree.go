package describe

import (
	"slices"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
)

// narrowerLink leads to the narrower concepts, which the tree shows.
const narrowerLink = "conceptBroaderConcept"

// tree is a concept among the broader and the narrower ones, nil where it has neither.
func (e *editor) tree(b *brief.Brief) *html.Tree {
	t := &html.Tree{Broader: e.broader(b)}
	if name, err := graph.IRI(b.IRI); err == nil && e.options.Links != nil {
		t.Narrower, t.NarrowerCount = e.narrower(name, 0)
	}
	if len(t.Broader) == 0 && len(t.Narrower) == 0 {
		return nil
	}
	return t
}

// broader are the chains of broader concepts, each from the broadest.
func (e *editor) broader(b *brief.Brief) [][]html.Part {
	var out [][]html.Part
	start := b.IRI
	var climb func(b *brief.Brief, below []brief.Ref)
	climb = func(b *brief.Brief, below []brief.Ref) {
		top := true
		for _, whole := range b.Wholes {
			again := whole.IRI == start || slices.ContainsFunc(below, func(r brief.Ref) bool { return r.IRI == whole.IRI })
			if again || len(below) >= maxChain || len(out) >= maxChains {
				continue
			}
			top = false
			climb(e.Brief(whole.IRI), append(slices.Clone(below), whole))
		}
		if !top || len(below) == 0 || len(out) >= maxChains {
			return
		}
		var chain []html.Part
		for _, r := range slices.Backward(below) {
			chain = append(chain, e.Reference(r))
		}
		out = append(out, chain)
	}
	climb(b, nil)
	return out
}

// narrower are the narrower concepts with those below them, and how many there are.
func (e *editor) narrower(name rdf.IRI, depth int) ([]html.TreeNode, uint64) {
	link, ok := e.options.Links.Link(narrowerLink)
	if !ok || !e.Spend() {
		return nil, 0
	}
	limit := maxNarrower
	if depth > 0 {
		limit = maxBelow
	}
	iris, total, err := e.options.Links.Items(e.Ctx, e.Relations, link, name, 0, limit)
	if err != nil {
		e.Fail(err)
		return nil, 0
	}
	var out []html.TreeNode
	for i, iri := range iris {
		node := html.TreeNode{Concept: e.Name(iri.String())}
		if depth == 0 && i < maxBelow {
			node.Narrower, _ = e.narrower(iri, depth+1)
		}
		out = append(out, node)
	}
	return out, total
}

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
