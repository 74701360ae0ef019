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

// beginCopy notes that everything is to be copied, and where the log is to be followed
// from then on.
func (r *run) beginCopy(ctx context.Context) error {
	last, err := r.Source.LastChange(ctx)
	if err != nil {
		return err
	}
	empty := false
	if !r.state.Began {
		if empty, err = r.isEmpty(ctx); err != nil {
			return err
		}
	}
	if !r.state.Began && !empty {
		r.Note("the graph store is not empty; graphs that are not records stay there, unless --prune deletes them")
	}
	r.state.Began, r.state.Position, r.state.Copy = true, positionOf(last), &copying{Add: empty}
	r.state.Refused = nil
	return r.state.write(r.StateFile)
}

// isEmpty tells whether the target has no quad. Where it does not say, it may have some.
func (r *run) isEmpty(ctx context.Context) (bool, error) {
	for _, err := range r.Target.Names(ctx) {
		var status *remote.GraphError
		if errors.As(err, &status) && !status.Passing() && status.Status != 401 && status.Status != 403 {
			return false, nil
		}
		return false, err
	}
	return true, nil
}

// copy sends all graphs after those that the target has.
func (r *run) copy(ctx context.Context) error {
	var batch []*graph.Graph
	size := 0
	for g, err := range r.Source.Graphs(ctx, r.state.Copy.After) {
		if err != nil {
			return err
		}
		batch = append(batch, g)
		if size += sizeOf(g); size >= r.BatchBytes || len(batch) == batchChanges {
			if err := r.flush(ctx, batch); err != nil {
				return err
			}
			batch, size = batch[:0], 0
		}
	}
	if err := r.flush(ctx, batch); err != nil {
		return err
	}
	r.state.Copy = nil
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

// flush sends the next graphs of a copy.
func (r *run) flush(ctx context.Context, batch []*graph.Graph) error {
	if len(batch) == 0 {
		return nil
	}
	last := batch[len(batch)-1].Name.String()
	added := false
	if r.state.Copy.Add && batch[0].Name.String() > r.state.Copy.Sent {
		r.state.Copy.Sent = last
		if err := r.state.write(r.StateFile); err != nil {
			return err
		}
		var err error
		if added, err = r.add(ctx, batch); err != nil {
			return err
		}
	}
	if !added {
		if err := r.putAll(ctx, batch); err != nil {
			return err
		}
	}
	r.report.Copied += uint64(len(batch))
	r.state.Copy.After = last
	return r.state.write(r.StateFile)
}

// add adds graphs that the target has not. Where it fails, they are to be replaced one by
// one, which tells a store that is out of order from one that does not take them.
func (r *run) add(ctx context.Context, batch []*graph.Graph) (bool, error) {
	var body strings.Builder
	e := nquads.NQuads().NewEncoder(&body)
	for _, g := range batch {
		if len(g.Triples) == 0 {
			continue
		}
		if err := e.Encode(g); err != nil {
			return false, err
		}
	}
	if err := e.Close(); err != nil || body.Len() == 0 {
		return err == nil, err
	}
	err := r.Target.Add(ctx, body.String())
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if err != nil {
		r.Note("several graphs could not be added at once, so they are sent one by one: " + err.Error())
		var status *remote.GraphError
		r.state.Copy.Add = !errors.As(err, &status) || status.Passing()
		return false, nil
	}
	for range batch {
		r.moved()
	}
	return true, nil
}

// putAll replaces graphs.
func (r *run) putAll(ctx context.Context, graphs []*graph.Graph) error {
	byName := make(map[rdf.IRI]*graph.Graph, len(graphs))
	names := make([]rdf.IRI, len(graphs))
	for i, g := range graphs {
		byName[g.Name], names[i] = g, g.Name
	}
	return r.each(ctx, names, func(ctx context.Context, name rdf.IRI) error { return r.put(ctx, byName[name]) })
}
