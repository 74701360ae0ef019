// Package extsort sorts more items than fit into memory, by an external merge sort:
// sorted runs in temporary files, merged at the end. It knows nothing of what the items
// mean.
//
// A full buffer is sorted and written by a goroutine while another buffer fills. That
// goroutine owns the buffer and the runs until the sorter has received them back, and
// none is left when Sorted or Close has returned.
package extsort

import (
	"context"
	"io"
	"os"
)

// Scratch is what a sorter works with beside memory.
type Scratch struct {
	// Create makes an empty temporary file, which the sorter removes.
	Create func() (*os.File, error)
	// Guard calls a function of the sorter's goroutine, and returns its error, or that
	// of a panic.
	Guard func(fn func() error) error
}

// Folder returns a Scratch of temporary files in a folder, or in the system's for temporary
// files where it is empty. Their names begin with prefix. Panics pass.
func Folder(folder, prefix string) Scratch {
	return Scratch{
		Create: func() (*os.File, error) { return os.CreateTemp(folder, prefix+"*") },
		Guard:  func(fn func() error) error { return fn() },
	}
}

// Sorter sorts more items than fit into memory: it collects them up to a number of
// bytes, writes them sorted to a temporary file, and merges the files at the end. It
// is for one goroutine.
type Sorter struct {
	ctx     context.Context
	scratch Scratch
	// collecting is the buffer that is being filled; spare is another, nil where
	// there is none yet or the goroutine that spills has it.
	collecting, spare *buffer
	// runs are the temporary files, nil while the goroutine that spills has them.
	runs *runs
	// spilling gives back what that goroutine has, nil where there is none.
	spilling chan spill
}

// spill is what a goroutine that spills owns, and the error that it ends with.
type spill struct {
	buffer *buffer
	runs   *runs
	err    error
}

// New returns a sorter that takes about memory bytes. Writing runs ends with the
// context.
func New(ctx context.Context, scratch Scratch, memory int64) *Sorter {
	return &Sorter{
		ctx: ctx, scratch: scratch,
		collecting: newBuffer(int(memory / 2)),
		runs:       &runs{ctx: ctx, create: scratch.Create, fanIn: maxFanIn},
	}
}

// Add adds an item, of which it keeps copies. Items with equal keys come out in the
// order they came in. The error may be about items that were added before.
func (s *Sorter) Add(key, value []byte) error {
	if s.collecting.isFull(len(key) + len(value)) {
		if err := s.spill(); err != nil {
			return err
		}
	}
	s.collecting.add(key, value)
	return nil
}

// spill hands the buffer that is full to a goroutine, which writes a run of it, and
// goes on with the other.
func (s *Sorter) spill() error {
	if err := s.join(); err != nil {
		return err
	}
	given := spill{buffer: s.collecting, runs: s.runs}
	s.collecting, s.spare, s.runs = s.spare, nil, nil
	if s.collecting == nil {
		s.collecting = newBuffer(given.buffer.memory)
	}
	back := make(chan spill, 1)
	s.spilling = back
	protect := s.scratch.Guard
	go func() {
		given.err = protect(func() error { return given.runs.add(given.buffer) })
		given.buffer.reset()
		back <- given
	}()
	return nil
}

// join waits for the goroutine that spills, if there is one.
func (s *Sorter) join() error {
	if s.spilling == nil {
		return nil
	}
	back := <-s.spilling
	s.spare, s.runs, s.spilling = back.buffer, back.runs, nil
	return back.err
}

// Sorted returns all items in the order of their keys. No more can be added.
func (s *Sorter) Sorted() (*Iterator, error) {
	s.collecting.sort()
	if err := s.join(); err != nil {
		return nil, err
	}
	s.spare = nil
	if err := s.runs.reduce(); err != nil {
		return nil, err
	}
	return merge(s.runs.files, s.collecting)
}

// Close ends the sorter, also in the middle, and removes the temporary files.
func (s *Sorter) Close() error {
	// What a run could not be written for was said by Add, or is no matter any more.
	_ = s.join()
	err := s.runs.remove()
	s.collecting, s.spare = newBuffer(0), nil
	return err
}

// Iterator goes through items in the order of their keys.
type Iterator struct {
	// heap has the sources that have items, of which the first comes first; popped
	// tells that its item has been returned.
	heap   []*source
	popped bool
}

// Next returns the next item, which is valid until the call after, and io.EOF after
// the last one.
func (it *Iterator) Next() (key, value []byte, err error) {
	if it.popped {
		if err := it.step(); err != nil {
			return nil, nil, err
		}
	}
	if len(it.heap) == 0 {
		it.popped = false
		return nil, nil, io.EOF
	}
	it.popped = true
	return it.heap[0].key, it.heap[0].value, nil
}
