package dataset

import (
	"fmt"
	"strconv"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// record is one graph in the making.
type record struct {
	// key is the graph's name as a term, "" for the default graph.
	key string
	// line is the one it begins on.
	line  int
	bytes int64
	// triples have the graph's own labels, labels the way from the document's
	// to these.
	triples []rdf.Triple
	labels  map[rdf.Blank]rdf.Blank
	// err is why the graph is refused, nil while it is not.
	err error
}

// refuse drops the graph for the first reason given. Its labels stay used.
func (r *record) refuse(err error, u *used) {
	if r.err != nil {
		return
	}
	r.err = err
	r.triples = nil
	for label := range r.labels {
		u.addLabel(label.String())
	}
	r.labels = nil
}

// add takes a triple whose blank nodes have the document's labels.
func (r *record) add(t rdf.Triple, u *used) error {
	var err error
	if b, ok := t.Subj.(rdf.Blank); ok {
		if t.Subj, err = r.label(b, u); err != nil {
			return err
		}
	}
	if b, ok := t.Obj.(rdf.Blank); ok {
		if t.Obj, err = r.label(b, u); err != nil {
			return err
		}
	}
	if r.err != nil {
		return nil
	}
	if len(r.triples) == graph.MaxTriples {
		return fmt.Errorf("%w: more than %d quads in one graph", graph.ErrTooLarge, graph.MaxTriples)
	}
	r.triples = append(r.triples, t)
	return nil
}

// label returns the graph's own label for a blank node of the document.
func (r *record) label(b rdf.Blank, u *used) (rdf.Blank, error) {
	if r.err != nil {
		u.addLabel(b.String())
		return b, nil
	}
	label, ok := r.labels[b]
	if ok {
		return label, nil
	}
	if u.hasLabel(b.String()) {
		return b, fmt.Errorf("the blank node _:%s is also used in another graph; Vitrine keeps graphs apart, so give the node an IRI or each graph a node of its own", b)
	}
	label = Numbered(len(r.labels))
	r.labels[b] = label
	return label, nil
}

// done marks the graph's name and labels as used.
func (r *record) done(u *used) {
	u.addName(r.key)
	for label := range r.labels {
		u.addLabel(label.String())
	}
}

// Numbered returns the blank node _:bN.
func Numbered(n int) rdf.Blank {
	b, _ := rdf.NewBlank("b" + strconv.Itoa(n)) // fails for an empty label only
	return b
}
