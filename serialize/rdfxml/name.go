package rdfxml

import (
	"encoding/xml"
	"fmt"
	"unicode/utf8"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/iri"
	"vitrine/serialize"
	"vitrine/serialize/terms"
)

const (
	rdfNS   = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	xmlNS   = "http://www.w3.org/XML/1998/namespace"
	xmlnsNS = "http://www.w3.org/2000/xmlns/"
	itsNS   = "http://www.w3.org/2005/11/its"
)

// reference returns the IRI that the value of an attribute of e means (section
// 5.3).
func (p *parser) reference(e *element, value string) (terms.IRI, error) {
	p.maker.SetBase(e.base)
	return p.maker.IRI([]byte(value))
}

// named returns the IRI that an expanded name stands for. Names repeat, so it
// remembers some.
func (p *parser) named(n name) (terms.IRI, error) {
	if known, ok := p.names[n]; ok {
		return known, nil
	}
	if !iri.HasScheme(n.space) {
		return nil, fmt.Errorf("the namespace of %s is no absolute IRI", n.space+n.local)
	}
	made, err := p.maker.IRI([]byte(n.space + n.local))
	if err == nil && len(p.names) < maxNames {
		p.names[n] = made
	}
	return made, err
}

// maxNames is how many names are remembered.
const maxNames = 1000

// nodeID returns the blank node of an rdf:nodeID.
func (p *parser) nodeID(value string) (terms.Blank, error) {
	if !isNCName(value) {
		return nil, fmt.Errorf("rdf:nodeID %q is no XML name without a colon", value)
	}
	return p.maker.Blank([]byte(value)), nil
}

// id returns the IRI that rdf:ID makes, which may be made once.
func (p *parser) id(e *element, value string) (terms.IRI, error) {
	if !isNCName(value) {
		return nil, fmt.Errorf("rdf:ID %q is no XML name without a colon", value)
	}
	made, err := p.reference(e, "#"+value)
	if err != nil {
		return nil, err
	}
	if p.ids[made.String()] {
		return nil, fmt.Errorf("rdf:ID %q stands there twice", value)
	}
	p.ids[made.String()] = true
	return made, nil
}

func isNCName(s string) bool {
	for i, c := range s {
		if i == 0 && !terms.IsNameStart(c) || c != '.' && !terms.IsNameChar(c) {
			return false
		}
	}
	return s != ""
}

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
		if terms.IsNameStart(c) {
			start = i
		}
	}
	namespace, local = iri[:start], iri[start:]
	return namespace, local, local != "" && namespace != xmlNS && namespace != xmlnsNS
}

// isName reports whether c may be in a name, by the grammar of XML and by the
// older one that encoding/xml knows, which has fewer characters.
func isName(c rune) bool {
	if c == '.' || c < utf8.RuneSelf {
		return c == '.' || terms.IsNameChar(c)
	}
	return terms.IsNameChar(c) && xml.Unmarshal([]byte("<a"+string(c)+"/>"), new(struct{})) == nil
}

// The names that RDF/XML keeps for itself (sections 7.2.2 to 7.2.4).
func isCore(local string) bool {
	switch local {
	case "RDF", "ID", "about", "parseType", "resource", "nodeID", "datatype", "aboutEach", "aboutEachPrefix", "bagID":
		return true
	}
	return false
}

// isNode is nodeElementURIs (section 7.2.5).
func isNode(n name) bool {
	return n.space != rdfNS || !isCore(n.local) && n.local != "li"
}

// isProperty is propertyElementURIs (section 7.2.6).
func isProperty(n name) bool {
	return n.space != rdfNS || !isCore(n.local) && n.local != "Description"
}

// isElement reports whether an element can have the name of a predicate or a
// class.
func isElement(iri string) bool {
	namespace, local, ok := split(iri)
	n := name{namespace, local}
	return ok && isNode(n) && isProperty(n)
}

// expressible tells why RDF/XML cannot write the triples.
func expressible(triples []rdf.Triple) error {
	for _, t := range triples {
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

// isText reports whether XML 1.0 section 2.2 has all characters of a term.
func isText(term rdf.Term) error {
	if _, blank := term.(rdf.Blank); blank {
		return nil // labels are our own
	}
	if l, ok := term.(rdf.Literal); ok {
		if err := isText(l.DataType); err != nil {
			return err
		}
	}
	for _, c := range term.String() {
		if c < ' ' && c != '\t' && c != '\n' && c != '\r' || c == 0xFFFE || c == 0xFFFF {
			return fmt.Errorf("%w: XML has no character %U, which is in %.40q", ErrNotXML, c, term)
		}
	}
	return nil
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
