package provenance

import (
	"slices"

	"vitrine/linkedart/reading"
)

// pay adds a payment to the transfer that it was for: the only one, the one with the same
// parties, or the first. One that names other objects only is left out.
func (r *activityReader) pay(p part) {
	if !r.concerns(p.node) && len(things(p.node)) > 0 {
		return
	}
	price := Price{
		Payment: p.node, Amounts: p.node.Amounts(),
		From: r.parties(p, p.node.Nodes(reading.PaidFrom), reading.PaidFrom), To: r.parties(p, p.node.Nodes(reading.PaidTo), reading.PaidTo),
	}
	if !r.concerns(p.node) {
		price.Shared = r.others()
	}
	e := r.paidFor(price)
	e.Prices = append(e.Prices, price)
	e.Parts = append(e.Parts, p.node)
	e.Notes = append(e.Notes, p.node.Statements()...)
	e.Sources = append(e.Sources, sourcesOf(p.node)...)
}

// paidFor is the event that a payment was for.
func (r *activityReader) paidFor(p Price) *Event {
	var only *Event
	count := 0
	for i := range r.events {
		e := &r.events[i]
		if !e.Title {
			continue
		}
		if share(p.From, e.To) || share(p.To, e.From) {
			return e
		}
		if only == nil {
			only = e
		}
		if count++; count == maxNear {
			break
		}
	}
	if only == nil {
		only = &r.events[0]
	}
	return only
}

// others reports whether the activity transfers more than the object.
func (r *activityReader) others() bool {
	count := 0
	for _, n := range things(r.root) {
		if n.IRI() != r.object && !r.groups[n.IRI()] {
			count++
		}
	}
	return count > 0 && (!r.all || count > 1)
}

// finish gives the events what the activity as a whole says.
func (r *activityReader) finish() {
	rootKind := r.lookup.kindOf(r.root)
	whole := wholeCertainty(r.root)
	for i := range r.events {
		e := &r.events[i]
		e.Certainty = max(e.Certainty, whole)
		e.Within = r.root.Nodes(reading.ActivityPartOf)
		if (e.Kind == Acquisition || e.Kind == Transfer || e.Kind == Custody || e.Kind == Other) && rootKind != "" && rootKind != Exhibition {
			e.Kind = rootKind
			if len(e.Kinds) == 0 {
				e.Kinds = tellingKinds(r.root)
			}
		}
		if e.Kind == Acquisition && len(e.Prices) > 0 {
			e.Kind = Sale
		}
		e.Promised = e.Promised || rootKind == Promise
	}
	e := &r.events[0]
	e.Notes = slices.DeleteFunc(e.Notes, isProvenanceText)
	e.Texts = slices.DeleteFunc(r.root.Statements(), func(n reading.Name) bool { return !isProvenanceText(n) })
	if len(e.Parts) > 0 && e.Parts[0] != r.root {
		e.Notes = append(slices.DeleteFunc(r.root.Statements(), isProvenanceText), e.Notes...)
		e.Sources = append(sourcesOf(r.root), e.Sources...)
		e.Because = append(e.Because, append(r.root.Nodes(reading.InfluencedBy), r.root.Nodes(reading.CausedBy)...)...)
	}
}

// aatProvenance is the classification of a text of a provenance (Getty AAT).
const aatProvenance = "http://vocab.getty.edu/aat/300435438"

func isProvenanceText(n reading.Name) bool {
	return slices.ContainsFunc(n.Kinds, func(kind reading.Node) bool { return aat(kind.IRI()) == aatProvenance })
}
