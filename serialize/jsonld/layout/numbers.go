package layout

import (
	"bytes"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// Numbers returns the numbers of a graph's document that are spelled otherwise than their
// literals would be, such as 2.50, by their triples. A graph without a layout has none.
// The error wraps ErrMismatch.
func Numbers(g *graph.Graph) (map[rdf.Triple]string, error) {
	if bytes.IndexByte(g.Source.Layout, NumberAs) < 0 {
		return nil, nil
	}
	w := numberWalk{triples: g.Triples}
	if err := w.Open(g.Source.Layout); err != nil {
		return nil, err
	}
	if !w.node(0) || !w.Done(len(g.Triples)) {
		return nil, ErrMismatch
	}
	return w.numbers, nil
}

// numberWalk walks a layout for its numbers. Its methods return false where the layout
// does not follow the grammar.
type numberWalk struct {
	Reader
	triples []rdf.Triple
	numbers map[rdf.Triple]string
}

func (w *numberWalk) node(depth int) bool {
	for depth <= MaxDepth+1 {
		switch o := w.Op(); o {
		case End:
			return true
		case Context:
		default:
			if !w.member(o, depth) {
				return false
			}
		}
	}
	return false
}

func (w *numberWalk) member(o Op, depth int) bool {
	if _, err := w.Text(); err != nil {
		return false
	}
	switch o {
	case ID:
		return true
	case IDAs, Extra:
		_, err := w.Text()
		return err == nil
	case Member:
		return w.value(depth)
	case Members:
		return w.times(func() bool { return w.value(depth) })
	case Map:
		return w.times(func() bool { return w.member(w.Op(), depth) })
	case Included:
		return w.times(func() bool { return w.Op() == About && w.Number() >= 0 && w.node(depth+1) })
	default:
		return false
	}
}

// times does something as often as the count that comes next says.
func (w *numberWalk) times(do func() bool) bool {
	count := w.Number()
	for range count {
		if !do() {
			return false
		}
	}
	return count >= 0
}

func (w *numberWalk) value(depth int) bool {
	i, form, err := w.Triple(len(w.triples))
	if err != nil || depth > MaxDepth+1 {
		return false
	}
	t := w.triples[i]
	switch form {
	case Node:
		return w.node(depth + 1)
	case ListObject:
		if _, err := w.Text(); err != nil {
			return false
		}
		return w.list(t.Obj, depth+1)
	case List:
		return w.list(t.Obj, depth+1)
	case ValueObject:
		return w.valueObject(t)
	default:
		return w.scalar(form, t)
	}
}

func (w *numberWalk) list(node rdf.Term, depth int) bool {
	return w.times(func() bool {
		if !w.value(depth) {
			return false
		}
		next, err := w.Rest(node, w.triples)
		node = next
		return err == nil
	})
}

func (w *numberWalk) valueObject(t rdf.Triple) bool {
	for {
		switch w.Op() {
		case End:
			return true
		case Part:
			if _, err := w.Text(); err != nil || !w.scalar(w.Op(), t) {
				return false
			}
		default:
			return false
		}
	}
}

func (w *numberWalk) scalar(form Op, t rdf.Triple) bool {
	switch form {
	case Text, IRI, Bool, Number:
		return true
	case Written:
		_, err := w.Text()
		return err == nil
	case NumberAs:
		text, err := w.Text()
		if w.numbers == nil {
			w.numbers = map[rdf.Triple]string{}
		}
		if _, before := w.numbers[t]; !before {
			w.numbers[t] = text
		}
		return err == nil
	default:
		return false
	}
}
