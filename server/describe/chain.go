package describe

import (
	"slices"

	"github.com/knakk/rdf"

	"vitrine/linkedart/reading"
	"vitrine/server/page"
)

// within is the chain of wholes that an entity belongs to, the nearest first: the first
// whole of each.
func (e *editor) within(b *brief) []page.Part {
	var out []page.Part
	seen := map[string]bool{b.iri: true}
	for len(b.wholes) > 0 && len(out) < maxChain {
		whole := b.wholes[0]
		if seen[whole.iri] {
			break
		}
		seen[whole.iri] = true
		out = append(out, e.reference(whole))
		b = e.brief(whole.iri)
	}
	return out
}

// showWholes marks as shown what an entity is part of.
func (e *editor) showWholes(root reading.Node) {
	for _, p := range root.Properties() {
		if slices.Contains(wholeProperties, p) {
			e.ledger.show(root, p)
		}
	}
}

// wholeProperties lead to what an entity is part of.
var wholeProperties = []reading.Property{
	reading.PlacePartOf, reading.PhysicalPartOf, reading.SymbolicPartOf, reading.ConceptualPartOf,
	reading.ActivityPartOf, reading.TimeSpanPartOf,
}

// tree is a concept among the broader and the narrower ones, nil where it has neither.
func (e *editor) tree(b *brief, name rdf.IRI) *page.Tree {
	t := &page.Tree{Broader: e.broader(b)}
	if e.Links != nil {
		t.Narrower, t.NarrowerCount = e.narrower(name, 0)
	}
	if len(t.Broader) == 0 && len(t.Narrower) == 0 {
		return nil
	}
	return t
}

// broader are the chains of broader concepts, each from the broadest.
func (e *editor) broader(b *brief) [][]page.Part {
	var out [][]page.Part
	start := b.iri
	var climb func(b *brief, below []ref)
	climb = func(b *brief, below []ref) {
		top := true
		for _, whole := range b.wholes {
			again := whole.iri == start || slices.ContainsFunc(below, func(r ref) bool { return r.iri == whole.iri })
			if again || len(below) >= maxChain || len(out) >= maxChains {
				continue
			}
			top = false
			climb(e.brief(whole.iri), append(slices.Clone(below), whole))
		}
		if !top || len(below) == 0 || len(out) >= maxChains {
			return
		}
		var chain []page.Part
		for _, r := range slices.Backward(below) {
			chain = append(chain, e.reference(r))
		}
		out = append(out, chain)
	}
	climb(b, nil)
	return out
}

// narrower are the narrower concepts with those below them, and how many there are.
func (e *editor) narrower(name rdf.IRI, depth int) ([]page.TreeNode, uint64) {
	link, ok := e.Links.Link(narrowerLink)
	if !ok || e.err != nil || e.reads <= 0 {
		return nil, 0
	}
	limit := maxNarrower
	if depth > 0 {
		limit = maxBelow
	}
	e.reads--
	iris, total, err := e.Links.Items(e.ctx, e.Store, link, name, 0, limit)
	if err != nil {
		e.err = err
		return nil, 0
	}
	var out []page.TreeNode
	for i, iri := range iris {
		node := page.TreeNode{Concept: e.name(iri.String())}
		if depth == 0 && i < maxBelow {
			node.Narrower, _ = e.narrower(iri, depth+1)
		}
		out = append(out, node)
	}
	return out, total
}
