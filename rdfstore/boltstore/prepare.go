package boltstore

import (
	"fmt"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// prepared is a change on its way to the writer, with what the caller could
// work out for it.
type prepared struct {
	rdfstore.Change
	// ready is nil where the writer has to work it out.
	ready *ready
}

// ready is what a graph comes to in the file.
type ready struct {
	// changes are those of the index where the graph is new, after room for those
	// of its classes, and encoded are they as the pending table has them. The
	// numbers of the graph and of the classes are not known yet.
	changes []change
	encoded []byte
	classes int
	// record is what follows the head of its record.
	record []byte
}

// prepare checks the graphs of some changes and returns the changes with each
// graph as it will be read again: every triple once, and literals as package
// graph makes them.
func (s *Store) prepare(changes []rdfstore.Change) ([]prepared, error) {
	all := make([]prepared, len(changes))
	for i, c := range changes {
		all[i].Change = c
		if c.Put == nil {
			continue
		}
		n, err := normalise(c.Put)
		if err != nil {
			return nil, &rdfstore.ChangeError{Index: i, Name: c.Name(), Err: err}
		}
		all[i].Put, all[i].ready = n.Graph, s.makeReady(n)
	}
	return all, nil
}

// makeReady works out what a graph comes to, nil where that takes numbers which
// the dictionary has not given yet: only the writer gives them.
func (s *Store) makeReady(n *numbered) *ready {
	given := &given{dictionary: s.dict}
	postings, err := indexer{given, s.derivation}.postingsOf(n, 0)
	if err != nil || given.missing {
		return nil
	}
	record, err := encodeBody(nil, n, given)
	if err != nil || given.missing {
		return nil
	}
	r := &ready{record: record, classes: len(n.Classes())}
	r.changes = make([]change, r.classes, r.classes+len(postings))
	for _, p := range postings {
		r.changes = append(r.changes, change{p.place, 0, p.n})
	}
	r.encoded = encodeChanges(r.changes[r.classes:])
	return r
}

// with returns the changes where those of the classes and the graph's number are
// known.
func (r *ready) with(classes []change, graph uint64) []change {
	copy(r.changes[:r.classes], classes)
	ofGraph(r.changes, graph)
	return r.changes
}

// normalise returns the graph that reading what is stored of g gives, with
// numbers. It is g itself where that is the same.
func normalise(g *graph.Graph) (*numbered, error) {
	if err := g.Check(); err != nil {
		return nil, err
	}
	if _, err := graph.IRI(g.Name.String()); err != nil {
		return nil, fmt.Errorf("the graph's name: %w", err)
	}
	g, err := withLiterals(g)
	if err != nil {
		return nil, err
	}
	n := numberTerms(g)
	if !n.mayRepeat {
		return n, nil
	}
	once := *g
	once.Triples = graph.Dedup(slices.Clone(g.Triples))
	if len(once.Triples) == len(g.Triples) {
		return n, nil
	}
	return numberTerms(&once), nil
}

// withLiterals returns g with literals as package graph makes them.
func withLiterals(g *graph.Graph) (*graph.Graph, error) {
	changed := false
	for i, t := range g.Triples {
		l, ok := t.Obj.(rdf.Literal)
		if !ok {
			continue
		}
		same, err := literal(l)
		if err != nil {
			return nil, err
		}
		if same == l {
			continue
		}
		if !changed {
			c := *g
			c.Triples = slices.Clone(g.Triples)
			g, changed = &c, true
		}
		g.Triples[i].Obj = same
	}
	return g, nil
}

// literal returns a literal as package graph makes it.
func literal(l rdf.Literal) (rdf.Literal, error) {
	if l.DataType == graph.LangString {
		return graph.Tagged(l.String(), l.Lang())
	}
	return graph.Typed(l.String(), l.DataType), nil
}
