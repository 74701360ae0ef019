package bulk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/atomicfile"
	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/table"
)

// builder writes a new file beside a store. The keys of each table come in order, so that
// bbolt fills one page after the other.
type builder struct {
	ctx context.Context
	// path is the store, temporary the new file. target is the name that the new file
	// gets, where no file has it; "" stands for that of the store, in place of which it
	// is put.
	path, temporary, target string
	db                      *bbolt.DB
	// tx is nil where the file is closed.
	tx      *bbolt.Tx
	buckets map[string]*bbolt.Bucket
	// waiting has the last entry of each table, which must know the next key
	// before it can be written.
	waiting map[string]table.Entry
	// arena has keys and values, which the transaction keeps until its commit.
	arena []byte
	// pending is how many bytes the transaction holds.
	pending int
	// done tells that the file is in place.
	done bool
	// entries is how many entries were put in all, postings counted each.
	entries uint64
}

const (
	// commitBytes is how much to write in one transaction. bbolt holds it in
	// memory until the commit.
	commitBytes = 8 << 20
	// arenaBytes is how much memory is allocated for entries at once.
	arenaBytes = 256 << 10
)

// newBuilder starts a file beside the store at the path.
func newBuilder(ctx context.Context, path, target string) (*builder, error) {
	f, err := boltfile.CreateTemporary(path)
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("build store: %w", err)
	}
	b := &builder{ctx: ctx, path: path, temporary: f.Name(), target: target, waiting: map[string]table.Entry{}}
	if b.db, err = boltfile.OpenNew(b.temporary, path); err != nil {
		return nil, errors.Join(fmt.Errorf("build store: %w", err), os.Remove(b.temporary))
	}
	// Nothing of the file counts before it is finished.
	b.db.NoSync, b.db.NoGrowSync = true, true
	b.db.AllocSize = 16 << 20
	err = b.begin()
	for _, t := range table.All() {
		if err == nil {
			_, err = b.tx.CreateBucket([]byte(t.Name))
			b.waiting[t.Name] = table.Entry{Key: table.HeadKey, Value: table.NewValue(0)}
		}
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("build store: %w", err), b.abandon())
	}
	return b, nil
}

func (b *builder) begin() (err error) {
	b.tx, err = b.db.Begin(true)
	b.buckets, b.pending = map[string]*bbolt.Bucket{}, 0
	return err
}

// put appends an entry to a table. It keeps neither slice.
func (b *builder) put(t table.Table, key, payload []byte) error {
	size := len(key) + table.SealSize + len(payload)
	if len(b.arena)+size > cap(b.arena) {
		b.arena = make([]byte, 0, max(size, arenaBytes))
	}
	b.entries++
	a := append(append(append(b.arena, key...), sealRoom[:]...), payload...)
	start, value := len(b.arena), len(b.arena)+len(key)
	b.arena = a
	last := b.waiting[t.Name]
	b.waiting[t.Name] = table.Entry{Key: a[start:value:value], Value: a[value:len(a):len(a)]}
	return b.write(t, last, table.LinkTo(key))
}

var sealRoom [table.SealSize]byte

// end says that a table gets no more entries.
func (b *builder) end(t table.Table) error {
	return b.write(t, b.waiting[t.Name], table.LinkTo(nil))
}

// write writes an entry whose next key is known. Its value has room for the seal.
func (b *builder) write(t table.Table, e table.Entry, link uint32) error {
	if b.pending > commitBytes {
		if err := b.flush(); err != nil {
			return fmt.Errorf("build store: %w", err)
		}
	}
	bucket, ok := b.buckets[t.Name]
	if !ok {
		bucket = b.tx.Bucket([]byte(t.Name))
		bucket.FillPercent = 1
		b.buckets[t.Name] = bucket
	}
	b.pending += len(e.Key) + len(e.Value) + 64
	t.SealValue(e.Key, link, e.Value)
	if err := bucket.Put(e.Key, e.Value); err != nil {
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
	return err
}

// finish makes the file durable and gives it its name.
func (b *builder) finish() error {
	err := b.ctx.Err()
	if err == nil {
		err = b.tx.Commit()
	}
	if err == nil {
		b.tx, err = nil, b.db.Close()
	}
	if err == nil {
		err = boltfile.Finish(b.temporary)
	}
	if err == nil {
		err = b.name()
	}
	if err != nil {
		return fmt.Errorf("build store: %w", err)
	}
	b.done = true
	return nil
}

func (b *builder) name() error {
	if b.target != "" {
		return boltfile.Name(b.temporary, b.target)
	}
	if err := os.Rename(b.temporary, b.path); err != nil {
		return err
	}
	return atomicfile.SyncDir(filepath.Dir(b.path))
}

// abandon removes the file, unless that is in place.
func (b *builder) abandon() error {
	if b.done {
		return nil
	}
	if b.tx != nil {
		_ = b.tx.Rollback()
	}
	err := b.db.Close()
	// It may have been renamed.
	if gone := os.Remove(b.temporary); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
		err = errors.Join(err, gone)
	}
	return err
}
