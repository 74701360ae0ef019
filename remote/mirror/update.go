package mirror

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"sync"

	"github.com/knakk/rdf"
	"golang.org/x/sync/errgroup"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/remote"
	"vitrine/serialize/nquads"
)

// update has the target follow the records with the names, as they are.
func (r *run) update(ctx context.Context, names []rdf.IRI) error {
	var mu sync.Mutex
	return r.each(ctx, names, func(ctx context.Context, name rdf.IRI) error {
		g, err := r.Source.Get(ctx, name)
		count := &r.report.Replaced
		switch {
		case rdfstore.IsMissing(err):
			count, err = &r.report.Deleted, r.Target.Delete(ctx, name.String())
		case err == nil:
			err = r.put(ctx, g)
		}
		if err == nil {
			mu.Lock()
			defer mu.Unlock()
			*count++
		}
		return err
	})
}

// put replaces a graph. Not every store keeps a graph without triples, so such a record
// is one that the target has not.
func (r *run) put(ctx context.Context, g *graph.Graph) error {
	if len(g.Triples) == 0 {
		return r.Target.Delete(ctx, g.Name.String())
	}
	body, err := nTriples(g)
	if err != nil {
		return err
	}
	return r.Target.Put(ctx, g.Name.String(), body)
}

func nTriples(g *graph.Graph) (string, error) {
	var body strings.Builder
	e := nquads.NTriples().NewEncoder(&body)
	if err := e.Encode(g); err != nil {
		return "", err
	}
	err := e.Close()
	return body.String(), err
}

// each calls do for each name, for several at once, and returns the first error that is not a
// refusal of the one graph.
func (r *run) each(ctx context.Context, names []rdf.IRI, do func(context.Context, rdf.IRI) error) error {
	return concurrently(ctx, r.Concurrency, names, do, func(name rdf.IRI, err error) error {
		var status *remote.GraphError
		switch {
		case err == nil:
			r.state.accept(name.String())
		case errors.As(err, &status) && status.Refuses():
			r.state.refuse(name.String(), err.Error())
		default:
			return err
		}
		r.moved()
		return nil
	})
}

// concurrently calls do for each, so many at once, and then ended for one at a time. After the
// first error of ended, which is returned, no more are begun; those in progress go on to their
// end, for a request that is given up may still be carried out, after a newer one.
func concurrently[T any](ctx context.Context, limit int, all []T, do func(context.Context, T) error, ended func(T, error) error) error {
	var group errgroup.Group
	group.SetLimit(limit)
	var mu sync.Mutex
	failed := false
	for _, one := range all {
		mu.Lock()
		over := failed
		mu.Unlock()
		if over || ctx.Err() != nil {
			break
		}
		group.Go(func() error {
			err := do(ctx, one)
			mu.Lock()
			defer mu.Unlock()
			err = ended(one, err)
			failed = failed || err != nil
			return err
		})
	}
	return cmp.Or(group.Wait(), ctx.Err())
}
