package harvest

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"vitrine/harvest/client"
	"vitrine/rdfstore"
)

// ErrPrune is wrapped by errors about a feed that does not tell for sure what
// there is.
var ErrPrune = errors.New("nothing was pruned, since the feed may not name all there is")

// prune deletes the entities that the feed does not name, of those hosts, with
// their ports, on which it or any of its resources is.
func (r *run) prune(ctx context.Context, p *plan) error {
	switch {
	case len(p.seen) == 0:
		return fmt.Errorf("%w: it names no resource", ErrPrune)
	case r.report.Unusable > 0:
		return fmt.Errorf("%w: some of its activities cannot be used", ErrPrune)
	}
	// Listed first: a store is not asked to change what is being walked.
	var names []rdfstore.Change
	for name, err := range r.Store.Entities(ctx, "") {
		if err != nil {
			return fmt.Errorf("list the entities of the store: %w", err)
		}
		_, seen := p.seen[name.String()]
		u, err := url.Parse(name.String())
		if err == nil && !seen && web(u) && p.hosts.May(u) && p.within(name.String()) && p.origins[client.HostOf(u)] {
			names = append(names, rdfstore.Change{Delete: name, Author: r.author()})
		}
	}
	for len(names) > 0 {
		n := min(len(names), batchRecords)
		if _, err := r.Store.Apply(ctx, names[:n]...); err != nil {
			return fmt.Errorf("prune the store: %w", err)
		}
		r.report.Pruned += n
		names = names[n:]
	}
	return nil
}
