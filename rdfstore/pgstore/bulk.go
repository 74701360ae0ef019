package pgstore

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/pgstore/internal/tables"
)

// BulkOptions say how to fill an empty store.
type BulkOptions struct {
	// Memory is how much memory to take for sorting, in bytes; 0 stands for 256 MiB.
	Memory int64
	// Progress is told now and then how far it is; it may be nil.
	Progress func(BulkProgress)
}

// BulkProgress is how far the filling of a store is.
type BulkProgress struct {
	// Graphs and Triples are how many were read.
	Graphs, Triples uint64
	// Writing tells that all are read and the index is being written. Written is how
	// much of it is done, from 0 to 1.
	Writing bool
	Written float64
}

const defaultMemory = 256 << 20

func (o BulkOptions) memory() int64 {
	if o.Memory <= 0 {
		return defaultMemory
	}
	return o.Memory
}

// Fillable tells whether BulkLoad and Restore can fill the store: it is empty, its server
// is PostgreSQL itself, and the role owns the tables.
func (s *Store) Fillable(ctx context.Context) (bool, error) {
	n, err := tables.Number(ctx, anywhere{s}, `
		SELECT count(*) FROM @.head WHERE seq = 0
			AND version() LIKE 'PostgreSQL %' AND version() NOT LIKE '%-YB-%'
			AND has_schema_privilege($1, 'CREATE')
			AND NOT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = $1 AND NOT pg_has_role(tableowner, 'USAGE'))`, s.schema)
	return n > 0 && !s.options.ReadOnly, err
}

// BulkLoad puts many graphs into an empty store, in bounded memory, and returns their
// number. It is one transaction: readers find an empty store until all is there, writers
// wait, and what is interrupted leaves nothing behind. The sorted runs are temporary files
// of this machine, about as large as the index. The error wraps rdfstore.ErrNotEmpty where
// the store is not empty or another process is about to write to it.
func (s *Store) BulkLoad(ctx context.Context, graphs iter.Seq2[*graph.Graph, error], o BulkOptions) (loaded uint64, err error) {
	now := time.Now().UnixNano()
	err = s.fillWith(ctx, o, func(f *filling) error {
		for g, err := range graphs {
			if err == nil {
				err = f.load(ctx, g, now)
			}
			if err != nil {
				return err
			}
			loaded++
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return loaded, nil
}

// fillWith has give state all that comes into the store, which is kept whole or not at all.
func (s *Store) fillWith(ctx context.Context, o BulkOptions, give func(*filling) error) (err error) {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.leave()
	if s.options.ReadOnly {
		return ErrReadOnly
	}
	f, err := s.fill(ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.abandon()) }()
	if err := give(f); err != nil {
		return errors.Join(err, f.entities.failed())
	}
	return f.finish(ctx)
}

// load takes a graph that is new.
func (f *filling) load(ctx context.Context, given *graph.Graph, now int64) error {
	g, err := codec.Normalise(given)
	if err != nil {
		return fmt.Errorf("%s: %w", given.Name, err)
	}
	id := f.count + 1
	row := tables.Row{ID: id, First: id, Digest: tables.DigestOf(g.Name), Name: g.Name, Version: id, Created: now, Modified: now}
	by := f.store.options.Signature
	if err := f.log(logRow{seq: id, first: id, kind: rdfstore.Created, name: g.Name, class: g.FirstClass(), author: by.Author, message: by.Message}, now, rdf.IRI{}); err != nil {
		return err
	}
	return f.entity(ctx, row, g)
}

// Restore puts the histories of all names into an empty store, as BulkLoad does with
// graphs. The entries of all are one log without gaps.
func (s *Store) Restore(ctx context.Context, histories iter.Seq2[rdfstore.History, error], o BulkOptions) error {
	return s.fillWith(ctx, o, func(f *filling) error {
		for h, err := range histories {
			if err == nil {
				err = f.restore(ctx, h)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}
