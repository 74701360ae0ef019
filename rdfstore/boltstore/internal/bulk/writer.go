package bulk

import (
	"context"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/table"
)

// writer writes batches to a new file. The keys of each table come in order, so that
// bbolt fills one page after the other.
type writer struct {
	ctx     context.Context
	db      *bbolt.DB
	tx      *bbolt.Tx
	buckets map[string]*bbolt.Bucket
	// waiting has the last entry of each table, which must know the next key
	// before it can be written.
	waiting map[string]table.Entry
	// pending is how many bytes the transaction holds.
	pending int
}

// commitBytes is how much to write in one transaction. bbolt holds it in
// memory until the commit.
const commitBytes = 8 << 20

// newWriter opens an empty file that is to take the place of the one at a path.
func newWriter(ctx context.Context, temporary, path string) (*writer, error) {
	db, err := boltfile.OpenNew(temporary, path)
	if err != nil {
		return nil, fmt.Errorf("build store: %w", err)
	}
	// Nothing of the file counts before it is finished.
	db.NoSync, db.NoGrowSync = true, true
	db.AllocSize = 16 << 20
	w := &writer{ctx: ctx, db: db, waiting: map[string]table.Entry{}}
	if err = w.begin(); err == nil {
		err = w.reserve()
	}
	for _, t := range table.All() {
		if err == nil {
			_, err = w.tx.CreateBucket([]byte(t.Name))
			w.waiting[t.Name] = table.Entry{Key: table.HeadKey, Value: table.NewValue(0)}
		}
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("build store: %w", err), w.abandon())
	}
	return w, nil
}

func (w *writer) begin() (err error) {
	w.tx, err = w.db.Begin(true)
	w.buckets, w.pending = map[string]*bbolt.Bucket{}, 0
	return err
}

// reserved is a bucket that holds the first pages of the file until useReserved.
var reserved = []byte("reserved")

// reservedBytes is more than the tables take that are held in memory, in most
// stores.
const reservedBytes = 32 << 10

func (w *writer) reserve() error {
	bucket, err := w.tx.CreateBucket(reserved)
	if err == nil {
		err = bucket.Put(table.HeadKey, make([]byte, reservedBytes))
	}
	if err != nil {
		return err
	}
	return w.flush()
}

// run writes batches until there are no more.
func (w *writer) run(batches <-chan *batch) error {
	for b := range batches {
		for _, s := range b.steps {
			if err := w.take(s); err != nil {
				return fmt.Errorf("build store: %w", err)
			}
		}
	}
	return nil
}

func (w *writer) take(s step) error {
	switch s.do {
	case endTable:
		last := w.waiting[s.table.Name]
		delete(w.waiting, s.table.Name)
		return w.write(s.table, last, table.LinkTo(nil))
	case useReserved:
		if err := w.tx.DeleteBucket(reserved); err != nil {
			return err
		}
		return w.flush()
	default:
		last := w.waiting[s.table.Name]
		w.waiting[s.table.Name] = s.Entry
		return w.write(s.table, last, table.LinkTo(s.Key))
	}
}

// write writes an entry whose next key is known. Its value has room for the seal.
func (w *writer) write(t table.Table, e table.Entry, link uint32) error {
	if w.pending > commitBytes {
		if err := w.flush(); err != nil {
			return err
		}
	}
	bucket, ok := w.buckets[t.Name]
	if !ok {
		bucket = w.tx.Bucket([]byte(t.Name))
		bucket.FillPercent = 1
		w.buckets[t.Name] = bucket
	}
	w.pending += len(e.Key) + len(e.Value) + 64
	t.SealValue(e.Key, link, e.Value)
	return bucket.Put(e.Key, e.Value)
}

// flush commits what was written, and begins anew, unless the context has ended.
func (w *writer) flush() error {
	err := w.ctx.Err()
	if err == nil {
		err = w.tx.Commit()
	}
	if err == nil {
		err = w.begin()
	}
	return err
}

// close commits what is left and closes the file.
func (w *writer) close() error {
	tx := w.tx
	w.tx = nil
	if err := tx.Commit(); err != nil {
		return err
	}
	return w.db.Close()
}

// abandon closes the file as it is.
func (w *writer) abandon() error {
	if w.tx != nil {
		_ = w.tx.Rollback()
	}
	return w.db.Close()
}
