package mirror

import (
	"context"
	"errors"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/remote"
	"vitrine/serialize/nquads"
)

// batchGraphs is how many graphs of a copy are sent together at most.
const batchGraphs = 1000

// copy sends all graphs of the source. Unless this is the first copy, or replaced tells that the
// source is another one, the log is followed from the position before, for what was deleted since.
func (r *run) copy(ctx context.Context, replaced bool) error {
	if !r.state.began || replaced {
		last, err := r.Source.LastChange(ctx)
		if err != nil {
			return err
		}
		r.state.Position = positionOf(last)
	}
	add := false
	if !r.state.began {
		var err error
		if add, err = r.Target.IsEmpty(ctx); err != nil {
			return err
		}
		if !add {
			r.Note("the graph store is not empty; graphs that are not records stay there")
		}
	}
	r.state.Copied, r.state.Refused = false, nil
	if err := r.state.write(r.StateFile); err != nil {
		return err
	}
	var batch []*graph.Graph
	size := 0
	flush := func() error {
		err := r.flush(ctx, batch, &add)
		r.report.Copied += uint64(len(batch))
		batch, size = batch[:0], 0
		return err
	}
	for g, err := range r.Source.graphs(ctx) {
		if err != nil {
			return err
		}
		batch = append(batch, g)
		if size += sizeOf(g); size >= r.BatchBytes || len(batch) == batchGraphs {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	if err := flush(); err != nil {
		return err
	}
	r.state.Copied = true
	return r.state.write(r.StateFile)
}

// sizeOf returns about how many bytes a graph takes as N-Quads.
func sizeOf(g *graph.Graph) int {
	n := 0
	for _, t := range g.Triples {
		n += len(t.Subj.String()) + len(t.Pred.String()) + len(t.Obj.String()) + len(g.Name.String()) + 16
	}
	return n
}

// flush sends graphs of a copy: by one request, where add tells that the target has none of them.
// Where that fails, they are replaced one by one, which tells a store that is out of order from one
// that does not take them.
func (r *run) flush(ctx context.Context, batch []*graph.Graph, add *bool) error {
	if *add {
		err := r.add(ctx, batch)
		if err == nil || ctx.Err() != nil {
			return ctx.Err()
		}
		r.Note("several graphs could not be added at once, so they are sent one by one: " + err.Error())
		var status *remote.GraphError
		*add = !errors.As(err, &status) || status.Passing()
	}
	byName := make(map[rdf.IRI]*graph.Graph, len(batch))
	names := make([]rdf.IRI, len(batch))
	for i, g := range batch {
		byName[g.Name], names[i] = g, g.Name
	}
	return r.each(ctx, names, func(ctx context.Context, name rdf.IRI) error { return r.put(ctx, byName[name]) })
}

// add adds graphs that the target has not.
func (r *run) add(ctx context.Context, batch []*graph.Graph) error {
	var body strings.Builder
	e := nquads.NQuads().NewEncoder(&body)
	for _, g := range batch {
		if len(g.Triples) > 0 {
			if err := e.Encode(g); err != nil {
				return err
			}
		}
	}
	if err := e.Close(); err != nil || body.Len() == 0 {
		return err
	}
	if err := r.Target.Add(ctx, body.String()); err != nil {
		return err
	}
	for range batch {
		r.moved()
	}
	return nil
}
