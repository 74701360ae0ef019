package describe

import (
	"net/url"
	"slices"
	"strings"

	"vitrine/linkedart/reading"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
)

// digitalProperties lead from a work to where it can be had, in one or several steps.
var digitalProperties = []reading.Property{
	reading.DigitallyShownBy, reading.DigitallyCarriedBy, reading.DigitallyAvailableVia, reading.AccessPoint,
}

// isDigital tells whether the record says where the node can be had, and the node has no
// page of its own.
func isDigital(n reading.Node) bool {
	return slices.ContainsFunc(digitalProperties, func(p reading.Property) bool { return !n.Node(p).IsZero() })
}

// digitalValue is a work that can be had somewhere: links by the names of its files, or
// what it is and where.
func (e *editor) digitalValue(n reading.Node) html.Phrase {
	name, tag := e.NodeName(n)
	if name != "" {
		e.showNames(n)
	}
	out := e.access(n, html.Part{Text: name, Lang: e.Lang(tag)}, 0)
	if len(out) == 0 || strings.HasPrefix(out[0].Text, " ") { // it says nothing of where
		return append(e.called(n), out...)
	}
	return html.InBrackets(out, e.kindParts(n))
}

// access are links to where a work can be had, by the name of the file or else of the work
// that it belongs to.
func (e *editor) access(n reading.Node, name html.Part, depth int) html.Phrase {
	var out html.Phrase
	if depth > 0 {
		if own, tag := e.NodeName(n); own != "" {
			e.showNames(n)
			name = html.Part{Text: own, Lang: e.Lang(tag)}
		}
	}
	var formats []string
	for _, l := range e.shown.literals(n, reading.Format) {
		formats = append(formats, l.String())
	}
	for _, point := range e.shown.nodes(n, reading.AccessPoint) {
		link := e.link(point.IRI())
		if name.Text != "" {
			link.Title, link.Text, link.Lang = link.Text, name.Text, name.Lang
		}
		out = html.Enumerate(out, link)
		for _, l := range e.shown.literals(point, reading.Format) {
			formats = append(formats, l.String())
		}
	}
	for _, format := range formats {
		if format == "text/html" && len(out) > 0 { // readers need not see that of a page
			out[0].Title = html.Joined(out[0].Title, format)
			continue
		}
		out = html.InBrackets(out, html.Text(brief.Clip(format, brief.MaxName)))
	}
	for _, standard := range e.shown.nodes(n, reading.ConformsTo) {
		out = html.InBrackets(out, html.Phrase{e.referenced(standard)})
	}
	if depth == maxDepth {
		return out
	}
	for _, p := range digitalProperties[:3] {
		for _, node := range e.shown.nodes(n, p) {
			if node.IRI() != "" && !isDigital(node) {
				out = html.Enumerate(out, e.referenced(node))
				continue
			}
			out = html.Enumerate(out, html.InBrackets(e.access(node, name, depth+1), e.kindParts(node))...)
		}
	}
	return out
}

// link leads to an address outside of the store, by the name of its host.
func (e *editor) link(iri string) html.Part {
	part := html.Part{Text: iri, Href: e.Mapper.Follow(iri), IRI: iri}
	if u, err := url.Parse(iri); err == nil && u.Host != "" {
		part.Text = strings.TrimPrefix(u.Host, "www.")
	}
	part.External = part.Href != "" && !strings.HasPrefix(iri, e.Mapper.Base)
	return part
}
