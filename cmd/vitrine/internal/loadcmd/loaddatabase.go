package loadcmd

import (
	"context"
	"errors"
	"runtime"

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
	if !errors.Is(err, rdfstore.ErrUncertain) {
		counted.stored.unknown = 0
	}
	if errors.Is(err, load.ErrTooMany) {
		err = console.Hinted(err, "leave --atomic out; only a file that no server has open takes more at once")
	}
	return counts, loader.Report(), brokenLoad(ctx, loader, err, counted.stored)
}

// countedStore counts the records that were stored.
type countedStore struct {
	store load.Store
	// flush is called before records are stored.
	flush func() error
	// stored.unknown are the records of an Apply that failed.
	stored storedRecords
}

// Apply is that of the store.
func (s *countedStore) Apply(ctx context.Context, changes ...rdfstore.Change) ([]rdfstore.Outcome, error) {
	if err := s.flush(); err != nil {
		return nil, err
	}
	outcomes, err := s.store.Apply(ctx, changes...)
	if err != nil {
		s.stored.unknown = len(changes)
		return outcomes, err
	}
	if len(changes) > 0 {
		s.stored.number += len(changes)
		s.stored.last = changes[len(changes)-1].Name()
	}
	return outcomes, nil
}
