// Package bulk writes a store anew, beside its file, and puts it in the place of
// that: an external sort of what changes, merged with the tables of the old file.
// Bulk loads, compaction and new relations are one job with other items. Whenever it is
// interrupted, the file is as it was before, or complete.
//
// The package does not open or lock the store; whoever calls it holds the lock. One
// goroutine works beside the caller's: the sorter's, which sorts and writes a run. It owns
// what it has been given over a channel, has a guard of its own, and has ended when Run
// returns.
package bulk

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/past"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/extsort"
	"vitrine/rdfstore/graph"
)

// Options say how to write a file anew.
type Options struct {
	// Memory is how much memory to take for sorting, in bytes; 0 stands for
	// 256 MiB. The rest of the work takes less than 100 MB more.
	Memory int64
	// Keep says which past states are kept of entities that change.
	Keep rdfstore.Retention
	// Signature is that of the changes of a load.
	Signature rdfstore.Signature
	// Refused is told of a graph that the store cannot hold, and returns nil to
	// go on without it or the error to end with. Where it is nil, the first
	// such graph ends the load.
	Refused func(name rdf.IRI, err error) error
	// Progress is told now and then how far the load is; it may be nil.
	Progress func(Progress)
}

// Progress is how far a bulk load is.
type Progress struct {
	// Graphs and Triples are how many were read.
	Graphs, Triples uint64
	// Writing tells that all are read and the file is being written. Written
	// is how much of it is done, from 0 to 1.
	Writing bool
	Written float64
}

// Result is what a bulk load came to.
type Result struct {
	Created, Updated, Unchanged, Refused uint64
	// Triples is how many the graphs that were created or updated have.
	Triples uint64
	// Entries is how many entries were written to the new file, each posting of
	// the index counted as one.
	Entries uint64
}

// DuplicateError means that two graphs of a bulk load have one name. Nothing
// was loaded.
type DuplicateError struct {
	Name rdf.IRI
}

func (e *DuplicateError) Error() string {
	return fmt.Sprintf("two records have the id %s; nothing was loaded", e.Name)
}

const defaultMemory = 256 << 20

// Job writes a store anew, with graphs that are put into it or relations derived anew.
// Whatever it changes goes through one sorter, whose keys are the number of the table and the key in it.
type Job struct {
	// Path and DB are the file, in which nothing is written.
	Path string
	DB   *bbolt.DB
	// Target is the name that the new file gets, where no file has it; "" stands for
	// Path, in place of which it is put.
	Target string
	Dict   *codec.Dictionary
	// Base is the base of the store.
	Base string
	// Derived is the version of the derivation that the relations in the file come
	// from, and Derivation the one to derive by.
	Derived    string
	Derivation rdfstore.Derivation
	Options    Options
	// Derive tells to derive the relations of all graphs anew, and Prune to have go what Options
	// does not keep of all pasts.
	Derive, Prune bool

	tx       *bbolt.Tx
	sorter   *extsort.Sorter
	counters *record.Counters
	pending  *memtable.Memtable
	classes  *postings.ClassChanger
	// tombstones is for finding those of names that are used again.
	tombstones *table.Scan
	keeper     past.Keeper
	seq        uint64
	now        time.Time
	result     Result
	progress   Progress
	// items is how many items the sorter has got.
	items uint64
	key   []byte
}

func (l *Job) indexer() postings.Indexer {
	return postings.Indexer{Dict: l.Dict, Derivation: l.Derivation}
}

// Run puts the graphs into the store, which it writes anew in place of the file.
func (l *Job) Run(ctx context.Context, graphs iter.Seq2[*graph.Graph, error]) (Result, error) {
	err := l.run(ctx, func() error { return l.read(ctx, graphs) })
	return l.result, err
}

// run writes the file anew with what take takes up.
func (l *Job) run(ctx context.Context, take func() error) (err error) {
	memory := l.Options.Memory
	if memory <= 0 {
		memory = defaultMemory
	}
	if err := boltfile.Sweep(l.Path); err != nil {
		return err
	}
	// Half of it is for the sorter: Go lets a heap grow to twice its size
	// before it collects garbage.
	l.sorter = extsort.New(ctx, boltfile.Scratch(l.Path), memory/2)
	defer func() { err = errors.Join(err, l.sorter.Close()) }()
	if l.tx, err = l.DB.Begin(false); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.endTransaction()) }()
	if err := boltfile.Guard(l.Path, func() error { return l.takeUp(ctx) }); err != nil {
		return err
	}
	if err := take(); err != nil {
		return err
	}
	l.report()
	return boltfile.Guard(l.Path, func() error { return l.build(ctx) })
}

// takeUp reads where the store stands, and of its graphs what the new file must
// have that the old one has not.
func (l *Job) takeUp(ctx context.Context) error {
	err := l.begin()
	if err == nil && l.Prune {
		err = l.prune(ctx)
	}
	if err == nil && l.Derive {
		err = l.deriveAll(ctx)
	}
	return err
}

func (l *Job) endTransaction() error {
	if l.tx == nil {
		return nil
	}
	tx := l.tx
	l.tx = nil
	return tx.Rollback()
}

// begin reads where the store stands.
func (l *Job) begin() (err error) {
	if l.pending, err = memtable.Load(l.tx); err == nil {
		err = l.pending.Damage
	}
	if err != nil {
		return err
	}
	last, err := record.LastChange(l.tx)
	if err != nil {
		return err
	}
	if err := l.Dict.Check(); err != nil {
		return err
	}
	if l.tombstones, err = table.Tombstones.Scan(l.tx); err != nil {
		return err
	}
	l.seq, l.now = last.Seq, record.TimeAfter(last)
	l.keeper = past.Keeper{Keep: l.Options.Keep, Last: l.seq, Now: l.now}
	l.counters, err = record.GetCounters(l.tx)
	l.classes = postings.NewClassChanger(l.tx, l.counters)
	return err
}

// progressEvery is how many graphs pass between two reports.
const progressEvery = 1000

// read takes up the graphs.
func (l *Job) read(ctx context.Context, graphs iter.Seq2[*graph.Graph, error]) error {
	for g, err := range graphs {
		if err := errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		// The guard is for our own step: a panic of the caller's is no damage.
		if err := boltfile.Guard(l.Path, func() error { return l.take(g) }); err != nil {
			return err
		}
		if err := l.took(ctx, g); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// took counts a graph that was taken up, and ends with the context.
func (l *Job) took(ctx context.Context, g *graph.Graph) error {
	l.progress.Graphs++
	l.progress.Triples += uint64(len(g.Triples))
	if l.progress.Graphs%progressEvery == 0 {
		l.report()
	}
	return ctx.Err()
}

func (l *Job) report() {
	if l.Options.Progress != nil {
		l.Options.Progress(l.progress)
	}
}

// take takes up one graph.
func (l *Job) take(given *graph.Graph) error {
	n, err := codec.Normalise(given)
	if err != nil {
		if l.Options.Refused != nil {
			l.result.Refused++
			return l.Options.Refused(given.Name, err)
		}
		return fmt.Errorf("%s: %w", given.Name, err)
	}
	g := n.Graph
	before, err := record.FindEntity(context.Background(), l.tx, l.Dict, g.Name)
	if err != nil {
		return err
	}
	id := before.ID
	if before.Entity == nil {
		l.counters.Graphs++
		l.counters.Entities++
		id = l.counters.Graphs
	}
	// Unchanged ones too, to notice a second graph of the name.
	if err := l.add(table.Names, []byte(g.Name.String()), record.EncodeGraphNumber(id)); err != nil {
		return err
	}
	if before.Entity != nil && before.Entity.Graph.Equal(g) {
		l.result.Unchanged++
		return nil
	}
	return l.change(n, before, id)
}

// change takes up a graph that differs from what the store has.
func (l *Job) change(n *codec.Numbered, before record.Stored, id uint64) error {
	g := n.Graph
	l.seq++
	entry := rdfstore.LogEntry{Seq: l.seq, Name: g.Name, Kind: rdfstore.Created, Class: g.FirstClass(), Time: l.now, Author: l.Options.Signature.Author, Message: l.Options.Signature.Message}
	after := &rdfstore.Entity{Graph: g, Version: l.seq, Created: l.now, Modified: l.now}
	if before.Entity != nil {
		entry.Kind, after.Created = rdfstore.Updated, before.Entity.Created
		l.result.Updated++
	} else {
		l.result.Created++
	}
	l.result.Triples += uint64(len(g.Triples))
	l.counters.Triples += uint64(len(g.Triples)) - uint64(before.Triples)
	if err := l.addPostings(before.Entity, after, n, id); err != nil {
		return err
	}
	first, replaced, err := l.replaced(g.Name.String(), before)
	if err != nil {
		return err
	}
	payload, err := l.Dict.Encode(after, first, n)
	if err != nil {
		return err
	}
	if err := l.replace(first, replaced, payload); err != nil {
		return err
	}
	if err := l.add(table.Graphs, table.NumberKey(id), payload); err != nil {
		return err
	}
	if err := l.addLogged(record.Logged{LogEntry: entry, First: first}); err != nil {
		return err
	}
	if before.Entity != nil {
		return nil
	}
	return l.add(table.Tombstones, []byte(g.Name.String()), nil)
}
