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

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/record"
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
	dict   *record.Dictionary
	// derivation is that of the relations to answer for.
	derivation rdfstore.Derivation
	// blocks holds room for decoded blocks of the index, *[]posting.
	blocks *sync.Pool
	// orders are those of large graphs that patterns were asked about.
	orders *orders
	// records are those that patterns led to, and related the relations of those that
	// were asked for by a relation.
	records *kept[*record.Record]
	related *kept[relations]
}

// New returns an engine that asks the source, whose texts the dictionary has and
// whose relations are those of the derivation.
func New(s Source, dict *record.Dictionary, d rdfstore.Derivation) *Engine {
	return &Engine{
		source: s, dict: dict, derivation: d, blocks: &sync.Pool{}, orders: &orders{},
		records: newKept(maxKept, (*record.Record).Size), related: newKept(maxKept, relations.size),
	}
}

// Of returns an engine that asks another source of the same store, such as a
// snapshot of it, and shares with e what is kept between queries.
func (e *Engine) Of(s Source) *Engine {
	of := *e
	of.source = s
	return &of
}
