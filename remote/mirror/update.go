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
		g, err := r.Source.get(ctx, name)
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

// concurrency is how many graphs are sent at the same time.
const concurrency = 4

// each calls do for each name, for several at once, and returns the first error that is not a
// refusal of the one graph. After it no more are begun; those in progress go on to their end, for a
// request that is given up may still be carried out, after a newer one.
func (r *run) each(ctx context.Context, names []rdf.IRI, do func(context.Context, rdf.IRI) error) error {
	var group errgroup.Group
	group.SetLimit(concurrency)
	var mu sync.Mutex
	failed := false
	over := func() bool {
		mu.Lock()
		defer mu.Unlock()
		return failed || ctx.Err() != nil
	}
	for _, name := range names {
		if over() {
			break
		}
		group.Go(func() error {
			err := do(ctx, name)
			mu.Lock()
			defer mu.Unlock()
			var status *remote.GraphError
			switch {
			case err == nil:
				r.state.accept(name.String())
			case errors.As(err, &status) && status.Refuses():
				r.state.refuse(name.String(), err.Error())
			default:
				failed = true
				return err
			}
			r.moved()
			return nil
		})
	}
	return cmp.Or(group.Wait(), ctx.Err())
}

// moved reports one more graph.
func (r *run) moved() {
	r.sent++
	r.Progress(r.sent)
}
