package jsonld

import (
	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize/jsonld/layout"
)

// appendExpanded appends a graph that has a layout in expanded form (JSON-LD 1.1 API
// section 5): the tree of its document with every IRI in full. What RDF has no
// place for, _complete and blank node labels used once, is not in it.
func appendExpanded(dst []byte, g *graph.Graph) ([]byte, error) {
	e := expander{graph: g}
	if err := e.Open(g.Source.Layout); err != nil {
		return dst, err
	}
	root, err := e.node(g.Name)
	if err != nil {
		return dst, err
	}
	dst = append(dst, '[')
	dst = root.appendTo(dst)
	return append(dst, ']'), nil
}

// expander walks a layout and lays out the graph in expanded form.
type expander struct {
	layout.Reader
	graph *graph.Graph
}

// object is a node in expanded form: two names of a document may stand for one
// property, so the values of each are gathered before they are written.
type object struct {
	id    string
	types [][]byte
	keys  []string
	items map[string][][]byte
}

func (o *object) add(key string, item []byte) {
	if _, ok := o.items[key]; !ok {
		o.keys = append(o.keys, key)
	}
	o.items[key] = append(o.items[key], item)
}

func (o *object) appendTo(dst []byte) []byte {
	dst = append(dst, '{')
	if o.id != "" {
		dst = appendString(append(dst, `"@id":`...), o.id)
	}
	if len(o.types) > 0 {
		dst = appendArray(appendMember(dst, "@type"), o.types)
	}
	for _, key := range o.keys {
		dst = appendArray(appendMember(dst, key), o.items[key])
	}
	return append(dst, '}')
}

// appendMember begins a member of the object that dst ends in.
func appendMember(dst []byte, key string) []byte {
	if dst[len(dst)-1] != '{' {
		dst = append(dst, ',')
	}
	return append(appendString(dst, key), ':')
}

func appendArray(dst []byte, items [][]byte) []byte {
	dst = append(dst, '[')
	for i, item := range items {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, item...)
	}
	return append(dst, ']')
}

func (e *expander) node(subject rdf.Term) (*object, error) {
	o := &object{items: map[string][][]byte{}}
	for {
		operation := e.Op()
		if operation == layout.End {
			return o, nil
		}
		if err := e.member(operation, subject, o); err != nil {
			return nil, err
		}
	}
}

func (e *expander) member(operation layout.Op, subject rdf.Term, o *object) error {
	if operation == layout.Context {
		return nil
	}
	if _, err := e.Text(); err != nil {
		return err
	}
	count := 1
	switch operation {
	case layout.ID:
		o.id = identifier(subject)
		return nil
	case layout.IDAs, layout.Extra:
		if operation == layout.IDAs {
			o.id = identifier(subject)
		}
		_, err := e.Text()
		return err
	case layout.Included:
		return e.included(o)
	case layout.Map:
		return e.languageMap(subject, o)
	case layout.Members:
		count = e.Number()
	case layout.Member:
	default:
		return layout.ErrMismatch
	}
	for range count {
		if err := e.value(o); err != nil {
			return err
		}
	}
	return nil
}

func (e *expander) included(o *object) error {
	for range e.Number() {
		operation, triple := e.Op(), e.Number()
		if operation != layout.About || triple < 0 || triple >= len(e.graph.Triples) {
			return layout.ErrMismatch
		}
		inner, err := e.node(e.graph.Triples[triple].Subj)
		if err != nil {
			return err
		}
		o.add("@included", inner.appendTo(nil))
	}
	return nil
}

func identifier(t rdf.Term) string {
	if b, ok := t.(rdf.Blank); ok {
		return "_:" + b.String()
	}
	return t.String()
}

// value adds the next value to the object.
func (e *expander) value(o *object) error {
	i, form, err := e.Triple(len(e.graph.Triples))
	if err != nil {
		return err
	}
	t := e.graph.Triples[i]
	switch form {
	case layout.Node:
		inner, err := e.node(t.Obj)
		if err != nil {
			return err
		}
		o.add(t.Pred.String(), inner.appendTo(nil))
		return nil
	case layout.List, layout.ListObject:
		list, err := e.list(form, t.Obj)
		o.add(t.Pred.String(), list)
		return err
	case layout.Written, layout.NumberAs:
		if _, err := e.Text(); err != nil {
			return err
		}
	case layout.ValueObject:
		if err := e.skipParts(); err != nil {
			return err
		}
	}
	if t.Pred == rdf.Predicate(graph.Type) && form == layout.Written {
		o.types = append(o.types, appendString(nil, identifier(t.Obj)))
		return nil
	}
	o.add(t.Pred.String(), appendExpandedValue(nil, t.Obj))
	return nil
}

// list returns an rdf:List as a list object.
func (e *expander) list(form layout.Op, node rdf.Term) ([]byte, error) {
	if form == layout.ListObject {
		if _, err := e.Text(); err != nil {
			return nil, err
		}
	}
	items := object{items: map[string][][]byte{}}
	for range e.Number() {
		err := e.value(&items)
		if err != nil {
			return nil, err
		}
		if node, err = e.Rest(node, e.graph.Triples); err != nil {
			return nil, err
		}
	}
	return append(appendArray([]byte(`{"@list":`), items.items[graph.First.String()]), '}'), nil
}

// languageMap adds the values of a language map.
func (e *expander) languageMap(subject rdf.Term, o *object) error {
	for range e.Number() {
		if err := e.member(e.Op(), subject, o); err != nil {
			return err
		}
	}
	return nil
}

// skipParts passes over the parts of a value object.
func (e *expander) skipParts() error {
	for {
		switch e.Op() {
		case layout.End:
			return nil
		case layout.Part:
		default:
			return layout.ErrMismatch
		}
		if _, err := e.Text(); err != nil {
			return err
		}
		if form := e.Op(); form == layout.Written || form == layout.NumberAs {
			if _, err := e.Text(); err != nil {
				return err
			}
		}
	}
}

// appendExpandedValue appends an object of a triple that is not described: a
// reference, or a value object.
func appendExpandedValue(dst []byte, o rdf.Object) []byte {
	l, ok := o.(rdf.Literal)
	if !ok {
		return append(appendString(append(dst, `{"@id":`...), identifier(o)), '}')
	}
	dst = append(dst, `{"@value":`...)
	form, native := layout.NativeForm(l)
	switch {
	case native && form == layout.Number:
		number, _ := layout.ShortNumber(l)
		dst = append(dst, number...)
	case native && form == layout.Bool:
		dst = append(dst, l.String()...)
	default:
		dst = appendString(dst, l.String())
		if l.Lang() != "" {
			dst = appendString(append(dst, `,"@language":`...), l.Lang())
		} else if l.DataType != graph.XSDString {
			dst = appendString(append(dst, `,"@type":`...), l.DataType.String())
		}
	}
	return append(dst, '}')
}
