package loadcmd

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/knakk/rdf"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/load"
	"vitrine/rdfstore"
	"vitrine/rdfstore/pgstore"
)

// What a load into a database stores at once at most, if it is to be all or none.
const (
	maxAtomicRecords = 20_000
	maxAtomicTriples = 2_000_000
)

// storeBesideOthers stores the records in a database that has some already, and that servers
// may use: so many at a time, or all or none.
func (p *loadPlan) storeBesideOthers(ctx context.Context, store *pgstore.Store, atomic bool) (load.Counts, load.Report, error) {
	p.partly = true
	p.options.Workers = max(1, runtime.GOMAXPROCS(0)-1)
	loader, graphs := p.read(ctx)
	defer p.bar.Clear()
	counted := &countedStore{store: store, flush: p.flush}
	var bulk load.Bulk
	if atomic {
		bulk = load.AtOnce(counted, maxAtomicRecords, maxAtomicTriples)
	}
	counts, err := load.Put(ctx, counted, graphs, bulk, load.Together)
	if err == nil {
		p.check.missing.report(store)
	}
	p.bar.Clear()
	err = storeopen.Closing(store, err)
	if err == nil {
		p.reportIgnored()
		return counts, loader.Report(), nil
	}
	unknown := 0
	if errors.Is(err, rdfstore.ErrUncertain) {
		unknown = counted.failed
	}
	if errors.Is(err, load.ErrTooMany) {
		err = console.Hinted(err, "leave --atomic out; only a file that no server has open takes more at once")
	}
	return counts, loader.Report(), brokenLoad(ctx, loader, err, counted.stored, unknown, counted.last)
}

// countedStore counts the records that were stored.
type countedStore struct {
	store load.Store
	// flush is called before records are stored.
	flush  func() error
	stored int
	// last is the name of the last of them; failed is the number of records of an Apply
	// that failed.
	last   rdf.IRI
	failed int
}

// Apply is that of the store.
func (s *countedStore) Apply(ctx context.Context, changes ...rdfstore.Change) ([]rdfstore.Outcome, error) {
	if err := s.flush(); err != nil {
		return nil, err
	}
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

// brokenLoad returns the error of a load that did not end, which says how many records are
// stored, up to the last, how many may be, and how to go on. Its hint is that of the error, if it has one.
func brokenLoad(ctx context.Context, loader *load.Loader, err error, stored, unknown int, last rdf.IRI) error {
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		err = errors.New("interrupted")
	}
	text := "nothing was stored"
	if stored > 0 {
		text = console.WasCount(stored, "record") + " stored"
		if at, ok := loader.Place(last); ok {
			text += fmt.Sprintf(", up to %s (%s)", last, at)
		}
	}
	if unknown > 0 {
		text += fmt.Sprintf("; the %s after that may be stored, all or none", console.Count(unknown, "record"))
	}
	broken := fmt.Errorf("%w; %s", err, text)
	var hinted *console.HintedError
	switch {
	case errors.As(err, &hinted):
		return console.Hinted(broken, hinted.Hint)
	case stored > 0 || unknown > 0:
		return console.Hinted(broken, "the same command again goes on from there; records that are stored and have not changed stay as they are")
	}
	return broken
}
