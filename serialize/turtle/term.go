package turtle

import (
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/terms"
)

// iri writes an IRI, with a prefix where that is possible without escapes.
func (w *writer) iri(iri rdf.IRI) {
	prefix, local, ok := serialize.Shorten(w.prefixes, iri.String())
	if !ok || !isLocal(local) {
		w.Body = terms.AppendIRI(w.Body, iri)
		return
	}
	w.used[prefix.Name] = true
	w.Text(prefix.Name, ":", local)
}

// isLocal reports whether s is a local name (PN_LOCAL) without escapes, percent
// signs and colons. Those it might have too, but not every reader knows.
func isLocal(s string) bool {
	for i, c := range s {
		switch {
		case terms.IsNameStart(c), terms.IsDigit(c):
		case i > 0 && (c == '.' || terms.IsNameChar(c)):
		default:
			return false
		}
	}
	return s != "" && !strings.HasSuffix(s, ".")
}

// literal writes a literal: bare where that reads as the same literal, quoted
// otherwise.
func (w *writer) literal(l rdf.Literal) {
	if isBare(l) {
		w.Text(l.String())
		return
	}
	w.Body = terms.AppendQuoted(w.Body, l.String(), terms.Visible)
	switch {
	case l.Lang() != "":
		w.Text("@", l.Lang())
	case l.DataType != graph.XSDString:
		w.Text("^^")
		w.iri(l.DataType)
	}
}

// isBare reports whether the lexical form alone says the datatype (Turtle sections
// 2.5.2 and 2.5.3).
func isBare(l rdf.Literal) bool {
	text := l.String()
	if l.DataType == graph.XSDBoolean {
		return text == "true" || text == "false"
	}
	length, datatype := terms.Number(text)
	return length > 0 && length == len(text) && datatype == l.DataType
}
