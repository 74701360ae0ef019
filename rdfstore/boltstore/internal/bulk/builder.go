package bulk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"vitrine/rdfstore/atomicfile"
	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/table"
)

// builder writes a new file beside a store, each table in the order of its keys.
// What it is given it collects in batches, and a goroutine writes those to the file
// while the next is collected. That goroutine owns the writer and each batch it has
// been sent, from newBuilder until join has returned.
type builder struct {
	// path is the store, temporary the new file. target is the name that the new file
	// gets, where no file has it; "" stands for that of the store, in place of which it
	// is put.
	path, temporary, target string
	writer                  *writer
	batch                   *batch
	full                    chan *batch
	// stopped is closed when the goroutine ends, with what err says.
	stopped chan struct{}
	err     error
	// joined tells that the goroutine has ended, and done that the file is in place.
	joined, done bool
	// entries is how many entries were put in all, postings counted each.
	entries uint64
}

// batch is what is written to the file one after the other. The file keeps its
// memory until the commit.
type batch struct {
	// arena has the keys and values.
	arena []byte
	steps []step
}

// step is an entry for a table, or what else is to be done.
type step struct {
	do    action
	table table.Table
	table.Entry
}

// action is what a step is about.
type action byte

const (
	// putEntry appends an entry to the table. Its value has room for the seal.
	putEntry action = iota
	// endTable says that the table gets no more entries.
	endTable
	// useReserved lets what follows have the first pages of the file.
	useReserved
)

const (
	// batchBytes and batchSteps are how much is collected before it is written.
	batchBytes = 256 << 10
	batchSteps = 2048
	// batchesAhead is how many batches may wait.
	batchesAhead = 4
)

// newBuilder starts a file beside the store at the path.
func newBuilder(ctx context.Context, path, target string) (*builder, error) {
	f, err := boltfile.CreateTemporary(path)
	if err != nil {
		return nil, fmt.Errorf("build store: %w", err)
	}
	if err := f.Close(); err != nil {
		return nil, fmt.Errorf("build store: %w", err)
	}
	b := &builder{path: path, temporary: f.Name(), target: target, batch: &batch{}, full: make(chan *batch, batchesAhead), stopped: make(chan struct{})}
	if b.writer, err = newWriter(ctx, b.temporary, path); err != nil {
		return nil, errors.Join(err, os.Remove(b.temporary))
	}
	go func() {
		defer close(b.stopped)
		b.err = boltfile.Guard(path, func() error { return b.writer.run(b.full) })
	}()
	return b, nil
}

// put appends an entry to a table. It keeps neither slice.
func (b *builder) put(t table.Table, key, payload []byte) error {
	size := len(key) + table.SealSize + len(payload)
	if len(b.batch.arena)+size > cap(b.batch.arena) || len(b.batch.steps) == batchSteps {
		if err := b.send(size); err != nil {
			return err
		}
	}
	b.entries++
	a := b.batch.arena
	start := len(a)
	a = append(a, key...)
	a = append(a, sealRoom[:]...)
	a = append(a, payload...)
	b.batch.arena = a
	value := start + len(key)
	b.batch.steps = append(b.batch.steps, step{do: putEntry, table: t, Entry: table.Entry{Key: a[start:value:value], Value: a[value:len(a):len(a)]}})
	return nil
}

var sealRoom [table.SealSize]byte

// end says that a table gets no more entries.
func (b *builder) end(t table.Table) {
	b.batch.steps = append(b.batch.steps, step{do: endTable, table: t})
}

// useReserved lets what is put from now on have the first pages of the file.
func (b *builder) useReserved() {
	b.batch.steps = append(b.batch.steps, step{do: useReserved})
}

// send hands the batch to the goroutine that writes, and begins another with room
// for so many bytes.
func (b *builder) send(size int) error {
	if len(b.batch.steps) > 0 {
		select {
		case b.full <- b.batch:
		case <-b.stopped:
			return b.err
		}
	}
	b.batch = &batch{arena: make([]byte, 0, max(size, batchBytes)), steps: make([]step, 0, batchSteps)}
	return nil
}

// join waits until all batches are written, or one cannot be.
func (b *builder) join() error {
	if !b.joined {
		b.joined = true
		close(b.full)
		<-b.stopped
	}
	return b.err
}

// finish makes the file durable and gives it its name.
func (b *builder) finish() error {
	err := b.send(0)
	if err == nil {
		err = b.join()
	}
	if err == nil {
		err = b.writer.close()
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

// abandon ends the goroutine and removes the file, unless that is in place.
func (b *builder) abandon() error {
	if b.done {
		return nil
	}
	// Why nothing could be written was said by put or finish.
	_ = b.join()
	return errors.Join(b.writer.abandon(), b.remove())
}

// remove removes the file, which may have been renamed.
func (b *builder) remove() error {
	err := os.Remove(b.temporary)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
