package dataset

import (
	"fmt"
	"strconv"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize/terms"
)

// record is one graph in the making.
type record struct {
	// name is the graph's, nil for the default graph.
	name rdf.Context
	// line is the one it begins on.
	line int
	// bytes is its length in the document, grown that of its terms, written out.
	bytes, grown int64
	// triples have the graph's own labels, labels the way from the document's
	// to these; owned are those of the document that no other graph may use.
	triples []rdf.Triple
	labels  map[rdf.Blank]terms.Blank
	owned   []rdf.Blank
	// err is why the graph is refused, nil while it is not.
	err error
}

// refuse drops the graph for the first reason given. Its labels stay its own.
func (r *record) refuse(err error) {
	if r.err == nil {
		r.err = err
		r.triples = nil
	}
}

// add takes a triple whose blank nodes have the document's labels.
func (g *Grouper) add(r *record, t rdf.Triple) error {
	r.grown += int64(len(t.Subj.String()) + len(t.Pred.String()) + len(t.Obj.String()))
	if limit := g.options.Limit() * maxGrowth; r.grown > limit {
		return fmt.Errorf("%w: more than %d bytes with all IRIs written out", graph.ErrTooLarge, limit)
	}
	if b, ok := t.Subj.(rdf.Blank); ok {
		made, err := g.label(r, b)
		if err != nil {
			return err
		}
		t.Subj = made
	}
	if b, ok := t.Obj.(rdf.Blank); ok {
		made, err := g.label(r, b)
		if err != nil {
			return err
		}
		t.Obj = made
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
func (g *Grouper) label(r *record, b rdf.Blank) (terms.Blank, error) {
	if made, ok := r.labels[b]; ok {
		return made, nil
	}
	if !terms.Unlabelled(b) {
		if g.owners[b] != nil || g.used.hasLabel(b.String()) {
			return nil, fmt.Errorf("the blank node _:%s is also used in another graph; Vitrine keeps graphs apart, so give the node an IRI or each graph a node of its own", b)
		}
		g.owners[b] = r
		r.owned = append(r.owned, b)
	}
	made := terms.Blank(Numbered(len(r.labels)))
	r.labels[b] = made
	return made, nil
}

// Numbered returns the blank node _:bN.
func Numbered(n int) rdf.Blank {
	b, _ := rdf.NewBlank("b" + strconv.Itoa(n)) // fails for an empty label only
	return b
}
