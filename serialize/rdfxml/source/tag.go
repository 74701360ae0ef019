package source

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"slices"
	"strings"

	"vitrine/rdfstore/graph"
	"vitrine/serialize/foreign"
	"vitrine/serialize/namechar"
)

// attribute is an attribute with its expanded name.
type attribute struct {
	// raw is the name in the tag.
	raw       string
	namespace string
	local     string
	value     string
}

func (a attribute) name() string { return a.namespace + a.local }

// start rewrites a start tag, which stands in the document as raw.
func (r *rewriter) start(tag xml.StartElement, raw []byte) error {
	if r.top().kind == literal {
		return errMarkup
	}
	e := &element{name: qualified(tag.Name), base: r.top().base, parent: r.top()}
	if len(e.parent.namespaces) == 0 {
		e.parent = e.parent.parent
	}
	attributes, err := e.attributes(tag.Attr, bytes.Contains(raw, []byte("&#")))
	if err != nil {
		return err
	}
	namespace, err := e.namespace(tag.Name.Space)
	if err != nil {
		return err
	}
	if namespace == "" {
		return fmt.Errorf("the element %s has no namespace", e.name)
	}
	if e.kind, err = r.child(namespace + tag.Name.Local); err != nil {
		return err
	}
	r.out = append(r.out, "<"+e.name...)
	for prefix, namespace := range e.namespaces {
		name := "xmlns"
		if prefix != "" {
			name = "xmlns:" + prefix
		}
		r.write(name, namespace)
	}
	if len(r.stack) == 1 {
		r.write("xmlns:"+r.own, rdfNS)
	}
	r.stack = append(r.stack, e)
	switch e.kind {
	case node:
		err = r.node(e, attributes)
	case property:
		err = r.property(e, attributes)
	default:
		err = r.rdf(e, attributes)
	}
	r.out = append(r.out, '>')
	return err
}

// attributes binds the namespaces of a tag and returns its other attributes.
// Without character references, white space in values is normalized as XML 1.0
// section 3.3.3 has it.
func (e *element) attributes(attrs []xml.Attr, references bool) ([]attribute, error) {
	e.namespaces = map[string]string{}
	for _, a := range attrs {
		prefix := a.Name.Local
		switch {
		case a.Name.Space == "" && a.Name.Local == "xmlns":
			prefix = ""
		case a.Name.Space != "xmlns":
			continue
		case a.Value == "":
			return nil, fmt.Errorf("the prefix %s: is bound to nothing", prefix)
		}
		if _, again := e.namespaces[prefix]; again || a.Value == xmlnsNS || (a.Value == xmlNS) != (prefix == "xml") {
			return nil, fmt.Errorf("the prefix %s: cannot be bound to %s there", prefix, a.Value)
		}
		e.namespaces[prefix] = a.Value
	}
	delete(e.namespaces, "xml")
	var out []attribute
	seen := map[string]bool{}
	for _, a := range attrs {
		if isReserved(a.Name) {
			continue
		}
		b, err := e.attribute(a)
		if err != nil {
			return nil, err
		}
		if key := b.namespace + " " + b.local; seen[key] {
			return nil, fmt.Errorf("the attribute %s stands there twice", b.raw)
		} else {
			seen[key] = true
		}
		if !references {
			b.value = strings.NewReplacer("\n", " ", "\t", " ", "\r", " ").Replace(b.value)
		}
		out = append(out, b)
	}
	return out, nil
}

// isReserved tells whether a name is a namespace declaration or another that XML
// keeps for itself, which means nothing in RDF/XML (section 6.1.2).
func isReserved(name xml.Name) bool {
	return name.Space == "xmlns" || name.Space == "" && len(name.Local) >= 3 && strings.EqualFold(name.Local[:3], "xml")
}

// attribute expands the name of an attribute. Five of RDF's may lack a prefix,
// for old documents (section 6.1.4).
func (e *element) attribute(a xml.Attr) (attribute, error) {
	b := attribute{raw: qualified(a.Name), local: a.Name.Local, value: a.Value}
	if a.Name.Space == "" {
		switch a.Name.Local {
		case "about", "ID", "parseType", "resource", "type":
			b.namespace = rdfNS
			return b, nil
		}
		return b, fmt.Errorf("the attribute %s has no namespace", b.raw)
	}
	namespace, err := e.namespace(a.Name.Space)
	if err != nil {
		return b, err
	}
	b.namespace = namespace
	switch {
	case namespace == itsNS:
		return b, errors.New("a base direction (RDF 1.2) cannot be kept; Vitrine's graphs are RDF 1.1")
	case namespace == rdfNS && (b.local == "version" || b.local == "annotation" || b.local == "annotationNodeID"):
		return b, fmt.Errorf("rdf:%s (RDF 1.2) cannot be kept; Vitrine's graphs are RDF 1.1", b.local)
	}
	return b, nil
}

// common handles the attributes of XML itself, which any element may have. It
// returns the others.
func (r *rewriter) common(e *element, attributes []attribute) ([]attribute, error) {
	var others []attribute
	for _, a := range attributes {
		switch a.name() {
		case xmlNS + "base":
			base, err := foreign.Resolve(e.base, a.value)
			if err != nil {
				return nil, err
			}
			e.base = base
		case xmlNS + "lang":
			if _, err := graph.Tagged("", a.value); err != nil && a.value != "" {
				return nil, err
			}
			r.write("xml:lang", a.value)
		default:
			if a.namespace != xmlNS {
				others = append(others, a)
			}
		}
	}
	return others, nil
}

// rdf is rdf:RDF, which has no attributes of its own.
func (r *rewriter) rdf(e *element, attributes []attribute) error {
	others, err := r.common(e, attributes)
	if err == nil && len(others) > 0 {
		err = fmt.Errorf("rdf:RDF cannot have the attribute %s", others[0].raw)
	}
	return err
}

// node is a node element (section 7.2.11).
func (r *rewriter) node(e *element, attributes []attribute) error {
	attributes, err := r.common(e, attributes)
	if err != nil {
		return err
	}
	for _, a := range attributes {
		switch a.name() {
		case rdfNS + "about", rdfNS + "type":
			err = r.reference(e, a)
		case rdfNS + "ID":
			var iri string
			if iri, err = r.id(e, a.value); err == nil {
				r.write(r.own+":about", iri)
			}
		case rdfNS + "nodeID":
			err = r.nodeID(a)
		case rdfNS + "resource", rdfNS + "parseType", rdfNS + "datatype":
			err = fmt.Errorf("%s cannot stand on a node", a.raw)
		default:
			r.write(a.raw, a.value)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// property is a property element (section 7.2.14).
func (r *rewriter) property(e *element, attributes []attribute) error {
	attributes, err := r.common(e, attributes)
	if err != nil {
		return err
	}
	var alone, node, others []string
	for _, a := range attributes {
		switch a.name() {
		case rdfNS + "ID":
			err = r.reify(e, a)
		case rdfNS + "resource":
			err = r.reference(e, a)
			node = append(node, a.raw)
		case rdfNS + "nodeID":
			err = r.nodeID(a)
			node = append(node, a.raw)
		case rdfNS + "datatype":
			err = r.reference(e, a)
			e.kind = typed
			alone = append(alone, a.raw)
		case rdfNS + "parseType":
			err = r.parseType(e, a)
			alone = append(alone, a.raw)
		case rdfNS + "type":
			err = r.reference(e, a)
			others = append(others, a.raw)
		case rdfNS + "about":
			err = fmt.Errorf("%s cannot stand on a property", a.raw)
		default:
			r.write(a.raw, a.value)
			others = append(others, a.raw)
		}
		if err != nil {
			return err
		}
	}
	return e.object(alone, node, others)
}

// object tells whether the attributes of a property agree on its object: one
// that stands alone, or any number of properties of a node that one may name.
func (e *element) object(alone, node, others []string) error {
	all := slices.Concat(alone, node, others)
	if len(node)+len(others) > 0 {
		e.kind = empty
	}
	if len(node) > 1 || len(alone) > 0 && len(all) > 1 {
		return fmt.Errorf("%s cannot stand beside %s", all[0], all[1])
	}
	return nil
}

func (r *rewriter) parseType(e *element, a attribute) error {
	switch a.value {
	case "Resource":
		e.kind = node
	case "Collection":
		e.kind = nodes
	case "Literal":
		e.kind = literal
	case "Triple":
		return errors.New("a triple term (RDF 1.2) cannot be kept; Vitrine's graphs are RDF 1.1")
	default:
		return fmt.Errorf("rdf:parseType %q is not known", a.value)
	}
	r.write(r.own+":parseType", a.value)
	return nil
}

// reference writes an attribute whose value is an IRI reference.
func (r *rewriter) reference(e *element, a attribute) error {
	iri, err := resolve(e.base, a.value)
	if err != nil {
		return err
	}
	r.write(r.own+":"+a.local, iri)
	return nil
}

// resolve is section 5.3: the empty reference is the base without its fragment.
func resolve(base, reference string) (string, error) {
	iri, err := foreign.Resolve(base, reference)
	if err != nil {
		return "", err
	}
	_, err = graph.IRI(iri)
	return iri, err
}

// nodeID writes a blank node, marked as one that has a label.
func (r *rewriter) nodeID(a attribute) error {
	if !isNCName(a.value) {
		return fmt.Errorf("rdf:nodeID %q is no XML name without a colon", a.value)
	}
	r.write(r.own+":nodeID", foreign.Labelled+a.value)
	return nil
}

// id returns the IRI that rdf:ID makes, which may be made once.
func (r *rewriter) id(e *element, id string) (string, error) {
	if !isNCName(id) {
		return "", fmt.Errorf("rdf:ID %q is no XML name without a colon", id)
	}
	iri, err := resolve(e.base, "#"+id)
	if err == nil && r.ids[iri] {
		err = fmt.Errorf("rdf:ID %q stands there twice", id)
	}
	r.ids[iri] = true
	return iri, err
}

// reify is rdf:ID on a property. It gives the library an IRI to make up and
// remembers the one that it stands for.
func (r *rewriter) reify(e *element, a attribute) error {
	iri, err := r.id(e, a.value)
	if err != nil {
		return err
	}
	stand := fmt.Sprintf("s%d", len(r.statements))
	r.statements[r.own+":#"+stand] = iri
	r.write("xml:base", r.own+":")
	r.write(r.own+":ID", stand)
	return nil
}

func isNCName(s string) bool {
	for i, c := range s {
		if i == 0 && !namechar.Start(c) || c != '.' && !namechar.Name(c) {
			return false
		}
	}
	return s != ""
}

// write writes an attribute.
func (r *rewriter) write(name, value string) {
	r.out = append(r.out, ' ')
	r.out = append(r.out, name...)
	r.out = append(r.out, `="`...)
	r.out = append(r.out, inAttribute.Replace(value)...)
	r.out = append(r.out, '"')
}
