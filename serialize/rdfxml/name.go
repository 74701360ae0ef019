package rdfxml

import (
	"encoding/xml"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/namechar"
)

const (
	rdfNS   = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	xmlNS   = "http://www.w3.org/XML/1998/namespace"
	xmlnsNS = "http://www.w3.org/2000/xmlns/"
)

// split splits an IRI into a namespace and the longest XML name that it ends
// in; ok is false where it ends in none, or the namespace cannot be bound.
func split(iri string) (namespace, local string, ok bool) {
	start := len(iri)
	for i := len(iri); i > 0; {
		c, size := utf8.DecodeLastRuneInString(iri[:i])
		if !isName(c) {
			break
		}
		i -= size
		if namechar.Start(c) {
			start = i
		}
	}
	namespace, local = iri[:start], iri[start:]
	return namespace, local, local != "" && namespace != xmlNS && namespace != xmlnsNS
}

// isName tells whether c may be in a name, by the grammar of XML and by the
// older one that encoding/xml knows, which has fewer characters.
func isName(c rune) bool {
	if c == '.' || c < utf8.RuneSelf {
		return c == '.' || namechar.Name(c)
	}
	return namechar.Name(c) && xml.Unmarshal([]byte("<a"+string(c)+"/>"), new(struct{})) == nil
}

// isElement tells whether an element can have the name of a predicate or a
// class: RDF/XML keeps some names for itself (sections 7.2.3 to 7.2.7).
func isElement(iri string) bool {
	if local, ok := strings.CutPrefix(iri, rdfNS); ok {
		switch local {
		case "RDF", "ID", "about", "parseType", "resource", "nodeID", "datatype", "Description", "aboutEach", "aboutEachPrefix", "bagID", "li":
			return false
		}
	}
	_, _, ok := split(iri)
	return ok
}

// expressible tells why RDF/XML cannot write g.
func expressible(g *graph.Graph) error {
	for _, t := range g.Triples {
		if p := t.Pred.String(); !isElement(p) {
			return fmt.Errorf("%w: no XML element can have the name of the predicate %s", ErrNotXML, p)
		}
		for _, term := range []rdf.Term{t.Subj, t.Pred, t.Obj} {
			if err := isText(term); err != nil {
				return err
			}
		}
	}
	return nil
}

// isText tells whether XML 1.0 section 2.2 has all characters of a term.
func isText(term rdf.Term) error {
	if _, blank := term.(rdf.Blank); blank {
		return nil // labels are our own
	}
	texts := []string{term.String()}
	if l, ok := term.(rdf.Literal); ok {
		texts = append(texts, l.DataType.String())
	}
	for _, text := range texts {
		if i := strings.IndexFunc(text, func(c rune) bool { return !isChar(c) }); i >= 0 {
			c, _ := utf8.DecodeRuneInString(text[i:])
			return fmt.Errorf("%w: XML has no character %U, which is in %.40q", ErrNotXML, c, text)
		}
	}
	return nil
}

func isChar(c rune) bool {
	return c == '\t' || c == '\n' || c == '\r' || ' ' <= c && c != 0xFFFE && c != 0xFFFF
}

// names gives elements their names and remembers the prefixes.
type names struct {
	prefixes []serialize.Prefix
	used     map[string]bool
	// made are the prefixes of other namespaces, in order of first use.
	made []serialize.Prefix
	// known remembers names, for they repeat.
	known map[string]string
}

func newNames() *names {
	return &names{prefixes: serialize.Prefixes(), used: map[string]bool{"rdf": true}, known: map[string]string{}}
}

// of returns the qualified name of an IRI that has one.
func (n *names) of(iri string) string {
	name, ok := n.known[iri]
	if !ok {
		name = n.make(iri)
		n.known[iri] = name
	}
	return name
}

func (n *names) make(iri string) string {
	namespace, local, _ := split(iri)
	if p, rest, ok := serialize.Shorten(n.prefixes, iri); ok && rest == local {
		n.used[p.Name] = true
		return p.Name + ":" + local
	}
	for _, p := range n.made {
		if p.Namespace == namespace {
			return p.Name + ":" + local
		}
	}
	p := serialize.Prefix{Name: fmt.Sprintf("ns%d", len(n.made)+1), Namespace: namespace}
	n.made = append(n.made, p)
	return p.Name + ":" + local
}

// declared returns the prefixes that were used, those of Vitrine first.
func (n *names) declared() []serialize.Prefix {
	var out []serialize.Prefix
	for _, p := range n.prefixes {
		if n.used[p.Name] {
			out = append(out, p)
		}
	}
	return append(out, n.made...)
}
