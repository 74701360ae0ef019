package jsonld

import (
	"fmt"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// writer lays out the triples of one graph as JSON by a layout.
type writer struct {
	layoutReader
	graph *graph.Graph
	buf   []byte
}

// appendLaidOut appends the graph's document to dst: the same members in the
// same order as in the one it was read from.
func appendLaidOut(dst []byte, g *graph.Graph, layout []byte) ([]byte, error) {
	w := writer{graph: g, buf: dst}
	var texts [64]string
	w.texts = texts[:0]
	if err := w.open(layout); err != nil {
		return dst, err
	}
	if err := w.node(g.Name, 0); err != nil {
		return dst, fmt.Errorf("%s: %w", g.Name, err)
	}
	if w.stated != len(g.Triples) || w.pos != len(w.data) {
		return dst, fmt.Errorf("%s: %w: it leaves triples out", g.Name, errLayout)
	}
	return w.buf, nil
}

// node writes an object whose members are about the subject.
func (w *writer) node(subject rdf.Term, depth int) error {
	if depth > MaxDepth+1 {
		return errLayout
	}
	w.buf = append(w.buf, '{')
	for first := true; ; first = false {
		o := w.op()
		if o == opEnd {
			w.buf = append(w.buf, '}')
			return nil
		}
		if !first {
			w.buf = append(w.buf, ',')
		}
		if err := w.member(o, subject, depth); err != nil {
			return err
		}
	}
}

func (w *writer) member(o op, subject rdf.Term, depth int) error {
	if o == opContext {
		w.buf = append(w.buf, `"@context":`...)
		w.buf = append(w.buf, w.graph.Source.Context...)
		return nil
	}
	key, err := w.text()
	if err != nil {
		return err
	}
	w.buf = appendString(w.buf, key)
	w.buf = append(w.buf, ':')
	switch o {
	case opID:
		w.id(subject)
		return nil
	case opIDAs:
		return w.written()
	case opMember:
		return w.value(subject, depth)
	case opMembers:
		return w.values(subject, depth)
	case opIncluded:
		return w.included(depth)
	case opMap:
		return w.languageMap(subject, depth)
	case opExtra:
		text, err := w.text()
		w.buf = append(w.buf, text...)
		return err
	default:
		return fmt.Errorf("%w: operation %d", errLayout, o)
	}
}

// included writes an array of nodes that are linked to no other.
func (w *writer) included(depth int) error {
	count := w.number()
	w.buf = append(w.buf, '[')
	for i := range count {
		if i > 0 {
			w.buf = append(w.buf, ',')
		}
		o, triple := w.op(), w.number()
		if o != opAbout || triple < 0 || triple >= len(w.graph.Triples) {
			return errLayout
		}
		if err := w.node(w.graph.Triples[triple].Subj, depth+1); err != nil {
			return err
		}
	}
	w.buf = append(w.buf, ']')
	return nil
}

// id writes an identifier as a string.
func (w *writer) id(t rdf.Term) {
	if b, ok := t.(rdf.Blank); ok {
		w.buf = appendString(w.buf, "_:"+b.String())
		return
	}
	w.buf = appendString(w.buf, t.String())
}

// written writes a string as the layout spells it.
func (w *writer) written() error {
	text, err := w.text()
	w.buf = appendString(w.buf, text)
	return err
}

func (w *writer) values(subject rdf.Term, depth int) error {
	count := w.number()
	if count < 0 {
		return errLayout
	}
	w.buf = append(w.buf, '[')
	for i := range count {
		if i > 0 {
			w.buf = append(w.buf, ',')
		}
		if err := w.value(subject, depth); err != nil {
			return err
		}
	}
	w.buf = append(w.buf, ']')
	return nil
}

// value writes the value that stands for the next triple, or the one named.
func (w *writer) value(subject rdf.Term, depth int) error {
	i, form, err := w.triple(len(w.graph.Triples))
	if err != nil {
		return err
	}
	t := &w.graph.Triples[i]
	if rdf.Term(t.Subj) != subject {
		return fmt.Errorf("%w: triple %d is about another node", errLayout, i)
	}
	switch form {
	case opNode:
		return w.node(t.Obj, depth+1)
	case opList:
		return w.list(t.Obj, depth+1)
	case opListObject:
		return w.listObject(t.Obj, depth+1)
	case opValueObject:
		return w.valueObject(t.Obj)
	default:
		return w.scalar(form, t.Obj)
	}
}

// list writes the items of an rdf:List as an array.
func (w *writer) list(node rdf.Term, depth int) error {
	if depth > MaxDepth+1 {
		return errLayout
	}
	count := w.number()
	w.buf = append(w.buf, '[')
	for i := range count {
		if i > 0 {
			w.buf = append(w.buf, ',')
		}
		err := w.value(node, depth)
		if err != nil {
			return err
		}
		if node, err = w.rest(node, w.graph.Triples); err != nil {
			return err
		}
	}
	w.buf = append(w.buf, ']')
	return nil
}

// listObject writes an rdf:List as an object whose member is the array.
func (w *writer) listObject(node rdf.Term, depth int) error {
	key, err := w.text()
	if err != nil {
		return err
	}
	w.buf = appendString(append(w.buf, '{'), key)
	w.buf = append(w.buf, ':')
	if err := w.list(node, depth); err != nil {
		return err
	}
	w.buf = append(w.buf, '}')
	return nil
}

// languageMap writes an object that has language tags for names.
func (w *writer) languageMap(subject rdf.Term, depth int) error {
	count := w.number()
	w.buf = append(w.buf, '{')
	for i := range count {
		if i > 0 {
			w.buf = append(w.buf, ',')
		}
		o := w.op()
		if o != opMember && o != opMembers {
			return errLayout
		}
		if err := w.member(o, subject, depth); err != nil {
			return err
		}
	}
	w.buf = append(w.buf, '}')
	return nil
}

// scalar writes a string, a number or a boolean.
func (w *writer) scalar(form op, object rdf.Object) error {
	switch form {
	case opText:
		w.buf = appendString(w.buf, object.String())
		return nil
	case opIRI:
		w.id(object)
		return nil
	case opBool:
		w.buf = append(w.buf, object.String()...)
		return nil
	case opNumber:
		literal, _ := object.(rdf.Literal)
		number, ok := shortNumber(literal)
		if !ok {
			return fmt.Errorf("%w: %q is no number", errLayout, object)
		}
		w.buf = append(w.buf, number...)
		return nil
	case opNumberAs:
		text, err := w.text()
		w.buf = append(w.buf, text...)
		return err
	case opWritten:
		return w.written()
	default:
		return fmt.Errorf("%w: form %d", errLayout, form)
	}
}

// valueObject writes the object of a triple as a value object (JSON-LD 1.1
// section 9.5). Its parts are scalars: @value, @type, @language.
func (w *writer) valueObject(object rdf.Object) error {
	w.buf = append(w.buf, '{')
	for first := true; ; first = false {
		o := w.op()
		if o == opEnd {
			w.buf = append(w.buf, '}')
			return nil
		}
		if o != opPart {
			return fmt.Errorf("%w: operation %d in a value object", errLayout, o)
		}
		if !first {
			w.buf = append(w.buf, ',')
		}
		key, err := w.text()
		if err != nil {
			return err
		}
		w.buf = appendString(w.buf, key)
		w.buf = append(w.buf, ':')
		if err := w.scalar(w.op(), object); err != nil {
			return err
		}
	}
}
