// Package states keeps what was said of a name before: its past states in blocks, for all stores.
//
// The states of a name are in order, oldest first, whatever happened to it. A state is the record of
// its graph, most often as a difference from the next state of the name, which may be the present one.
// So the present is read as if there were no past, and the oldest states can go without a change of
// the others. After some differences there is a whole record, so that no state takes many steps.
// Several states are a block, which docs/store.md draws.
//
// The package knows neither a table nor a file, and not the present state.
package states

import (
	"encoding/binary"

	"vitrine/rdfstore/codec"
)

// What an item of a block is: its first byte. Others are the number of the difference, from 1,
// since the last item that is none.
const (
	whole    = 0
	deletion = 0xff
	// MaxSteps is how many differences follow each other at most.
	MaxSteps = 24
)

// maxBlock is the length from which on a block gets no more items, in bytes.
const maxBlock = 512

// Item is a state or a deletion.
type Item struct {
	Version uint64
	// Deletion tells that it is a deletion, which has no state.
	Deletion bool
	// steps is the number of differences since the last item that is none, this one included,
	// and body the state or the difference.
	steps int
	body  []byte
}

// appendItem appends an item to a block, after that of another version.
func appendItem(b []byte, after uint64, i Item) []byte {
	if i.Deletion {
		return binary.AppendUvarint(append(b, deletion), i.Version-after)
	}
	b = binary.AppendUvarint(append(b, byte(i.steps)), i.Version-after)
	return append(binary.AppendUvarint(b, uint64(len(i.body))), i.body...)
}

// Block reads a block of which the first item is of a version; ok is false where it does not decode.
// The items have parts of the block.
func Block(version uint64, block []byte) (items []Item, ok bool) {
	f := codec.Fields{Rest: string(block)}
	for more := true; more; more = f.Rest != "" {
		kind := f.Take(1)
		after := f.Uvarint()
		if f.Broken || kind[0] != deletion && kind[0] > MaxSteps || (after == 0) != (len(items) == 0) {
			return nil, false
		}
		version += after
		item := Item{Version: version, Deletion: kind[0] == deletion}
		if !item.Deletion {
			n := len(f.Text())
			end := len(block) - len(f.Rest)
			item.steps, item.body = int(kind[0]), block[end-n:end]
		}
		items = append(items, item)
	}
	return items, !f.Broken
}

// Run returns how many items there are up to the first that is no difference, that one included; ended
// is false where there is none, so that what comes after them is needed to make a state of them.
func Run(items []Item) (n int, ended bool) {
	for _, i := range items {
		if n++; i.Deletion || i.steps == whole {
			return n, true
		}
	}
	return n, false
}

// Make calls fn with each state of a run from the last to the first. Present is the record of the state
// after it, nil where there is none or where the run has ended.
func Make(run []Item, present []byte, fn func(i int, s State)) error {
	s, err := StateOf(present)
	for i := len(run) - 1; i >= 0 && err == nil; i-- {
		if err = s.Previous(run[i]); err == nil {
			fn(i, s)
		}
	}
	return err
}
