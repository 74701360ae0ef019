package dataset

import (
	"encoding/hex"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// Labels give the blank nodes of many graphs labels that tell their graph, so that
// those of two graphs differ in one dataset, and one of which only the label is known
// can be asked for again. A label is
//
//	b PATH . LABEL      for a graph whose name begins with Base
//	i IRI . LABEL       for another
//
// without the spaces, where LABEL is that in the graph, and PATH (what follows Base)
// and IRI have each byte but ASCII letters and digits as "-" and two hexadecimal
// digits. So it is a BLANK_NODE_LABEL of N-Triples and Turtle.
type Labels struct {
	// Base is what the names of most graphs begin with, "" for nothing.
	Base string
}

// Scoped returns the blank node of a graph with its label in the dataset.
func (l Labels) Scoped(b rdf.Blank, name rdf.IRI) rdf.Blank {
	return scoped(b, l.prefix(name))
}

// prefix returns what the labels of the blank nodes of a graph begin with.
func (l Labels) prefix(name rdf.IRI) string {
	var text strings.Builder
	kind, path := byte('i'), name.String()
	if below, ok := l.path(path); ok {
		kind, path = 'b', below
	}
	text.Grow(2*len(path) + 2)
	text.WriteByte(kind)
	escape(&text, path)
	text.WriteByte('.')
	return text.String()
}

// scoped returns the blank node of a graph whose labels begin with the prefix.
func scoped(b rdf.Blank, prefix string) rdf.Blank {
	made, err := graph.Blank(prefix + b.String())
	if err != nil { // it is not empty
		return b
	}
	return made
}

// Quad returns a quad of a named graph with the labels that its blank nodes have in the
// dataset.
func (l Labels) Quad(q rdf.Quad) rdf.Quad {
	name, _ := q.Ctx.(rdf.IRI)
	if b, ok := q.Subj.(rdf.Blank); ok {
		q.Subj = l.Scoped(b, name)
	}
	if b, ok := q.Obj.(rdf.Blank); ok {
		q.Obj = l.Scoped(b, name)
	}
	return q
}

// Local returns the graph that a label in the dataset tells, and the blank node as it
// is labelled there. It returns false for what Scoped does not return.
func (l Labels) Local(scoped rdf.Blank) (b rdf.Blank, name rdf.IRI, ok bool) {
	escaped, label, found := strings.Cut(scoped.String(), ".")
	if !found || escaped == "" {
		return b, name, false
	}
	text, ok := unescape(escaped[1:])
	if !ok {
		return b, name, false
	}
	if escaped[0] == 'b' {
		text = l.Base + text
	}
	var err error
	if name, err = graph.IRI(text); err != nil {
		return b, name, false
	}
	if b, err = graph.Blank(label); err != nil {
		return b, name, false
	}
	// A node has one label.
	return b, name, l.Scoped(b, name) == scoped
}

// path returns what follows Base in a name, and false where it does not begin so.
func (l Labels) path(name string) (string, bool) {
	path, below := strings.CutPrefix(name, l.Base)
	return path, below && l.Base != "" && path != ""
}

func escape(b *strings.Builder, text string) {
	const digits = "0123456789abcdef"
	for i := range len(text) {
		c := text[i]
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' {
			b.WriteByte(c)
			continue
		}
		b.WriteByte('-')
		b.WriteByte(digits[c>>4])
		b.WriteByte(digits[c&15])
	}
}

func unescape(text string) (string, bool) {
	var b strings.Builder
	for {
		plain, rest, more := strings.Cut(text, "-")
		b.WriteString(plain)
		if !more {
			return b.String(), true
		}
		if len(rest) < 2 {
			return "", false
		}
		c, err := hex.DecodeString(rest[:2])
		if err != nil {
			return "", false
		}
		b.Write(c)
		text = rest[2:]
	}
}
