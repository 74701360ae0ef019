package boltstore

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"time"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/extsort"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/graph"
)

// BulkOptions say how to load many graphs at once.
type BulkOptions struct {
	// Memory is how much memory to take for sorting, in bytes; 0 stands for
	// 256 MiB. The rest of the work takes less than 100 MB more.
	Memory int64
	// LockTimeout is how long to wait for a process that has the file open; 0
	// stands for one second.
	LockTimeout time.Duration
	// Derivation finds the relations of the graphs, as in Options: the store's own.
	Derivation rdfstore.Derivation
	// Refused is told of a graph that the store cannot hold, and returns nil to
	// go on without it or the error to end with. Where it is nil, the first
	// such graph ends the load.
	Refused func(name rdf.IRI, err error) error
	// Opened is called with the store as it was before, which can be read until
	// the last graph was taken; it may be nil.
	Opened func(*Store)
	// Progress is told now and then how far the load is; it may be nil.
	Progress func(BulkProgress)
}

// BulkProgress is how far a bulk load is.
type BulkProgress struct {
	// Graphs and Triples are how many were read.
	Graphs, Triples uint64
	// Writing tells that all are read and the file is being written. Written
	// is how much of it is done, from 0 to 1.
	Writing bool
	Written float64
}

// BulkResult is what a bulk load came to.
type BulkResult struct {
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

// BulkLoad puts many graphs into the store in the file, which it creates where
// there is none. It does what as many puts would do, in bounded memory, by
// writing a new file beside the old one and putting it in its place at the end:
// whenever it is interrupted, the store is as it was before, or complete.
//
// No process may have the store open, and while it lasts, none can open it.
// For a while the disk holds the old store, the new one and the sorted runs,
// about twice the size of what is loaded. An error from graphs ends the load.
func BulkLoad(ctx context.Context, path string, graphs iter.Seq2[*graph.Graph, error], o BulkOptions) (BulkResult, error) {
	_, err := os.Stat(path)
	fresh := errors.Is(err, fs.ErrNotExist)
	s, err := Open(path, Options{Create: true, LockTimeout: o.LockTimeout, Derivation: o.Derivation})
	if err != nil {
		return BulkResult{}, err
	}
	if o.Opened != nil {
		o.Opened(s)
	}
	l := &bulkLoad{store: s, options: o, from: record.FormatVersion}
	err = l.run(ctx, graphs)
	if err != nil && fresh {
		err = errors.Join(err, os.Remove(path))
	}
	return l.result, errors.Join(err, s.Close())
}

// bulkLoad is a bulk load in progress. Whatever it changes goes through one
// sorter, whose keys are the number of the table and the key in it.
type bulkLoad struct {
	store   *Store
	options BulkOptions
	// from is the format version of the file.
	from int
	// derive tells to derive the relations of all graphs anew.
	derive   bool
	tx       *bbolt.Tx
	sorter   *extsort.Sorter
	counters *record.Counters
	pending  *memtable.Memtable
	classes  *postings.ClassChanger
	seq      uint64
	now      time.Time
	result   BulkResult
	progress BulkProgress
	// items is how many items the sorter has got.
	items uint64
	key   []byte
}

func (l *bulkLoad) run(ctx context.Context, graphs iter.Seq2[*graph.Graph, error]) (err error) {
	memory := l.options.Memory
	if memory <= 0 {
		memory = defaultMemory
	}
	if err := boltfile.Sweep(l.store.path); err != nil {
		return err
	}
	// Half of it is for the sorter: Go lets a heap grow to twice its size
	// before it collects garbage.
	l.sorter = extsort.New(l.store.path, memory/2)
	defer func() { err = errors.Join(err, l.sorter.Close()) }()
	if l.tx, err = l.store.db.Begin(false); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.endTransaction()) }()
	if err := l.store.guard(func() error { return l.takeUp(ctx) }); err != nil {
		return err
	}
	if err := l.read(ctx, graphs); err != nil {
		return err
	}
	l.report()
	return l.store.guard(func() error { return l.build(ctx) })
}

// takeUp reads where the store stands, and of its graphs what the new file must
// have that the old one has not.
func (l *bulkLoad) takeUp(ctx context.Context) error {
	if l.from < record.FormatVersion {
		return l.upgradeAll(ctx)
	}
	if err := l.begin(); err != nil || !l.derive {
		return err
	}
	return l.deriveAll(ctx)
}

func (l *bulkLoad) endTransaction() error {
	if l.tx == nil {
		return nil
	}
	tx := l.tx
	l.tx = nil
	return tx.Rollback()
}

// release closes the file, so that another can be put in its place.
func (l *bulkLoad) release() error {
	return errors.Join(l.endTransaction(), l.store.db.Close())
}

// begin reads where the store stands.
func (l *bulkLoad) begin() (err error) {
	if l.pending, err = memtable.Load(l.tx); err != nil {
		return err
	}
	p, err := l.store.newPlan(l.tx, &l.pending.Names)
	if err != nil {
		return err
	}
	if err := l.store.dict.Check(); err != nil {
		return err
	}
	l.seq, l.now = p.seq, p.now
	l.counters, err = record.GetCounters(l.tx)
	l.classes = postings.NewClassChanger(l.tx, l.counters)
	return err
}

// progressEvery is how many graphs pass between two reports.
const progressEvery = 1000

// read takes up the graphs.
func (l *bulkLoad) read(ctx context.Context, graphs iter.Seq2[*graph.Graph, error]) error {
	for g, err := range graphs {
		if err := errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		// The guard is for our own step: a panic of the caller's is no damage.
		if err := l.store.guard(func() error { return l.take(g) }); err != nil {
			return err
		}
		if err := l.took(ctx, g); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// took counts a graph that was taken up, and ends with the context.
func (l *bulkLoad) took(ctx context.Context, g *graph.Graph) error {
	l.progress.Graphs++
	l.progress.Triples += uint64(len(g.Triples))
	if l.progress.Graphs%progressEvery == 0 {
		l.report()
	}
	return ctx.Err()
}

func (l *bulkLoad) report() {
	if l.options.Progress != nil {
		l.options.Progress(l.progress)
	}
}

// take takes up one graph.
func (l *bulkLoad) take(given *graph.Graph) error {
	n, err := record.Normalise(given)
	if err != nil {
		if l.options.Refused != nil {
			l.result.Refused++
			return l.options.Refused(given.Name, err)
		}
		return fmt.Errorf("%s: %w", given.Name, err)
	}
	g := n.Graph
	before, err := l.pending.Names.Entity(l.tx, l.store.dict, g.Name)
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
	if err := l.add(table.Names, []byte(g.Name.String()), binary.AppendUvarint(nil, id)); err != nil {
		return err
	}
	if before.Entity != nil && before.Entity.Graph.Equal(g) {
		l.result.Unchanged++
		return nil
	}
	return l.change(g, before, id)
}

// change takes up a graph that differs from what the store has.
func (l *bulkLoad) change(g *graph.Graph, before memtable.Stored, id uint64) error {
	l.seq++
	entry := rdfstore.LogEntry{Seq: l.seq, Name: g.Name, Kind: rdfstore.Created, Class: record.FirstClass(g), Time: l.now}
	after := &rdfstore.Entity{Graph: g, Version: l.seq, Created: l.now, Modified: l.now}
	if before.Entity != nil {
		entry.Kind, after.Created = rdfstore.Updated, before.Entity.Created
		l.result.Updated++
	} else {
		l.result.Created++
	}
	l.result.Triples += uint64(len(g.Triples))
	l.counters.Triples += uint64(len(g.Triples)) - uint64(before.Triples)
	if err := l.addPostings(before.Entity, after, id); err != nil {
		return err
	}
	payload, err := l.store.dict.Encode(after)
	if err != nil {
		return err
	}
	if err := l.add(table.Graphs, table.NumberKey(id), payload); err != nil {
		return err
	}
	if err := l.add(table.Log, table.NumberKey(l.seq), record.AppendLogEntry(nil, entry, id)); err != nil {
		return err
	}
	if before.Entity != nil {
		return nil
	}
	return l.add(table.Tombstones, []byte(g.Name.String()), nil)
}

// add gives the sorter what becomes of an entry of a table.
func (l *bulkLoad) add(t table.Table, key, payload []byte) error {
	l.key = append(append(l.key[:0], tableNumber(t)), key...)
	l.items++
	return l.sorter.Add(l.key, payload)
}

// tableNumber is the place of a table in the order of writing.
func tableNumber(t table.Table) byte {
	for i, other := range table.All() {
		if other == t {
			return byte(i)
		}
	}
	return 0xff
}

func (l *bulkLoad) addPostings(before, after *rdfstore.Entity, id uint64) error {
	changes, err := l.store.indexer().Changes(before, after, id)
	if err != nil {
		return err
	}
	classes, err := l.classes.Index(before, after, id)
	if err != nil {
		return err
	}
	return l.addChanges(append(classes, changes...))
}

func (l *bulkLoad) addChanges(changes []postings.Change) error {
	for _, c := range changes {
		payload := binary.AppendUvarint(binary.AppendUvarint(nil, uint64(c.From)), uint64(c.To))
		if err := l.add(table.Index, c.Key(), payload); err != nil {
			return err
		}
	}
	return nil
}

func duplicate(name []byte) error {
	iri, err := graph.IRI(string(name))
	if err != nil {
		return table.Names.Corrupt(name, err.Error())
	}
	return &DuplicateError{Name: iri}
}
