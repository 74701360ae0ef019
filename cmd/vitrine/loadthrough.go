package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/knakk/rdf"

	controlclient "vitrine/control/client"
	"vitrine/control/wire"
	"vitrine/load"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/yield"
	"vitrine/server/ops/pace"
)

// togetherThrough is how many records a server stores at once for a command. The caches of
// the server follow them while its readers wait, which takes less than a millisecond.
const togetherThrough = 50

// storeThrough stores the records through the server that has the store: so many at a
// time, or all or none. Reading them gives way to the server and its readers, unless it is to
// go at full speed.
func (p *loadPlan) storeThrough(ctx context.Context, store openedStore, atomic bool) (load.Counts, load.Report, error) {
	p.options.Workers = max(1, runtime.GOMAXPROCS(0)-1)
	switch served, ok := store.(*controlclient.Store); {
	case ok && p.fullSpeed:
		served.FullSpeed = true
	case ok:
		served.Gentle = p.gentle
		p.app.say("the load gives way where requests to the server wait; with --full-speed it does not")
		p.giveWay()
	}
	loader, graphs := p.read(ctx)
	defer p.bar.end()
	p.check.use(store)
	through := &countedStore{store: store}
	var bulk load.Bulk
	together := togetherThrough
	if atomic {
		bulk, together = load.AtOnce(through, wire.MaxChanges, wire.MaxTriples), load.Together
	}
	counts, err := load.Put(ctx, through, graphs, bulk, together)
	if err == nil {
		p.check.missing.report(store)
	}
	p.bar.end()
	err = closing(store, err)
	if err == nil {
		p.reportIgnored()
		return counts, loader.Report(), nil
	}
	return counts, loader.Report(), through.broken(ctx, loader, err)
}

// giveWay has this process go last where others wait for a processor, too. Even at the
// lowest priority it has turns, which are short where it yields after each record.
func (p *loadPlan) giveWay() {
	if p.app.ownProcess {
		pace.LowerPriority()
	}
	check := p.options.Check
	p.options.Check = func(g *graph.Graph, text []byte) load.Verdict {
		yield.Now()
		return check(g, text)
	}
}

// countedStore counts the records that were stored.
type countedStore struct {
	store  openedStore
	stored int
	// last is the name of the last of them; failed is the number of records of an Apply
	// that failed.
	last   rdf.IRI
	failed int
}

// Apply is that of the store.
func (s *countedStore) Apply(ctx context.Context, changes ...rdfstore.Change) ([]rdfstore.Outcome, error) {
	outcomes, err := s.store.Apply(ctx, changes...)
	if err != nil {
		s.failed = len(changes)
		return outcomes, err
	}
	if len(changes) > 0 {
		s.stored += len(changes)
		s.last = changes[len(changes)-1].Name()
	}
	return outcomes, nil
}

// broken returns the error of a load that did not end, which says which records are
// stored, and how to go on.
func (s *countedStore) broken(ctx context.Context, loader *load.Loader, err error) error {
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		err = errors.New("interrupted")
	}
	text := "nothing was stored"
	if s.stored > 0 {
		text = fmt.Sprintf("the first %s stored", wasCount(s.stored, "record"))
		if at, ok := loader.Place(s.last); ok {
			text += fmt.Sprintf(", up to %s (%s)", s.last, at)
		}
	}
	unknown := errors.Is(err, controlclient.ErrUnknown) || errors.Is(err, rdfstore.ErrUncertain)
	if unknown {
		text += fmt.Sprintf("; the %s after that may be stored, all or none", count(s.failed, "record"))
	}
	err = fmt.Errorf("%w; %s", err, text)
	switch {
	case s.stored > 0 || unknown:
		return &hintedError{err, "the same command again goes on from there; records that are stored and have not changed stay as they are"}
	case errors.Is(err, load.ErrTooMany):
		return &hintedError{err, "leave --atomic out; only a file that no server has open takes more at once"}
	}
	return err
}

// wasCount returns a number with its noun and verb.
func wasCount(n int, noun string) string {
	if n == 1 {
		return count(n, noun) + " was"
	}
	return count(n, noun) + " were"
}
