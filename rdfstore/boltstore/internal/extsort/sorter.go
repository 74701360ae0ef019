// Package extsort sorts more items than fit into memory, by an external merge sort:
// sorted runs in temporary files beside a store, merged at the end. It knows nothing
// of what the items mean.
package extsort

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

// Sorter sorts more items than fit into memory: it collects them up to a
// number of bytes, writes them sorted to a temporary file, and merges the
// files at the end. So that few files are open, and few buffers needed, it merges
// some of them into one whenever there are many.
type Sorter struct {
	// path is the store, beside which the temporary files are.
	path string
	// memory is how many bytes to collect.
	memory int
	arena  []byte
	items  []item
	// runs are the temporary files, in the order in which their items came in.
	runs []runFile
	// fanIn is how many runs are merged at a time.
	fanIn int
}

// runFile is a temporary file of sorted items.
type runFile struct {
	*os.File
	// level is how often its items were merged.
	level int
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
	// maxFanIn is how many temporary files are merged at a time, which takes 16 MiB
	// of buffers.
	maxFanIn = 64
)

// New returns a sorter that takes about memory bytes.
func New(path string, memory int64) *Sorter {
	return &Sorter{path: path, memory: int(memory), fanIn: maxFanIn}
}

// Add adds an item. Items with equal keys come out in the order they came in.
func (s *Sorter) Add(key, value []byte) error {
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

func (s *Sorter) key(it item) []byte { return s.arena[it.at:][:it.key] }

func (s *Sorter) value(it item) []byte { return s.arena[it.at:][it.key:it.size] }

func (s *Sorter) sort() {
	slices.SortFunc(s.items, func(a, b item) int {
		if a.head != b.head {
			return cmp.Compare(a.head, b.head)
		}
		return cmp.Or(bytes.Compare(s.key(a), s.key(b)), cmp.Compare(a.at, b.at))
	})
}

// spill writes what is collected to a temporary file.
func (s *Sorter) spill() error {
	s.sort()
	next := s.inMemory()
	err := s.write(0, func() (table.Entry, error) {
		key, value, err := next()
		return table.Entry{Key: key, Value: value}, err
	})
	if err != nil {
		return err
	}
	s.arena, s.items = s.arena[:0], s.items[:0]
	for n := s.mergeable(); n > 0; n = s.mergeable() {
		if err := s.mergeLast(n); err != nil {
			return err
		}
	}
	return nil
}

// mergeable returns fanIn where that many runs at the end are of one level, and 0
// otherwise.
func (s *Sorter) mergeable() int {
	first := len(s.runs) - s.fanIn
	if first < 0 || s.runs[first].level != s.runs[len(s.runs)-1].level {
		return 0
	}
	return s.fanIn
}

// mergeLast makes one run of the last n. Levels fall from one run to the next, so
// that these are the shortest.
func (s *Sorter) mergeLast(n int) error {
	last := s.runs[len(s.runs)-n:]
	h, err := openRuns(last, nil)
	if err != nil {
		return err
	}
	rest := s.runs[:len(s.runs)-n]
	s.runs = slices.Clone(s.runs)
	if err := s.write(last[0].level+1, h.pop); err != nil {
		return err
	}
	merged := s.runs[len(s.runs)-1]
	s.runs = append(rest[:len(rest):len(rest)], merged)
	return removeRuns(last)
}

// write writes the items that next returns, up to io.EOF, to a new run.
func (s *Sorter) write(level int, next func() (table.Entry, error)) error {
	f, err := boltfile.CreateTemporary(s.path)
	if err != nil {
		return fmt.Errorf("sort: %w", err)
	}
	s.runs = append(s.runs, runFile{f, level})
	// Where the system allows it, the file has no name from here on and goes
	// away with the process.
	_ = os.Remove(f.Name())
	w := bufio.NewWriterSize(f, readAhead)
	var sizes [2 * binary.MaxVarintLen64]byte
	for {
		e, err := next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		n := binary.PutUvarint(sizes[:], uint64(len(e.Key)))
		n += binary.PutUvarint(sizes[n:], uint64(len(e.Value)))
		w.Write(sizes[:n])
		w.Write(e.Key)
		w.Write(e.Value)
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("sort: %w", err)
	}
	_, err = f.Seek(0, io.SeekStart)
	return err
}

// Close removes the temporary files.
func (s *Sorter) Close() error {
	err := removeRuns(s.runs)
	s.runs, s.arena, s.items = nil, nil, nil
	return err
}

// removeRuns closes and removes temporary files.
func removeRuns(runs []runFile) error {
	var all []error
	for _, f := range runs {
		all = append(all, f.Close())
		if err := os.Remove(f.Name()); err != nil && !errors.Is(err, os.ErrNotExist) {
			all = append(all, err)
		}
	}
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

// Sorted yields all items in the order of their keys.
func (s *Sorter) Sorted() iter.Seq2[table.Entry, error] {
	return func(yield func(table.Entry, error) bool) {
		h, err := s.open()
		for err == nil {
			var e table.Entry
			if e, err = h.pop(); err == nil && !yield(e, nil) {
				return
			}
		}
		if !errors.Is(err, io.EOF) {
			yield(table.Entry{}, err)
		}
	}
}

// merged is a heap of runs with the item that comes first; popped tells that the
// first has been returned, which is valid until the next.
type merged struct {
	runHeap
	popped bool
}

// pop returns the next item, io.EOF where there is none.
func (h *merged) pop() (table.Entry, error) {
	if h.popped {
		err := h.runHeap[0].step()
		switch {
		case errors.Is(err, io.EOF):
			heap.Pop(&h.runHeap)
		case err != nil:
			return table.Entry{}, fmt.Errorf("sort: %w", err)
		default:
			heap.Fix(&h.runHeap, 0)
		}
		h.popped = false
	}
	if len(h.runHeap) == 0 {
		return table.Entry{}, io.EOF
	}
	h.popped = true
	return table.Entry{Key: h.runHeap[0].key, Value: h.runHeap[0].value}, nil
}

// open returns the runs that have items, of which few enough are left to be merged
// at once.
func (s *Sorter) open() (*merged, error) {
	s.sort()
	for len(s.runs) > s.fanIn {
		if err := s.mergeLast(min(s.fanIn, len(s.runs)-s.fanIn+1)); err != nil {
			return nil, err
		}
	}
	return openRuns(s.runs, s.inMemory())
}

// openRuns returns the runs in files and the items in memory that come after them,
// unless those are nil.
func openRuns(files []runFile, memory func() (key, value []byte, err error)) (*merged, error) {
	var runs []*run
	for i, f := range files {
		runs = append(runs, &run{order: i, next: inFile(f.File)})
	}
	if memory != nil {
		runs = append(runs, &run{order: len(files), next: memory})
	}
	h := &merged{}
	for _, r := range runs {
		err := r.step()
		if err == nil {
			h.runHeap = append(h.runHeap, r)
		} else if !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("sort: %w", err)
		}
	}
	heap.Init(&h.runHeap)
	return h, nil
}

func (r *run) step() (err error) {
	r.key, r.value, err = r.next()
	return err
}

// inMemory returns the reader of the items that were not spilled.
func (s *Sorter) inMemory() func() ([]byte, []byte, error) {
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
