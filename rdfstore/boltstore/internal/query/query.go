// Package query answers what is asked of a store: quad patterns and their counts,
// relations, the members of classes, names, and the log.
//
// A query knows a transaction that reads and what the tables lack there, a memtable.
// It reads in portions, each in a transaction of its own, so that no caller keeps one
// open. The package knows neither the writer nor when a store may be closed; its
// Source does. It starts no goroutine and writes nothing.
package query

import (
	"context"
	"sync"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
)

// Source is the store that is asked.
type Source interface {
	// View runs fn in a transaction that sees the last commit, with what the tables
	// lack there. What fn takes from the transaction it must copy.
	View(ctx context.Context, fn func(tx *bbolt.Tx, m *memtable.Memtable) error) error
	// Proceed tells whether a walk may go on: until the store is closed or the
	// context ends.
	Proceed(ctx context.Context) error
}

// Engine answers queries. Its methods may be called by many goroutines.
type Engine struct {
	source Source
	dict   *codec.Dictionary
	// derivation is that of the relations to answer for.
	derivation rdfstore.Derivation
	// blocks holds room for decoded blocks of the index, *[]posting.
	blocks *sync.Pool
	caches caches
	named  *named
	// opened are the tables of the one transaction of the source, nil where each View
	// may have another.
	opened *opened
}

// New returns an engine that asks the source, whose texts the dictionary has and
// whose relations are those of the derivation.
func New(s Source, dict *codec.Dictionary, d rdfstore.Derivation) *Engine {
	return &Engine{
		source: s, dict: dict, derivation: d, blocks: &sync.Pool{}, caches: newCaches(), named: &named{},
	}
}

// OfSnapshot returns an engine that asks a snapshot of the same store: a source with one
// transaction, which it views one at a time. It shares with e what is kept between
// queries.
func (e *Engine) OfSnapshot(s Source) *Engine {
	of := *e
	of.source, of.opened = s, &opened{}
	return &of
}

// End lets go of what an engine of a snapshot has. Nothing is asked of it any more.
func (e *Engine) End() {
	for _, take := range e.opened.takeBack {
		take()
	}
	*e.opened = opened{}
}

// opened are tables of a transaction, kept open as opening one takes about as long as
// finding a key in it.
type opened struct {
	graphs, names, counts *table.Scan
	// lists are walks of the index that are not in use.
	lists []*postings.Iterator
	// takeBack has what takes back the room that the walks have.
	takeBack []func()
}

// graphs returns a walk of the table of graphs, for the one who asked last.
func (e *Engine) graphs(tx *bbolt.Tx) (*table.Scan, error) {
	if e.opened == nil {
		return table.Graphs.Scan(tx)
	}
	if e.opened.graphs == nil {
		var err error
		if e.opened.graphs, err = table.Graphs.Scan(tx); err != nil {
			return nil, err
		}
	}
	return e.opened.graphs, nil
}

// graphID returns the number of the graph with the name, 0 where there is none.
func (e *Engine) graphID(tx *bbolt.Tx, name string) (id uint64, err error) {
	o := e.opened
	if o == nil {
		o = &opened{}
	}
	if o.names == nil {
		if o.names, err = table.Names.Scan(tx); err != nil {
			return 0, err
		}
	}
	return record.GraphID(o.names, name)
}

// Has tells whether there is a graph of the name.
func (e *Engine) Has(ctx context.Context, name rdf.IRI) (has bool, err error) {
	err = e.source.View(ctx, func(tx *bbolt.Tx, m *memtable.Memtable) error {
		if _, has = e.named.get(tx.ID(), name.String()); has {
			return nil
		}
		id, err := e.graphID(tx, name.String())
		has = id > 0
		return err
	})
	return has, err
}

// list returns a walk of a part of the index, and what takes it back.
func (e *Engine) list(tx *bbolt.Tx, l postings.Part, runs []postings.Run) (w *postings.Iterator, done func(), err error) {
	if e.opened == nil {
		if w, err = postings.NewIterator(tx, l, runs); err != nil {
			return nil, nil, err
		}
		return w, e.lend(w), nil
	}
	if n := len(e.opened.lists); n > 0 {
		w, e.opened.lists = e.opened.lists[n-1], e.opened.lists[:n-1]
		w.Begin(l, runs)
	} else {
		if w, err = postings.NewIterator(tx, l, runs); err != nil {
			return nil, nil, err
		}
		e.opened.takeBack = append(e.opened.takeBack, e.lend(w))
	}
	return w, func() {
		w.Begin(l, nil)
		e.opened.lists = append(e.opened.lists, w)
	}, nil
}

// lists returns walks of parts of the index, and what takes them back.
func (e *Engine) lists(tx *bbolt.Tx, m *memtable.Memtable, parts ...postings.Part) (walks []*postings.Iterator, done func(), err error) {
	if len(parts) == 0 {
		return nil, func() {}, nil
	}
	runs, err := m.PostingsOf()
	if err != nil {
		return nil, nil, err
	}
	ends := make([]func(), 0, len(parts))
	done = func() {
		for _, end := range ends {
			end()
		}
	}
	for _, l := range parts {
		w, end, err := e.list(tx, l, runs)
		if err != nil {
			done()
			return nil, nil, err
		}
		walks, ends = append(walks, w), append(ends, end)
	}
	return walks, done, nil
}
