package jsonld

import (
	"bytes"
	"cmp"
	"fmt"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize/jsonld/layout"
)

// writer lays out the triples of one graph as JSON by a layout.
type writer struct {
	layout.Reader
	graph *graph.Graph
	buf   []byte
	// numbers, if not nil, collects the numbers with a spelling of their own.
	numbers map[rdf.Triple]string
}

// appendDocument appends the document of a graph that has a layout to dst: the same
// members in the same order as in the one it was read from.
func appendDocument(dst []byte, g *graph.Graph) ([]byte, error) {
	w := writer{graph: g, buf: dst}
	var texts [64]string
	w.Buffer(texts[:])
	if err := w.document(); err != nil {
		return dst, err
	}
	return w.buf, nil
}

// Numbers returns the numbers of a graph's document that are spelled otherwise than their
// literals would be, such as 2.50, by their triples. A graph without a layout has none.
// The error wraps layout.ErrMismatch.
func Numbers(g *graph.Graph) (map[rdf.Triple]string, error) {
	if bytes.IndexByte(g.Source.Layout, layout.NumberAs) < 0 {
		return nil, nil
	}
	w := writer{graph: g, numbers: map[rdf.Triple]string{}}
	if err := w.document(); err != nil {
		return nil, err
	}
	return w.numbers, nil
}

func (w *writer) document() error {
	g := w.graph
	if err := w.Open(g.Source.Layout); err != nil {
		return err
	}
	if err := w.node(g.Name, 0); err != nil {
		return fmt.Errorf("%s: %w", g.Name, err)
	}
	if !w.Done(len(g.Triples)) {
		return fmt.Errorf("%s: %w: it leaves triples out", g.Name, layout.ErrMismatch)
	}
	return nil
}

// node writes an object whose members are about the subject.
func (w *writer) node(subject rdf.Term, depth int) error {
	if depth > layout.MaxDepth+1 {
		return layout.ErrMismatch
	}
	w.buf = append(w.buf, '{')
	for first := true; ; first = false {
		o := w.Op()
		if o == layout.End {
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

func (w *writer) member(o layout.Op, subject rdf.Term, depth int) error {
	if o == layout.Context {
		w.buf = append(w.buf, `"@context":`...)
		w.buf = append(w.buf, w.graph.Source.Context...)
		return nil
	}
	key, err := w.Text()
	if err != nil {
		return err
	}
	w.buf = appendString(w.buf, key)
	w.buf = append(w.buf, ':')
	switch o {
	case layout.ID:
		w.id(subject)
		return nil
	case layout.IDAs:
		return w.written()
	case layout.Member:
		return w.value(subject, depth)
	case layout.Members:
		return w.values(subject, depth)
	case layout.Included:
		return w.included(depth)
	case layout.Map:
		return w.languageMap(subject, depth)
	case layout.Extra:
		text, err := w.Text()
		w.buf = append(w.buf, text...)
		return err
	default:
		return fmt.Errorf("%w: operation %d", layout.ErrMismatch, o)
	}
}

// included writes an array of nodes that are linked to no other.
func (w *writer) included(depth int) error {
	count := w.Number()
	w.buf = append(w.buf, '[')
	for i := range count {
		if i > 0 {
			w.buf = append(w.buf, ',')
		}
		o, triple := w.Op(), w.Number()
		if o != layout.About || triple < 0 || triple >= len(w.graph.Triples) {
			return layout.ErrMismatch
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
	text, err := w.Text()
	w.buf = appendString(w.buf, text)
	return err
}

func (w *writer) values(subject rdf.Term, depth int) error {
	count := w.Number()
	if count < 0 {
		return layout.ErrMismatch
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
	i, form, err := w.Triple(len(w.graph.Triples))
	if err != nil {
		return err
	}
	t := &w.graph.Triples[i]
	if rdf.Term(t.Subj) != subject {
		return fmt.Errorf("%w: triple %d is about another node", layout.ErrMismatch, i)
	}
	switch form {
	case layout.Node:
		return w.node(t.Obj, depth+1)
	case layout.List:
		return w.list(t.Obj, depth+1)
	case layout.ListObject:
		return w.listObject(t.Obj, depth+1)
	case layout.ValueObject:
		return w.valueObject(t)
	default:
		return w.scalar(form, t)
	}
}

// list writes the items of an rdf:List as an array.
func (w *writer) list(node rdf.Term, depth int) error {
	if depth > layout.MaxDepth+1 {
		return layout.ErrMismatch
	}
	count := w.Number()
	w.buf = append(w.buf, '[')
	for i := range count {
		if i > 0 {
			w.buf = append(w.buf, ',')
		}
		err := w.value(node, depth)
		if err != nil {
			return err
		}
		if node, err = w.Rest(node, w.graph.Triples); err != nil {
			return err
		}
	}
	w.buf = append(w.buf, ']')
	return nil
}

// listObject writes an rdf:List as an object whose member is the array.
func (w *writer) listObject(node rdf.Term, depth int) error {
	key, err := w.Text()
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
	count := w.Number()
	w.buf = append(w.buf, '{')
	for i := range count {
		if i > 0 {
			w.buf = append(w.buf, ',')
		}
		o := w.Op()
		if o != layout.Member && o != layout.Members {
			return layout.ErrMismatch
		}
		if err := w.member(o, subject, depth); err != nil {
			return err
		}
	}
	w.buf = append(w.buf, '}')
	return nil
}

// scalar writes a string, a number or a boolean.
func (w *writer) scalar(form layout.Op, t *rdf.Triple) error {
	object := t.Obj
	switch form {
	case layout.Text:
		w.buf = appendString(w.buf, object.String())
		return nil
	case layout.IRI:
		w.id(object)
		return nil
	case layout.Bool:
		w.buf = append(w.buf, object.String()...)
		return nil
	case layout.Number:
		literal, _ := object.(rdf.Literal)
		number, ok := layout.ShortNumber(literal)
		if !ok {
			return fmt.Errorf("%w: %q is no number", layout.ErrMismatch, object)
		}
		w.buf = append(w.buf, number...)
		return nil
	case layout.NumberAs:
		text, err := w.Text()
		w.buf = append(w.buf, text...)
		if w.numbers != nil {
			w.numbers[*t] = cmp.Or(w.numbers[*t], text)
		}
		return err
	case layout.Written:
		return w.written()
	default:
		return fmt.Errorf("%w: form %d", layout.ErrMismatch, form)
	}
}

// valueObject writes the object of a triple as a value object (JSON-LD 1.1
// section 9.5). Its parts are scalars: @value, @type, @language.
func (w *writer) valueObject(t *rdf.Triple) error {
	w.buf = append(w.buf, '{')
	for first := true; ; first = false {
		o := w.Op()
		if o == layout.End {
			w.buf = append(w.buf, '}')
			return nil
		}
		if o != layout.Part {
			return fmt.Errorf("%w: operation %d in a value object", layout.ErrMismatch, o)
		}
		if !first {
			w.buf = append(w.buf, ',')
		}
		key, err := w.Text()
		if err != nil {
			return err
		}
		w.buf = appendString(w.buf, key)
		w.buf = append(w.buf, ':')
		if err := w.scalar(w.Op(), t); err != nil {
			return err
		}
	}
}
