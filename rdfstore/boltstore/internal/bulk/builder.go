package bulk

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/table"
)

// builder writes a new file beside a store, each table in the order of its
// keys, so that bbolt fills one page after the other.
type builder struct {
	ctx     context.Context
	path    string
	db      *bbolt.DB
	tx      *bbolt.Tx
	buckets map[string]*bbolt.Bucket
	// waiting has the last entry of each table, which must know the next key
	// before it can be written.
	waiting map[table.Table]table.Entry
	// pending is how many bytes the transaction holds.
	pending int
	// entries is how many entries were written in all, postings counted each.
	entries uint64
}

// commitBytes is how much to write in one transaction. bbolt holds it in
// memory until the commit.
const commitBytes = 8 << 20

// newBuilder starts a file beside the store at the path.
func newBuilder(ctx context.Context, path string) (*builder, error) {
	f, err := boltfile.CreateTemporary(path)
	if err != nil {
		return nil, fmt.Errorf("build store: %w", err)
	}
	b := &builder{ctx: ctx, path: f.Name(), waiting: map[table.Table]table.Entry{}}
	if err := f.Close(); err != nil {
		return nil, fmt.Errorf("build store: %w", err)
	}
	db, err := boltfile.OpenNew(b.path, path)
	if err != nil {
		return nil, errors.Join(err, os.Remove(b.path))
	}
	// Nothing of the file counts before it is finished.
	db.NoSync, db.NoGrowSync = true, true
	db.AllocSize = 16 << 20
	b.db = db
	if err = b.begin(); err == nil {
		err = b.reserve()
	}
	for _, t := range table.All() {
		if err == nil {
			_, err = b.tx.CreateBucket([]byte(t.Name))
			b.waiting[t] = table.Entry{Key: table.HeadKey}
		}
	}
	if err != nil {
		return nil, errors.Join(err, b.abandon())
	}
	return b, nil
}

func (b *builder) begin() (err error) {
	b.tx, err = b.db.Begin(true)
	b.buckets, b.pending = map[string]*bbolt.Bucket{}, 0
	return err
}

// reserved is a bucket that holds the first pages of the file until useReserved.
var reserved = []byte("reserved")

// reservedBytes is more than the tables take that are held in memory, in most
// stores.
const reservedBytes = 32 << 10

func (b *builder) reserve() error {
	bucket, err := b.tx.CreateBucket(reserved)
	if err == nil {
		err = bucket.Put(table.HeadKey, make([]byte, reservedBytes))
	}
	if err != nil {
		return fmt.Errorf("build store: %w", err)
	}
	return b.flush()
}

// useReserved lets the next commit have the first pages of the file.
func (b *builder) useReserved() error {
	if err := b.tx.DeleteBucket(reserved); err != nil {
		return fmt.Errorf("build store: %w", err)
	}
	return b.flush()
}

// put appends an entry to a table. It keeps neither slice.
func (b *builder) put(t table.Table, key, payload []byte) error {
	last := b.waiting[t]
	if err := b.write(t, last, table.LinkTo(key)); err != nil {
		return err
	}
	b.entries++
	b.waiting[t] = table.Entry{Key: append(last.Key[:0:0], key...), Value: append(last.Value[:0], payload...)}
	return nil
}

// write writes an entry whose next key is known.
func (b *builder) write(t table.Table, e table.Entry, link uint32) error {
	if b.pending > commitBytes {
		if err := b.flush(); err != nil {
			return err
		}
	}
	bucket, ok := b.buckets[t.Name]
	if !ok {
		bucket = b.tx.Bucket([]byte(t.Name))
		b.buckets[t.Name] = bucket
	}
	bucket.FillPercent = 1
	b.pending += len(e.Key) + len(e.Value) + 64
	if err := bucket.Put(e.Key, t.Seal(e.Key, link, e.Value)); err != nil {
		return fmt.Errorf("build store: %w", err)
	}
	return nil
}

// flush commits what was written, and begins anew, unless the context has ended.
func (b *builder) flush() error {
	err := b.ctx.Err()
	if err == nil {
		err = b.tx.Commit()
	}
	if err == nil {
		err = b.begin()
	}
	if err != nil {
		return fmt.Errorf("build store: %w", err)
	}
	return nil
}

// end writes the last entry of a table, which gets no more.
func (b *builder) end(t table.Table) error {
	last := b.waiting[t]
	delete(b.waiting, t)
	return b.write(t, last, table.LinkTo(nil))
}

// finish makes the file durable and puts it in place of another, which release
// closes where the system cannot replace an open file.
func (b *builder) finish(path string, release func() error) error {
	if err := b.tx.Commit(); err != nil {
		return errors.Join(fmt.Errorf("build store: %w", err), b.abandon())
	}
	b.tx = nil
	err := b.db.Close()
	if err == nil {
		err = boltfile.Finish(b.path)
	}
	if err == nil && runtime.GOOS == "windows" {
		err = release()
	}
	if err == nil {
		err = os.Rename(b.path, path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("build store: %w", err), os.Remove(b.path))
	}
	return boltfile.SyncDir(filepath.Dir(path))
}

// abandon removes the file.
func (b *builder) abandon() error {
	if b.tx != nil {
		_ = b.tx.Rollback()
	}
	return errors.Join(b.db.Close(), os.Remove(b.path))
}
