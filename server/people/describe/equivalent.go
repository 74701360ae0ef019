package describe

import (
	_ "embed"
	"fmt"
	"io"
	"net/url"
	"strings"

	"vitrine/linkedart/reading"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
)

// sources.tsv names whose the URIs are that begin with a prefix.
//
//go:embed sources.tsv
var sourcesFile string

// equivalents are the same entity elsewhere, by the names of the sources.
func (e *editor) equivalents(root reading.Node) []html.Equivalent {
	var out []html.Equivalent
	nodes := e.shown.nodes(root, reading.Equivalent)
	for i, n := range nodes {
		if i == maxNames {
			text := e.Words.Text("and %d more, which the data has", len(nodes)-maxNames)
			return append(out, html.Equivalent{Link: html.Part{Text: text}})
		}
		part := e.Reference(brief.RefOf(n))
		if part.Text == brief.LastPart(n.IRI()) || part.External {
			part.Text = brief.LastPart(n.IRI())
		}
		out = append(out, html.Equivalent{Source: e.options.Sources.Of(n.IRI()), Link: part})
	}
	return out
}

// Sources are the names of those whose URIs begin with a prefix. The prefixes are without
// their schemes.
type Sources map[string]string

// maxSources is the size of the longest table of sources, in bytes.
const maxSources = 1 << 20

// StandardSources are the sources that everybody uses.
func StandardSources() Sources {
	s := Sources{}
	// The table is part of the program, and a test reads it.
	_ = s.Read(strings.NewReader(sourcesFile))
	return s
}

// Read adds sources from a table: a line for each, the prefix of the URIs and the name
// with a tab between them. Empty lines and those that begin with # are left out. The
// error names the line.
func (s Sources) Read(r io.Reader) error {
	text, err := io.ReadAll(io.LimitReader(r, maxSources+1))
	if err != nil {
		return err
	}
	if len(text) > maxSources {
		return fmt.Errorf("the table of sources has more than %d bytes", maxSources)
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		line = strings.TrimRight(line, "\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		prefix, name, ok := strings.Cut(line, "\t")
		bare := withoutScheme(strings.TrimSpace(prefix))
		if name = strings.TrimSpace(name); !ok || bare == prefix || bare == "" || name == "" || strings.Contains(name, "\t") {
			return fmt.Errorf("line %d: give a prefix that begins with http:// or https://, a tab and a name", n)
		}
		s[bare] = name
	}
	return nil
}

// Of is whose a URI is, by the longest prefix that fits; its host where there is no
// name.
func (s Sources) Of(iri string) string {
	rest := withoutScheme(iri)
	for end := min(len(rest), maxPrefix); end > 0; end-- {
		if name, ok := s[rest[:end]]; ok {
			return name
		}
	}
	if u, err := url.Parse(iri); err == nil && u.Host != "" {
		return strings.TrimPrefix(u.Host, "www.")
	}
	return ""
}

// maxPrefix is the length of the longest prefix that is looked for, in bytes.
const maxPrefix = 200

func withoutScheme(iri string) string {
	return strings.TrimPrefix(strings.TrimPrefix(iri, "https://"), "http://")
}
