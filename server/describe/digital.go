package describe

import (
	"net/url"
	"strings"

	"vitrine/linkedart/reading"
	"vitrine/server/describe/brief"
	"vitrine/server/page"
)

// digitalProperties lead from a work to where it can be had, in one or several steps.
var digitalProperties = []reading.Property{
	reading.DigitallyShownBy, reading.DigitallyCarriedBy, reading.DigitallyAvailableVia, reading.AccessPoint,
}

// isDigital tells whether the record says where the node can be had, and the node has no
// page of its own.
func isDigital(n reading.Node) bool {
	for _, p := range digitalProperties {
		if !n.Node(p).IsZero() {
			return true
		}
	}
	return false
}

// digitalValue is a work that can be had somewhere: what it is, and links to it.
func (e *editor) digitalValue(n reading.Node) page.Phrase {
	return append(e.called(n), e.access(n, 0)...)
}

// access are links to where a work can be had.
func (e *editor) access(n reading.Node, depth int) page.Phrase {
	var out page.Phrase
	for _, point := range e.ledger.nodes(n, reading.AccessPoint) {
		out = append(out, page.Part{Text: " "}, e.link(point.IRI()))
		for _, l := range e.ledger.literals(point, reading.Format) {
			out = append(out, page.Part{Text: " (" + brief.Clip(l.String(), brief.MaxName) + ")"})
		}
	}
	for _, l := range e.ledger.literals(n, reading.Format) {
		out = append(out, page.Part{Text: " (" + brief.Clip(l.String(), brief.MaxName) + ")"})
	}
	for _, standard := range e.ledger.nodes(n, reading.ConformsTo) {
		out = page.InBrackets(out, page.Phrase{e.referenced(standard)})
	}
	if depth == maxDepth {
		return out
	}
	for _, p := range digitalProperties[:3] {
		for _, node := range e.ledger.nodes(n, p) {
			out = append(page.InBrackets(out, e.kindParts(node)), e.access(node, depth+1)...)
		}
	}
	return out
}

// link leads to an address outside of the store, by the name of its host.
func (e *editor) link(iri string) page.Part {
	part := page.Part{Text: iri, Href: e.Mapper.Follow(iri), IRI: iri}
	if u, err := url.Parse(iri); err == nil && u.Host != "" {
		part.Text = strings.TrimPrefix(u.Host, "www.")
	}
	part.External = part.Href != "" && !strings.HasPrefix(iri, e.Mapper.Base)
	return part
}
