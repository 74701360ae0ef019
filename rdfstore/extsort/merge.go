package extsort

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// source is a sorted sequence of items, in a file or in memory.
type source struct {
	order int
	// key and value are its first item, head the beginning of the key.
	head       uint64
	key, value []byte
	next       func() (key, value []byte, err error)
}

// step goes to the next item.
func (s *source) step() (err error) {
	s.key, s.value, err = s.next()
	s.head = headOf(s.key)
	return err
}

// before tells whether the first item comes before another's: the earlier one where
// the keys are the same.
func (s *source) before(o *source) bool {
	if s.head != o.head {
		return s.head < o.head
	}
	if d := bytes.Compare(s.key, o.key); d != 0 {
		return d < 0
	}
	return s.order < o.order
}

// merge goes through the runs in files and the items in memory that come after them,
// unless those are nil.
func merge(files []runFile, memory *buffer) (*Iterator, error) {
	var sources []*source
	for i, f := range files {
		r := &runReader{r: f.File}
		sources = append(sources, &source{order: i, next: r.next})
	}
	if memory != nil {
		sources = append(sources, &source{order: len(files), next: memory.reader()})
	}
	it := &Iterator{}
	for _, s := range sources {
		err := s.step()
		if err == nil {
			it.heap = append(it.heap, s)
		} else if !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("sort: %w", err)
		}
	}
	for i := len(it.heap)/2 - 1; i >= 0; i-- {
		it.down(i)
	}
	return it, nil
}

// step goes to the next item of the first source, and puts that in its place.
func (it *Iterator) step() error {
	err := it.heap[0].step()
	if errors.Is(err, io.EOF) {
		last := len(it.heap) - 1
		it.heap[0] = it.heap[last]
		it.heap = it.heap[:last]
	} else if err != nil {
		return fmt.Errorf("sort: %w", err)
	}
	it.down(0)
	return nil
}

// down moves a source down the heap to its place.
func (it *Iterator) down(i int) {
	for {
		first := 2*i + 1
		if first >= len(it.heap) {
			return
		}
		if other := first + 1; other < len(it.heap) && it.heap[other].before(it.heap[first]) {
			first = other
		}
		if !it.heap[first].before(it.heap[i]) {
			return
		}
		it.heap[i], it.heap[first] = it.heap[first], it.heap[i]
		i = first
	}
}
