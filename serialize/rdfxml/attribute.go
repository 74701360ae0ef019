package rdfxml

import (
	"encoding/xml"
	"errors"
	"fmt"
	"strings"

	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/iri"
	"vitrine/serialize/namechar"
	"vitrine/serialize/terms"
)

const itsNS = "http://www.w3.org/2005/11/its"

// attribute is an attribute with its expanded name.
type attribute struct {
	// raw is the name in the tag, prefix is the part of it before the colon.
	raw, prefix      string
	namespace, local string
	value            string
}

// name is the expanded name as an IRI.
func (a attribute) name() string { return a.namespace + a.local }

// namespace returns what a prefix is bound to (Namespaces in XML 1.0 section 6);
// the default namespace may be bound to nothing.
func (e *element) namespace(prefix string) (string, error) {
	if prefix == "xml" {
		return xmlNS, nil
	}
	for at := e; at != nil; at = at.bound {
		if namespace, ok := at.namespaces[prefix]; ok {
			return namespace, nil
		}
	}
	if prefix == "" {
		return "", nil
	}
	return "", fmt.Errorf("the prefix %s: is not bound to a namespace", prefix)
}

// bind binds the prefixes that a tag declares.
func (e *element) bind(attrs []xml.Attr) error {
	for _, a := range attrs {
		prefix := a.Name.Local
		switch {
		case a.Name.Space == "" && a.Name.Local == "xmlns":
			prefix = ""
		case a.Name.Space != "xmlns":
			continue
		case a.Value == "":
			return fmt.Errorf("the prefix %s: is bound to nothing", prefix)
		}
		if _, again := e.namespaces[prefix]; again || prefix == "xmlns" || a.Value == xmlnsNS || (a.Value == xmlNS) != (prefix == "xml") {
			return fmt.Errorf("the prefix %s: cannot be bound to %s there", prefix, a.Value)
		}
		if e.namespaces == nil {
			e.namespaces = map[string]string{}
		}
		e.namespaces[prefix] = a.Value
	}
	return nil
}

// expand returns the attributes of a tag that are no namespace declarations.
func (e *element) expand(attrs []xml.Attr) ([]attribute, error) {
	var out []attribute
	for _, a := range attrs {
		if a.Name.Space == "xmlns" || a.Name.Space == "" && a.Name.Local == "xmlns" {
			continue
		}
		b := attribute{raw: qualified(a.Name), prefix: a.Name.Space, local: a.Name.Local, value: a.Value}
		if b.prefix != "" {
			var err error
			if b.namespace, err = e.namespace(b.prefix); err != nil {
				return nil, err
			}
		}
		for _, other := range out {
			if other.namespace == b.namespace && other.local == b.local {
				return nil, fmt.Errorf("the attribute %s stands there twice", b.raw)
			}
		}
		out = append(out, b)
	}
	return out, nil
}

// attributes returns those attributes of a tag that RDF/XML gives a meaning
// (section 6.1.2), and takes those of XML itself, which any element may have.
func (p *parser) attributes(e *element, all []attribute) ([]attribute, error) {
	var out []attribute
	for _, a := range all {
		kept, err := p.attribute(e, &a)
		if err != nil {
			return nil, err
		}
		if kept {
			out = append(out, a)
		}
	}
	return out, nil
}

func (p *parser) attribute(e *element, a *attribute) (kept bool, err error) {
	switch {
	case a.prefix == "" && len(a.local) >= 3 && strings.EqualFold(a.local[:3], "xml"):
		return false, nil // reserved (section 6.1.2)
	case a.prefix == "":
		switch a.local {
		case "about", "ID", "parseType", "resource", "type": // for old documents (section 6.1.4)
			a.namespace = rdfNS
			return true, nil
		}
		return false, fmt.Errorf("the attribute %s has no namespace", a.raw)
	case a.name() == xmlNS+"base":
		e.base, err = p.absolute(e.base, a.value)
		return false, err
	case a.name() == xmlNS+"lang":
		if a.value != "" {
			_, err = graph.Tagged("", a.value)
		}
		e.lang = a.value
		return false, err
	case a.namespace == xmlNS:
		return false, nil
	case a.namespace == itsNS:
		return false, fmt.Errorf("a base direction %w", terms.ErrRDF12)
	case a.name() == rdfNS+"version":
		return false, terms.CheckVersion(a.value)
	case a.name() == rdfNS+"annotation", a.name() == rdfNS+"annotationNodeID":
		return false, fmt.Errorf("rdf:%s %w", a.local, terms.ErrRDF12)
	}
	return true, nil
}

// absolute resolves a reference (section 5.3).
func (p *parser) absolute(base, reference string) (string, error) {
	resolved, err := iri.Resolve(base, reference)
	if err != nil {
		return "", err
	}
	_, err = graph.ParseIRI(resolved)
	return resolved, err
}

// reference returns the IRI that the value of an attribute of e means.
func (p *parser) reference(e *element, value string) (terms.IRI, error) {
	p.maker.SetBase(e.base)
	return p.maker.IRI([]byte(value))
}

// named returns the IRI that an expanded name stands for.
func (p *parser) named(name string) (terms.IRI, error) {
	if !iri.HasScheme(name) {
		return nil, fmt.Errorf("the namespace of %s is no absolute IRI", name)
	}
	return p.maker.IRI([]byte(name))
}

// node returns the blank node of an rdf:nodeID.
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
		if i == 0 && !namechar.Start(c) || c != '.' && !namechar.Name(c) {
			return false
		}
	}
	return s != ""
}

// qualified returns a name as it stands in a tag.
func qualified(name xml.Name) string {
	if name.Space == "" {
		return name.Local
	}
	return name.Space + ":" + name.Local
}

// The names that RDF/XML keeps for itself (sections 7.2.2 to 7.2.4).
func isCore(local string) bool {
	switch local {
	case "RDF", "ID", "about", "parseType", "resource", "nodeID", "datatype":
		return true
	}
	return isOld(local)
}

func isOld(local string) bool {
	return local == "aboutEach" || local == "aboutEachPrefix" || local == "bagID"
}

var errName = errors.New("a name of RDF/XML's own is not allowed there")

// isNodeName is nodeElementURIs (section 7.2.5).
func isNodeName(name string) bool {
	local, ok := strings.CutPrefix(name, rdfNS)
	return !ok || !isCore(local) && local != "li"
}

// isPropertyName is propertyElementURIs (section 7.2.6).
func isPropertyName(name string) bool {
	local, ok := strings.CutPrefix(name, rdfNS)
	return !ok || !isCore(local) && local != "Description"
}

// isPropertyAttribute is propertyAttributeURIs (section 7.2.7).
func isPropertyAttribute(name string) bool { return isNodeName(name) && isPropertyName(name) }
