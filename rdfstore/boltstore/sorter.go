package boltstore

import (
	"bufio"
	"bytes"
	"cmp"
	"container/heap"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"

	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/table"
)

// sorter sorts more items than fit into memory: it collects them up to a
// number of bytes, writes them sorted to a temporary file, and merges the
// files at the end.
type sorter struct {
	// path is the store, beside which the temporary files are.
	path string
	// memory is how many bytes to collect.
	memory int
	arena  []byte
	items  []item
	runs   []*os.File
}

// item is where an item lies in the arena. It does not hold a pointer, so that
// a collection of garbage does not walk all items.
type item struct {
	// head is the beginning of the key, which decides most comparisons.
	head uint64
	at   uint64
	key  uint32
	size uint32
}

const (
	itemSize = 24
	// readAhead is the buffer for each temporary file, in bytes.
	readAhead = 256 << 10
)

// newSorter returns a sorter that takes about memory bytes.
func newSorter(path string, memory int64) *sorter {
	return &sorter{path: path, memory: int(memory)}
}

// add adds an item. Items with equal keys come out in the order they came in.
func (s *sorter) add(key, value []byte) error {
	size := len(key) + len(value)
	s.arena = room(s.arena, size, s.memory/8*5)
	s.items = room(s.items, 1, s.memory/8*3/itemSize)
	if full := len(s.arena)+size > cap(s.arena) || len(s.items) == cap(s.items); full && len(s.items) > 0 {
		if err := s.spill(); err != nil {
			return err
		}
	}
	it := item{at: uint64(len(s.arena)), key: uint32(len(key)), size: uint32(size)}
	var head [8]byte
	copy(head[:], key)
	it.head = binary.BigEndian.Uint64(head[:])
	s.arena = append(append(s.arena, key...), value...)
	s.items = append(s.items, it)
	return nil
}

// room returns a slice with room for n more elements, where that keeps within
// the most it may have. It grows at once from little to the most: growing bit
// by bit would leave as much again for the garbage collector.
func room[T any](s []T, n, most int) []T {
	const little = 1 << 12
	if len(s)+n <= cap(s) || cap(s) >= most {
		return s
	}
	size := min(little, most)
	if len(s)+n > size {
		size = most
	}
	return append(make([]T, 0, size), s...)
}

func (s *sorter) key(it item) []byte { return s.arena[it.at:][:it.key] }

func (s *sorter) value(it item) []byte { return s.arena[it.at:][it.key:it.size] }

func (s *sorter) sort() {
	slices.SortFunc(s.items, func(a, b item) int {
		if a.head != b.head {
			return cmp.Compare(a.head, b.head)
		}
		return cmp.Or(bytes.Compare(s.key(a), s.key(b)), cmp.Compare(a.at, b.at))
	})
}

// spill writes what is collected to a temporary file.
func (s *sorter) spill() error {
	s.sort()
	f, err := boltfile.CreateTemporary(s.path)
	if err != nil {
		return fmt.Errorf("sort: %w", err)
	}
	s.runs = append(s.runs, f)
	// Where the system allows it, the file has no name from here on and goes
	// away with the process.
	_ = os.Remove(f.Name())
	w := bufio.NewWriterSize(f, readAhead)
	var sizes [2 * binary.MaxVarintLen64]byte
	for _, it := range s.items {
		n := binary.PutUvarint(sizes[:], uint64(it.key))
		n += binary.PutUvarint(sizes[n:], uint64(it.size-it.key))
		w.Write(sizes[:n])
		w.Write(s.arena[it.at:][:it.size])
	}
	s.arena, s.items = s.arena[:0], s.items[:0]
	if err := w.Flush(); err != nil {
		return fmt.Errorf("sort: %w", err)
	}
	_, err = f.Seek(0, io.SeekStart)
	return err
}

// close removes the temporary files.
func (s *sorter) close() error {
	var all []error
	for _, f := range s.runs {
		all = append(all, f.Close())
		if err := os.Remove(f.Name()); err != nil && !errors.Is(err, os.ErrNotExist) {
			all = append(all, err)
		}
	}
	s.runs, s.arena, s.items = nil, nil, nil
	return errors.Join(all...)
}

// run is a sorted sequence of items, in a file or in memory.
type run struct {
	order      int
	key, value []byte
	next       func() (key, value []byte, err error)
}

// runHeap is a heap of runs by their first keys.
type runHeap []*run

func (h runHeap) Len() int { return len(h) }

func (h runHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }

func (h runHeap) Less(i, j int) bool {
	return cmp.Or(bytes.Compare(h[i].key, h[j].key), cmp.Compare(h[i].order, h[j].order)) < 0
}

func (h *runHeap) Push(x any) { *h = append(*h, x.(*run)) }

func (h *runHeap) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]
	return last
}

// sorted yields all items in the order of their keys.
func (s *sorter) sorted() iter.Seq2[table.Entry, error] {
	return func(yield func(table.Entry, error) bool) {
		h, err := s.open()
		if err != nil {
			yield(table.Entry{}, err)
			return
		}
		for len(h) > 0 {
			if !yield(table.Entry{Key: h[0].key, Value: h[0].value}, nil) {
				return
			}
			err := h[0].step()
			switch {
			case errors.Is(err, io.EOF):
				heap.Pop(&h)
			case err != nil:
				yield(table.Entry{}, fmt.Errorf("sort: %w", err))
				return
			default:
				heap.Fix(&h, 0)
			}
		}
	}
}

// open returns the runs that have items.
func (s *sorter) open() (runHeap, error) {
	s.sort()
	runs := []*run{{order: len(s.runs), next: s.inMemory()}}
	for i, f := range s.runs {
		runs = append(runs, &run{order: i, next: inFile(f)})
	}
	var h runHeap
	for _, r := range runs {
		err := r.step()
		if err == nil {
			h = append(h, r)
		} else if !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("sort: %w", err)
		}
	}
	heap.Init(&h)
	return h, nil
}

func (r *run) step() (err error) {
	r.key, r.value, err = r.next()
	return err
}

// inMemory returns the reader of the items that were not spilled.
func (s *sorter) inMemory() func() ([]byte, []byte, error) {
	i := 0
	return func() ([]byte, []byte, error) {
		if i == len(s.items) {
			return nil, nil, io.EOF
		}
		it := s.items[i]
		i++
		return s.key(it), s.value(it), nil
	}
}

// inFile returns the reader of a temporary file.
func inFile(f *os.File) func() ([]byte, []byte, error) {
	r := bufio.NewReaderSize(f, readAhead)
	var buf []byte
	return func() ([]byte, []byte, error) {
		key, err := binary.ReadUvarint(r)
		if err != nil {
			return nil, nil, err
		}
		value, err := binary.ReadUvarint(r)
		if err != nil {
			return nil, nil, noEOF(err)
		}
		buf = slices.Grow(buf[:0], int(key+value))[:key+value]
		if _, err := io.ReadFull(r, buf); err != nil {
			return nil, nil, noEOF(err)
		}
		return buf[:key], buf[key:], nil
	}
}

// noEOF makes the end of a file in the midst of an item an error.
func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
