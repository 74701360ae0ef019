package eval

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/extsort"
)

// ErrScratch means that rows could not be put on disk.
var ErrScratch = errors.New("the query needs disk for its rows, which there is none of at the moment")

// Scratch is disk that evaluations share: for rows that are sorted or grouped, or that are compared
// to leave out those that come again, where they take more than a quarter of Limits.Memory.
type Scratch struct {
	// Create makes an empty temporary file, which is removed.
	Create func() (*os.File, error)
	// Pool is the disk of all evaluations, and Most how many bytes of it one may have. Sorting may
	// take as much again for a moment.
	Pool *Pool
	Most int64
}

// part is the share of Limits.Memory that kept rows may take before they go to disk.
const part = 4

// goToDisk tells whether rows that take so much go to disk, where keeping them ended with an error.
func (x *execution) goToDisk(size int64, err error) bool {
	return x.limits.Scratch != nil && (err != nil || x.limits.Memory > 0 && size > x.limits.Memory/part)
}

// diskRows are rows on disk, which are sorted by their keys.
type diskRows struct {
	x      *execution
	sorter *extsort.Sorter
	// memory and disk are what is counted.
	memory, disk int64
	value        []byte
}

// Memory of a sorter, where there is no limit, and for each file that it reads at its end.
const (
	sorterMemory = 8 << 20
	mergedMemory = 256 << 10
	mostMerged   = 64
)

func (x *execution) newDiskRows() (*diskRows, error) {
	d := &diskRows{x: x, memory: sorterMemory}
	if x.limits.Memory > 0 {
		d.memory = min(d.memory, x.limits.Memory/(2*part))
	}
	scratch := extsort.Scratch{Create: x.limits.Scratch.Create, Guard: func(fn func() error) (err error) {
		defer func() {
			if cause := recover(); cause != nil { // it would end the process in a goroutine
				err = fmt.Errorf("panic while sorting: %v", cause)
			}
		}()
		return fn()
	}}
	d.sorter = extsort.New(x.ctx, scratch, d.memory)
	return d, x.keep(d.memory)
}

// add adds a row.
func (d *diskRows) add(key []byte, row []rdf.Term) error {
	d.value = d.value[:0]
	for _, term := range row {
		d.value = codec.AppendTerm(d.value, term)
	}
	const lengths = 4
	size := int64(len(key) + len(d.value) + lengths)
	d.disk += size
	if err := d.x.disk.add(size); err != nil {
		if errors.Is(err, errAccount) {
			return &LimitError{"bytes of disk", uint64(d.x.disk.limit), "sort or compare fewer solutions"}
		}
		return err
	}
	return d.failed(d.sorter.Add(key, d.value))
}

// failed returns an error of a sorter.
func (d *diskRows) failed(err error) error {
	if err == nil || d.x.ctx.Err() != nil {
		return d.x.ctx.Err()
	}
	return fmt.Errorf("%w: %w", ErrScratch, err)
}

// each calls fn with each row in the order of the keys, those of one key in the order in which
// they came. Both are valid until the next.
func (d *diskRows) each(places int, fn func(key []byte, row []rdf.Term) error) error {
	files := min(d.disk/max(d.memory/2, 1)+1, mostMerged)
	d.memory += files * mergedMemory
	if err := d.x.keep(files * mergedMemory); err != nil {
		return err
	}
	sorted, err := d.sorter.Sorted()
	if err != nil {
		return d.failed(err)
	}
	row := make([]rdf.Term, places)
	for {
		key, value, err := sorted.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return d.failed(err)
		}
		fields := codec.Fields{Rest: string(value)}
		for i := 0; i < places && err == nil; i++ {
			row[i], err = fields.Term()
		}
		if err = errors.Join(err, fields.Err("a row")); err != nil {
			return d.failed(err)
		}
		if err := d.x.checkCancelled(); err != nil {
			return err
		}
		if err := fn(key, row); err != nil {
			return err
		}
	}
}

// close removes the files. A nil one has none.
func (d *diskRows) close() {
	if d == nil || d.sorter == nil {
		return
	}
	_ = d.sorter.Close() // what is left is removed when the folder is next opened
	d.sorter = nil
	d.x.release(d.memory)
	d.x.disk.release(d.disk)
}

// firstOfEach calls fn with the first of the rows whose keys begin with the same digest, in the
// order of what follows it in the keys.
func (d *diskRows) firstOfEach(places, digest int, fn func(row []rdf.Term) error) error {
	inOrder, err := d.x.newDiskRows()
	defer inOrder.close()
	if err != nil {
		return err
	}
	var last []byte
	err = d.each(places, func(key []byte, row []rdf.Term) error {
		if last != nil && slices.Equal(last, key[:digest]) {
			return nil
		}
		last = append(last[:0], key[:digest]...)
		return inOrder.add(key[digest:], row)
	})
	if err != nil {
		return err
	}
	d.close()
	return inOrder.each(places, func(_ []byte, row []rdf.Term) error { return fn(row) })
}
