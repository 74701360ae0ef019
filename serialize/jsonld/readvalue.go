package jsonld

import (
	"strings"

	"github.com/knakk/rdf"

	ldcontext "vitrine/context"
	"vitrine/rdfstore/graph"
	"vitrine/serialize/jsonld/layout"
)

// parts are the members of a value object; nil where it has none.
type parts struct{ value, datatype, language *value }

// valueObject reads an object with @value (JSON-LD 1.1 section 9.5).
func (r *reader) valueObject(v *value, t *ldcontext.Term, s subject, active *ldcontext.ActiveContext, again bool) (bool, error) {
	p, err := r.parts(v, active)
	if err != nil {
		return false, err
	}
	if p.value.kind == 'n' {
		if p.datatype != nil && active.ExpandKey(p.datatype.text) == "@json" {
			return false, errFullOnly // a literal, "null"
		}
		return false, nil
	}
	object, form, err := r.literal(p, active)
	if err != nil {
		return false, err
	}
	r.state(s, t.Predicate, object, again)
	r.out.Op(layout.ValueObject)
	for i := v.first; i != 0; i = r.doc.at(i).next {
		part := r.doc.at(i)
		if part.kind == 'n' {
			continue
		}
		r.out.Keyed(layout.Part, part.key)
		if part == p.value {
			r.out.Op(form)
			if form == layout.NumberAs {
				r.out.Text(part.text)
			}
			continue
		}
		r.written(part.text)
	}
	r.out.Op(layout.End)
	return true, nil
}

// parts finds the members and refuses combinations that mean nothing.
func (r *reader) parts(v *value, active *ldcontext.ActiveContext) (parts, error) {
	var p parts
	for i := v.first; i != 0; i = r.doc.at(i).next {
		part := r.doc.at(i)
		switch keyword(active, part.key) {
		case "@value":
			p.value = part
		case "@type":
			p.datatype = part
		case "@language":
			p.language = part
		case "@id":
			return p, r.coded("invalid value object", "an object has either a value or an id")
		case "":
			return p, r.at(part.key).coded("invalid value object", "a value object has no other members")
		default:
			return p, errFullOnly
		}
	}
	if p.language != nil && p.language.kind == 'n' {
		p.language = nil
	}
	switch {
	case p.value == nil || p.value.kind == '{' || p.value.kind == '[':
		return p, errFullOnly
	case p.datatype != nil && p.language != nil:
		return p, r.coded("invalid value object", "a value has either a type or a language")
	case p.datatype != nil && p.datatype.kind != '"':
		return p, r.coded("invalid typed value", "the type of a value is an IRI")
	case p.language != nil && p.language.kind != '"':
		return p, r.coded("invalid language-tagged string", "a language is a language tag")
	case p.language != nil && p.value.kind != '"' && p.value.kind != 'n':
		return p, r.coded("invalid language-tagged value", "a value with a language is a string")
	}
	return p, nil
}

// literal returns the literal that the parts make and how to write its value.
func (r *reader) literal(p parts, active *ldcontext.ActiveContext) (rdf.Object, layout.Op, error) {
	var datatype rdf.IRI
	if p.datatype != nil {
		if active.Term(p.datatype.text).HasContext() {
			return nil, 0, errFullOnly
		}
		iri := active.ExpandKey(p.datatype.text)
		if iri == "@json" {
			return nil, 0, errFullOnly
		}
		var err error
		if datatype, err = graph.ParseIRI(iri); err != nil || strings.HasPrefix(iri, "_:") {
			return nil, 0, r.coded("invalid typed value", "the type of a value is an absolute IRI or a term")
		}
	}
	switch {
	case p.value.kind != '"':
		return r.native(p.value, datatype)
	case p.language != nil:
		tagged, err := graph.Tagged(p.value.text, p.language.text)
		if err != nil {
			return nil, 0, r.fault(err.Error())
		}
		return tagged, layout.Text, nil
	case p.datatype != nil:
		return graph.Typed(p.value.text, datatype), layout.Text, nil
	default:
		return graph.String(p.value.text), layout.Text, nil
	}
}
