package describe

import (
	_ "embed"
	"net/url"
	"strings"

	"vitrine/linkedart/reading"
	"vitrine/server/page"
)

// sources.tsv names whose the URIs are that begin with a prefix.
//
//go:embed sources.tsv
var sourcesFile string

// equivalents are the same entity elsewhere, by the names of the sources.
func (e *editor) equivalents(root reading.Node) []page.Equivalent {
	var out []page.Equivalent
	for i, n := range e.ledger.nodes(root, reading.Equivalent) {
		if i == maxNames {
			break
		}
		part := e.reference(refOf(n))
		if part.Text == lastPart(n.IRI()) || part.External {
			part.Text = lastPart(n.IRI())
		}
		out = append(out, page.Equivalent{Source: e.Sources.Of(n.IRI()), Link: part})
	}
	return out
}

// Sources are the names of those whose URIs begin with a prefix.
type Sources map[string]string

// StandardSources are the sources that everybody uses.
func StandardSources() Sources { return parseSources(sourcesFile) }

// Of is whose a URI is; its host where nobody knows the name.
func (s Sources) Of(iri string) string {
	rest := strings.TrimPrefix(strings.TrimPrefix(iri, "https://"), "http://")
	for end := len(rest); end > 0; end-- {
		if name, ok := s[rest[:end]]; ok {
			return name
		}
	}
	if u, err := url.Parse(iri); err == nil && u.Host != "" {
		return strings.TrimPrefix(u.Host, "www.")
	}
	return ""
}

func parseSources(text string) Sources {
	out := Sources{}
	for line := range strings.Lines(text) {
		if prefix, name, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok && prefix != "prefix" {
			out[strings.TrimPrefix(strings.TrimPrefix(prefix, "https://"), "http://")] = name
		}
	}
	return out
}
