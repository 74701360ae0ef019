package rml

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/knakk/rdf"

	"vitrine/serialize/nquads"
)

// maxWaiting bounds the quads of blank nodes that wait for the entity that they belong to.
const maxWaiting = 2_000_000

// ErrOrphan means that a blank node belongs to no entity.
var ErrOrphan = errors.New("a blank node in the default graph belongs to no entity; give its triples a graph with rml:graph")

// WriteRecords makes the quads of a mapping and writes them as N-Quads in which each entity
// is a graph of its own: a triple of the default graph is in the graph that is named as its
// subject, and one of a blank node in that of the entity that refers to it. written is told
// of each name of a graph when it comes first.
func (m *Mapping) WriteRecords(ctx context.Context, w io.Writer, base string, open Open, written func(name string) error) error {
	r := &recordWriter{to: w, written: written, seen: map[rdf.Context]bool{}, owners: map[rdf.Blank]rdf.IRI{}}
	if err := m.Run(ctx, base, open, r.add); err != nil {
		return err
	}
	return r.end()
}

type recordWriter struct {
	to      io.Writer
	written func(string) error
	seen    map[rdf.Context]bool
	// owners are the entities that blank nodes belong to, and waiting the quads of those of
	// which that is not known yet.
	owners  map[rdf.Blank]rdf.IRI
	waiting []rdf.Quad
}

func (r *recordWriter) add(q rdf.Quad) error {
	if q.Ctx != nil {
		return r.write(q)
	}
	switch subject := q.Subj.(type) {
	case rdf.IRI:
		return r.own(q, subject)
	case rdf.Blank:
		if owner, ok := r.owners[subject]; ok {
			return r.own(q, owner)
		}
	}
	if len(r.waiting) >= maxWaiting {
		return fmt.Errorf("more than %d triples of blank nodes wait for their entities; give them a graph with rml:graph", maxWaiting)
	}
	r.waiting = append(r.waiting, q)
	return nil
}

// own writes a quad into the graph of an entity.
func (r *recordWriter) own(q rdf.Quad, owner rdf.IRI) error {
	if blank, ok := q.Obj.(rdf.Blank); ok {
		if other, ok := r.owners[blank]; ok && other != owner {
			return fmt.Errorf("a blank node belongs to two entities, %s and %s; give it an IRI", other, owner)
		}
		r.owners[blank] = owner
	}
	q.Ctx = owner
	return r.write(q)
}

func (r *recordWriter) write(q rdf.Quad) error {
	if !r.seen[q.Ctx] {
		r.seen[q.Ctx] = true
		if err := r.written(q.Ctx.String()); err != nil {
			return err
		}
	}
	_, err := r.to.Write(nquads.AppendQuads(nil, []rdf.Quad{q}))
	return err
}

// end writes the quads that wait, until none is left or none can be written.
func (r *recordWriter) end() error {
	for len(r.waiting) > 0 {
		before := r.waiting
		r.waiting = nil
		for _, q := range before {
			if err := r.add(q); err != nil {
				return err
			}
		}
		if len(r.waiting) == len(before) {
			return ErrOrphan
		}
	}
	return nil
}
