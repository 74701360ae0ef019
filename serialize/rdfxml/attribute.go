package rdfxml

import (
	"encoding/xml"
	"fmt"
	"strings"

	"vitrine/rdfstore/graph"
	"vitrine/serialize/terms"
)

// name is an expanded name (Namespaces in XML 1.0 section 2.1).
type name struct{ space, local string }

// inRDF returns a name in the namespace of RDF.
func inRDF(local string) name { return name{rdfNS, local} }

// attribute is an attribute with its name in the tag, whose Space is the prefix,
// and its expanded name.
type attribute struct {
	name
	tag   xml.Name
	value string
}

// qualified returns a name as it stands in a tag.
func qualified(tag xml.Name) string {
	if tag.Space == "" {
		return tag.Local
	}
	return tag.Space + ":" + tag.Local
}

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

// declaration reports whether an attribute binds a prefix, which is empty for the
// default namespace.
func declaration(a xml.Attr) (prefix string, ok bool) {
	if a.Name.Space == "" && a.Name.Local == "xmlns" {
		return "", true
	}
	return a.Name.Local, a.Name.Space == "xmlns"
}

// bind binds the prefixes that a tag declares.
func (e *element) bind(attrs []xml.Attr) error {
	for _, a := range attrs {
		prefix, ok := declaration(a)
		if !ok {
			continue
		}
		if a.Value == "" && prefix != "" {
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

// maxAttributes is how many attributes a tag may have.
const maxAttributes = 1000

// expand finds the expanded names of a tag and of its attributes that are no
// namespace declarations.
func (e *element) expand(tag xml.StartElement) (err error) {
	if len(tag.Attr) > maxAttributes {
		return fmt.Errorf("%w: more than %d attributes", graph.ErrTooLarge, maxAttributes)
	}
	if err := e.bind(tag.Attr); err != nil {
		return err
	}
	e.name.local = tag.Name.Local
	if e.name.space, err = e.namespace(tag.Name.Space); err != nil {
		return err
	}
	for _, a := range tag.Attr {
		if _, ok := declaration(a); ok {
			continue
		}
		made := attribute{name: name{local: a.Name.Local}, tag: a.Name, value: a.Value}
		if a.Name.Space != "" {
			if made.space, err = e.namespace(a.Name.Space); err != nil {
				return err
			}
		}
		for _, other := range e.attributes {
			if other.name == made.name {
				return fmt.Errorf("the attribute %s stands there twice", qualified(a.Name))
			}
		}
		e.attributes = append(e.attributes, made)
	}
	return nil
}

// interpret leaves an element those attributes that RDF/XML gives a meaning
// (section 6.1.2), and takes those of XML itself, which any element may have.
func (p *parser) interpret(e *element) error {
	kept := e.attributes[:0]
	for _, a := range e.attributes {
		keep, err := p.attribute(e, &a)
		if err != nil {
			return err
		}
		if keep {
			kept = append(kept, a)
		}
	}
	e.attributes = kept
	return nil
}

func (p *parser) attribute(e *element, a *attribute) (keep bool, err error) {
	switch a.space {
	case "":
		if len(a.local) >= 3 && strings.EqualFold(a.local[:3], "xml") {
			return false, nil // reserved (section 6.1.2)
		}
		switch a.local {
		case "about", "ID", "parseType", "resource", "type": // for old documents (section 6.1.4)
			a.space = rdfNS
			return true, nil
		}
		return false, fmt.Errorf("the attribute %s has no namespace", a.local)
	case xmlNS:
		return false, p.ofXML(e, a)
	case itsNS:
		return false, fmt.Errorf("a base direction %w", terms.ErrRDF12)
	case rdfNS:
		switch a.local {
		case "version":
			return false, terms.CheckVersion(a.value)
		case "annotation", "annotationNodeID":
			return false, fmt.Errorf("rdf:%s %w", a.local, terms.ErrRDF12)
		}
	}
	return true, nil
}

// ofXML takes an attribute of XML itself (section 5.3; XML 1.0 section 2.12).
func (p *parser) ofXML(e *element, a *attribute) error {
	switch a.local {
	case "base":
		base, err := p.reference(e, a.value)
		if err == nil {
			e.base = base.String()
		}
		return err
	case "lang":
		e.lang = a.value
		if a.value != "" {
			_, err := graph.Tagged("", a.value)
			return err
		}
	}
	return nil
}
