package jsonld

import (
	"strconv"
	"strings"

	"github.com/knakk/rdf"

	ldcontext "vitrine/context"
	"vitrine/rdfstore/graph"
	"vitrine/serialize/jsonld/layout"
)

// scalar returns the object that a string, number or boolean stands for and
// how to write it, following the algorithm of JSON-LD 1.1 API section 5.3.2.
func (r *reader) scalar(v *value, t *ldcontext.Term, active *ldcontext.ActiveContext) (rdf.Object, layout.Op, string, error) {
	if v.kind != '"' {
		var datatype rdf.IRI
		if t.Coercion == ldcontext.ToDatatype {
			datatype = t.Datatype
		}
		object, form, err := r.native(v, datatype)
		return object, form, v.text, err
	}
	switch t.Coercion {
	case ldcontext.ToID:
		if isText(t.Key, v.text) {
			return nil, 0, "", r.textFault(v.text, t)
		}
		node, form, err := r.iri(v.text, active)
		if err != nil {
			return nil, 0, "", err
		}
		return node.(rdf.Object), form, v.text, nil
	case ldcontext.ToVocab:
		object, form, err := r.vocabulary(v.text, active)
		return object, form, v.text, err
	case ldcontext.ToDatatype:
		return graph.Typed(v.text, t.Datatype), layout.Text, "", nil
	}
	if language := active.LanguageOf(t); language != "" {
		object, err := r.tagged(v.text, language)
		return object, layout.Text, "", err
	}
	return graph.String(v.text), layout.Text, "", nil
}

// tagged returns a language-tagged string.
func (r *reader) tagged(text, language string) (rdf.Object, error) {
	object, err := graph.Tagged(text, language)
	if err != nil {
		return nil, r.caused(err)
	}
	return object, nil
}

// vocabulary returns what a string stands for where a term or an IRI is asked
// for. What is neither is refused: read as a relative IRI, as the standard
// has it, it would become an address that means nothing.
func (r *reader) vocabulary(text string, active *ldcontext.ActiveContext) (rdf.Object, layout.Op, error) {
	iri := active.ExpandKey(text)
	if label, ok := strings.CutPrefix(iri, "_:"); ok {
		b, err := r.labelled(label)
		return b, layout.IRI, err
	}
	term, err := graph.ParseIRI(iri)
	if err != nil {
		return nil, 0, r.fault(strconv.Quote(text) + " is neither a term of the context here nor an absolute IRI")
	}
	if iri != text {
		return term, layout.Written, nil
	}
	return term, layout.IRI, nil
}

// native returns the literal for a number or a boolean. A zero datatype stands
// for the one that the value itself calls for.
func (r *reader) native(v *value, datatype rdf.IRI) (rdf.Object, layout.Op, error) {
	if v.kind == 't' || v.kind == 'f' {
		if datatype == (rdf.IRI{}) {
			datatype = graph.XSDBoolean
		}
		return graph.Typed(v.kind.String(), datatype), layout.Bool, nil
	}
	literal, err := layout.NumberLiteral(v.text, datatype)
	if err != nil {
		return nil, 0, r.fault("the number " + v.text + " is beyond what xsd:double holds; write it as a string")
	}
	if short, ok := layout.ShortNumber(literal); ok && short == v.text {
		return literal, layout.Number, nil
	}
	return literal, layout.NumberAs, nil
}
