package rml

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/knakk/rdf"
	"golang.org/x/text/language"

	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/iri"
)

// position is the place of a term in a statement.
type position string

const (
	inSubject   position = "subject"
	inPredicate position = "predicate"
	inObject    position = "object"
	inGraph     position = "graph"
)

// termMap makes a term of a record.
type termMap struct {
	position position
	// constant is the term, or nil.
	constant rdf.Object
	// parts are those of a template or the one of a reference; none makes a new blank node.
	parts      []part
	isTemplate bool
	// termType is IRI, URI, UnsafeIRI, UnsafeURI, BlankNode or Literal.
	termType           string
	language, datatype *termMap
}

// part is a piece of a template.
type part struct {
	text      string
	reference reference
}

// termMaps reads the term maps of a node in one position: those that are described, and
// those that are constants by a short property.
func (d *description) termMaps(node rdf.Term, name string, at position, source logicalSource) ([]*termMap, error) {
	var maps []*termMap
	for _, constant := range d.of(node, name) {
		m := &termMap{position: at, constant: constant}
		if err := m.check(""); err != nil {
			return nil, err
		}
		maps = append(maps, m)
	}
	for _, of := range d.of(node, name+"Map") {
		m, err := d.termMap(of, at, source)
		if err != nil {
			return nil, err
		}
		maps = append(maps, m)
	}
	return maps, nil
}

// termMap reads a term map.
func (d *description) termMap(node rdf.Object, at position, source logicalSource) (*termMap, error) {
	m := &termMap{position: at}
	var err error
	kinds := 0
	for _, constant := range d.of(node, "constant") {
		m.constant = constant
		kinds++
	}
	for _, text := range d.of(node, "reference") {
		if m.parts, err = parseReference(text.String(), source.formulation); err != nil {
			return nil, err
		}
		kinds++
	}
	for _, text := range d.of(node, "template") {
		m.isTemplate = true
		if m.parts, err = parseTemplate(text.String(), source.formulation); err != nil {
			return nil, err
		}
		kinds++
	}
	if kinds > 1 {
		return nil, fmt.Errorf("a map of the %s has more than one of rml:constant, rml:reference and rml:template", at)
	}
	if m.language, err = d.modifier(node, "language", source); err != nil {
		return nil, err
	}
	if m.datatype, err = d.modifier(node, "datatype", source); err != nil {
		return nil, err
	}
	said := ""
	for _, t := range d.of(node, "termType") {
		said = local(t)
	}
	if kinds == 0 && said != "BlankNode" {
		return nil, fmt.Errorf("a map of the %s has no rml:constant, rml:reference or rml:template", at)
	}
	return m, m.check(said)
}

// modifier reads the map of the language or the datatype of literals, nil where there is
// none.
func (d *description) modifier(node rdf.Object, name string, source logicalSource) (*termMap, error) {
	for _, constant := range d.of(node, name) {
		return &termMap{position: inObject, constant: constant}, nil
	}
	described := d.of(node, name+"Map")
	if len(described) == 0 {
		return nil, nil
	}
	m, err := d.termMap(described[0], inObject, source)
	if err == nil && m.constant == nil {
		m.termType = "Literal"
		if name == "datatype" {
			m.termType = "IRI"
		}
	}
	return m, err
}

// check gives the map its term type, and refuses one that has no place where it stands.
func (m *termMap) check(said string) error {
	if m.termType = said; said == "" {
		m.termType = m.implied()
	}
	if m.constant != nil && said != "" && said != m.implied() {
		return fmt.Errorf("the constant %s is no %s", m.constant, said)
	}
	allowed := map[position]string{
		inSubject: "IRI URI UnsafeIRI UnsafeURI BlankNode", inPredicate: "IRI URI UnsafeIRI UnsafeURI",
		inGraph: "IRI URI UnsafeIRI UnsafeURI BlankNode", inObject: "IRI URI UnsafeIRI UnsafeURI BlankNode Literal",
	}[m.position]
	for of := range strings.FieldsSeq(allowed) {
		if of == m.termType {
			return nil
		}
	}
	return fmt.Errorf("a %s cannot be of the term type %s", m.position, m.termType)
}

// implied returns the term type that a map has by itself.
func (m *termMap) implied() string {
	switch m.constant.(type) {
	case rdf.IRI:
		return "IRI"
	case rdf.Blank:
		return "BlankNode"
	case rdf.Literal:
		return "Literal"
	}
	if m.position == inObject && (!m.isTemplate || m.language != nil || m.datatype != nil) {
		return "Literal"
	}
	return "IRI"
}

// parseReference reads a reference alone.
func parseReference(text, formulation string) ([]part, error) {
	r, err := newReference(text, formulation)
	return []part{{reference: r}}, err
}

// errTemplate means that a template is not well formed.
var errTemplate = errors.New("the template is not well formed: braces stand in pairs, and a backslash stands before a brace or a backslash")

// parseTemplate reads a template, in which a backslash has a brace or a backslash stand for
// itself.
func parseTemplate(text, formulation string) ([]part, error) {
	var parts []part
	var plain strings.Builder
	inside := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\':
			i++
			if i == len(text) || !strings.ContainsRune(`{}\`, rune(text[i])) {
				return nil, fmt.Errorf("%q: %w", text, errTemplate)
			}
			plain.WriteByte(text[i])
		case c == '{' && !inside:
			if plain.Len() > 0 {
				parts = append(parts, part{text: plain.String()})
			}
			plain.Reset()
			inside = true
		case c == '}' && inside:
			r, err := newReference(plain.String(), formulation)
			if err != nil {
				return nil, err
			}
			parts = append(parts, part{reference: r})
			plain.Reset()
			inside = false
		case c == '{', c == '}':
			return nil, fmt.Errorf("%q: %w", text, errTemplate)
		default:
			plain.WriteByte(c)
		}
	}
	if inside {
		return nil, fmt.Errorf("%q: %w", text, errTemplate)
	}
	if plain.Len() > 0 {
		parts = append(parts, part{text: plain.String()})
	}
	return parts, nil
}

// maker makes the terms of one record.
type maker struct {
	record record
	base   string
	blanks *blanks
}

// blanks gives blank nodes their labels.
type blanks struct {
	labels map[string]rdf.Blank
	next   int
}

// node returns the blank node of a text, and a new one for "".
func (b *blanks) node(text string) rdf.Blank {
	if node, ok := b.labels[text]; ok && text != "" {
		return node
	}
	b.next++
	node, err := rdf.NewBlank(fmt.Sprintf("b%d", b.next))
	if err != nil { // a letter and a number are a label
		return rdf.Blank{}
	}
	if text != "" {
		b.labels[text] = node
	}
	return node
}

// terms returns the terms that a map makes of the record: none where a value is missing.
func (k *maker) terms(m *termMap) ([]rdf.Object, error) {
	if m.constant != nil {
		return []rdf.Object{m.constant}, nil
	}
	if len(m.parts) == 0 {
		return []rdf.Object{k.blanks.node("")}, nil
	}
	values, err := k.values(m)
	if err != nil {
		return nil, err
	}
	var made []rdf.Object
	for _, v := range values {
		of, err := k.term(m, v)
		if err != nil {
			return nil, err
		}
		made = append(made, of...)
	}
	return made, nil
}

// values returns the texts of a reference or template; one with several values stands for
// each of them.
func (k *maker) values(m *termMap) ([]value, error) {
	if !m.isTemplate {
		return m.parts[0].reference.values(k.record)
	}
	all := []value{{}}
	for _, p := range m.parts {
		of := []value{{text: p.text}}
		if p.reference != nil {
			var err error
			if of, err = p.reference.values(k.record); err != nil {
				return nil, err
			}
		}
		var longer []value
		for _, before := range all {
			for _, v := range of {
				if p.reference != nil {
					v.text = encoded(v.text, m.termType)
				}
				longer = append(longer, value{text: before.text + v.text})
			}
		}
		all = longer
	}
	return all, nil
}

// term makes the terms of one text.
func (k *maker) term(m *termMap, v value) ([]rdf.Object, error) {
	switch m.termType {
	case "BlankNode":
		return []rdf.Object{k.blanks.node(v.text)}, nil
	case "Literal":
		return k.literals(m, v)
	}
	text := v.text
	if !iri.HasScheme(text) {
		text = k.base + text
	}
	made, err := rdf.NewIRI(text)
	if m.termType != "UnsafeIRI" && m.termType != "UnsafeURI" {
		if err == nil {
			err = iri.Check(text)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%q is no IRI: %w", text, err)
	}
	return []rdf.Object{made}, nil
}

// literals makes the literals of a text: one for each language or datatype.
func (k *maker) literals(m *termMap, v value) ([]rdf.Object, error) {
	switch {
	case m.language != nil:
		tags, err := k.terms(m.language)
		if err != nil {
			return nil, err
		}
		var made []rdf.Object
		for _, tag := range tags {
			if _, err := language.Parse(tag.String()); err != nil {
				return nil, fmt.Errorf("%q is no language tag: %w", tag.String(), err)
			}
			literal, err := graph.Tagged(v.text, tag.String())
			if err != nil {
				return nil, err
			}
			made = append(made, literal)
		}
		return made, nil
	case m.datatype != nil:
		types, err := k.terms(m.datatype)
		if err != nil {
			return nil, err
		}
		var made []rdf.Object
		for _, t := range types {
			datatype, ok := t.(rdf.IRI)
			if !ok {
				return nil, fmt.Errorf("the datatype %s is no IRI", t)
			}
			made = append(made, graph.Typed(v.text, datatype))
		}
		return made, nil
	case v.datatype != (rdf.IRI{}):
		return []rdf.Object{graph.Typed(v.text, v.datatype)}, nil
	}
	return []rdf.Object{graph.String(v.text)}, nil
}

// encoded returns a value as it stands in an IRI that a template makes: percent-encoded but
// for unreserved characters, those of RFC 3986 in a URI and those of RFC 3987 in an IRI.
func encoded(text, termType string) string {
	if termType != "IRI" && termType != "URI" {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		plain := r < 0x80 && strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~", r)
		if plain || termType == "IRI" && r >= 0xa0 && r != utf8.RuneError {
			b.WriteString(text[i : i+size])
		} else {
			for _, c := range []byte(text[i : i+size]) {
				fmt.Fprintf(&b, "%%%02X", c)
			}
		}
		i += size
	}
	return b.String()
}
