package extsort

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"io"
	"slices"
)

// buffer is a number of items in memory.
type buffer struct {
	// memory is how many bytes it may take.
	memory int
	// arena has the keys and values.
	arena []byte
	items []item
}

// item is where an item lies in the arena. It does not hold a pointer, so that
// a collection of garbage does not walk all items.
type item struct {
	// head is a part of the key, which decides most comparisons: the beginning,
	// and while the items are sorted also what follows it.
	head uint64
	at   uint64
	key  uint32
	size uint32
}

const (
	itemSize = 24
	headSize = 8
)

func newBuffer(memory int) *buffer { return &buffer{memory: memory} }

func (b *buffer) reset() { b.arena, b.items = b.arena[:0], b.items[:0] }

// isFull tells whether there is no room for an item of so many bytes. There is
// always room for one item.
func (b *buffer) isFull(size int) bool {
	b.arena = room(b.arena, size, b.memory/8*5)
	b.items = room(b.items, 1, b.memory/8*3/itemSize)
	return len(b.items) > 0 && (len(b.arena)+size > cap(b.arena) || len(b.items) == cap(b.items))
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

func (b *buffer) add(key, value []byte) {
	b.items = append(b.items, item{head: headOf(key), at: uint64(len(b.arena)), key: uint32(len(key)), size: uint32(len(key) + len(value))})
	b.arena = append(append(b.arena, key...), value...)
}

// headOf returns the first bytes of a key as a number, which sorts as they do;
// zeros stand for those that it lacks.
func headOf(key []byte) uint64 {
	if len(key) >= headSize {
		return binary.BigEndian.Uint64(key)
	}
	var head [headSize]byte
	copy(head[:], key)
	return binary.BigEndian.Uint64(head[:])
}

func (b *buffer) key(it item) []byte { return b.arena[it.at:][:it.key] }

func (b *buffer) value(it item) []byte { return b.arena[it.at:][it.key:it.size] }

// sort puts the items in the order of their keys, and those of one key in the order
// in which they came in.
func (b *buffer) sort() { b.sortHeads(b.items, headSize) }

// sortHeads sorts items whose keys are the same but for their heads and what follows
// those, which is at the place next of the keys. To compare two keys takes looking
// at two places of the arena, so the heads are compared instead, and where they are
// the same, the heads after them.
func (b *buffer) sortHeads(items []item, next int) {
	slices.SortFunc(items, func(x, y item) int { return cmp.Compare(x.head, y.head) })
	for len(items) > 0 {
		n := 1
		for n < len(items) && items[n].head == items[0].head {
			n++
		}
		b.sortTied(items[:n], next)
		items = items[n:]
	}
}

// fewItems is how many take less time to compare as a whole than to give new heads.
const fewItems = 6

// sortTied sorts items whose keys are the same up to a place.
func (b *buffer) sortTied(items []item, from int) {
	endsBefore := func(it item) bool { return int(it.key) < from }
	switch {
	case len(items) == 1:
	case len(items) <= fewItems || slices.ContainsFunc(items, endsBefore):
		slices.SortFunc(items, func(x, y item) int {
			return cmp.Or(bytes.Compare(b.key(x), b.key(y)), cmp.Compare(x.at, y.at))
		})
	default:
		for i, it := range items {
			items[i].head = headOf(b.key(it)[from:])
		}
		b.sortHeads(items, from+headSize)
	}
}

// reader returns a function that returns the items one after the other.
func (b *buffer) reader() func() (key, value []byte, err error) {
	i := 0
	return func() ([]byte, []byte, error) {
		if i == len(b.items) {
			return nil, nil, io.EOF
		}
		it := b.items[i]
		i++
		return b.key(it), b.value(it), nil
	}
}
