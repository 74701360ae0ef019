// Package past keeps the past states of entities: it writes and reads the table of this name,
// which docs/store.md draws.
//
// The states of a name lie together, whatever happened to it, and oldest first. A state is the
// record of its graph, most often as a difference from the next state of the name, which may be the
// present one. So the present is read as if there were no past, and the oldest states can go
// without a change of the others. After some differences there is a whole record, so that no
// state takes many steps. An entry of the table has several states, a block.
//
// The package does not know the present state, nor when something is to go.
package past

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
)

// What an item of a block is: its first byte. Others are the number of the difference, from 1,
// since the last item that is none.
const (
	whole    = 0
	maxSteps = 24
	deletion = 0xff
)

// maxBlock is the length from which on a block gets no more items, in bytes.
const maxBlock = 512

// Key returns the key of a block, which begins with what an entry of the log made of a name: its
// number under that of the first entry that the log has of the name.
func Key(first, version uint64) []byte {
	return binary.BigEndian.AppendUint64(table.NumberKey(first), version)
}

// DecodeKey reads such a key.
func DecodeKey(key []byte) (first, version uint64, err error) {
	if len(key) != 16 {
		return 0, 0, table.Past.Corrupt(key, "the key is of a wrong length")
	}
	return binary.BigEndian.Uint64(key), binary.BigEndian.Uint64(key[8:]), nil
}

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

// of reads the block of a name. It returns none for one of another name, and at the end. The items
// are valid only as long as the transaction.
func of(first uint64, key, payload []byte) (items []Item, err error) {
	if key == nil {
		return nil, nil
	}
	name, version, err := DecodeKey(key)
	if name != first || err != nil {
		return nil, err
	}
	f := codec.Fields{Rest: string(payload)}
	for more := true; more; more = f.Rest != "" {
		kind := f.Take(1)
		after := f.Uvarint()
		if f.Broken || kind[0] != deletion && kind[0] > maxSteps || (after == 0) != (len(items) == 0) {
			return nil, table.Past.Corrupt(key, "it does not decode")
		}
		version += after
		item := Item{Version: version, Deletion: kind[0] == deletion}
		if !item.Deletion {
			n := len(f.Text())
			end := len(payload) - len(f.Rest)
			item.steps, item.body = int(kind[0]), payload[end-n:end]
		}
		items = append(items, item)
	}
	return items, f.Err("table past, a block")
}

// Names calls fn with the number of the first entry of the log of each name that has a past.
func Names(tx *bbolt.Tx, fn func(first uint64) error) error {
	s, err := table.Past.Scan(tx)
	if err != nil {
		return err
	}
	for first := uint64(0); first < math.MaxUint64; {
		key, _, err := s.Seek(Key(first+1, 0))
		if key == nil || err != nil {
			return err
		}
		if first, _, err = DecodeKey(key); err != nil {
			return err
		}
		if err := fn(first); err != nil {
			return err
		}
	}
	return nil
}

// Before returns the newest item of a name whose version is less than the given one, false where
// there is none.
func Before(s *table.Scan, first, before uint64) (Item, bool, error) {
	if before == 0 {
		return Item{}, false, nil
	}
	key, payload, _, err := s.Floor(Key(first, before-1))
	if err != nil {
		return Item{}, false, err
	}
	items, err := of(first, key, payload)
	for _, item := range slices.Backward(items) {
		if item.Version < before {
			return item, true, nil
		}
	}
	return Item{}, false, err
}

// Items returns the items of a name, oldest first.
func Items(tx *bbolt.Tx, first uint64) (all []Item, err error) {
	s, err := table.Past.Scan(tx)
	if err != nil {
		return nil, err
	}
	key, payload, err := s.Seek(Key(first, 0))
	for ; err == nil; key, payload, err = s.Next() {
		items, err := of(first, key, payload)
		if len(items) == 0 || err != nil {
			return all, err
		}
		all = append(all, items...)
	}
	return nil, err
}

// Find returns the record of a past state; nil and false where none is kept, and nil and true for a
// deletion. Present is the record of the present state, nil where there is none.
func Find(tx *bbolt.Tx, first, version uint64, present []byte) (found []byte, kept bool, err error) {
	s, err := table.Past.Scan(tx)
	if err != nil {
		return nil, false, err
	}
	key, payload, _, err := s.Floor(Key(first, version))
	if err != nil {
		return nil, false, err
	}
	items, err := of(first, key, payload)
	at := slices.IndexFunc(items, func(i Item) bool { return i.Version == version })
	if at < 0 || err != nil || items[at].Deletion {
		return nil, at >= 0 && err == nil, err
	}
	state, err := stateAt(s, first, items[at:], present)
	if err != nil {
		return nil, false, fmt.Errorf("table %s, version %d: %w", table.Past.Name, version, err)
	}
	entry, err := record.GetLogEntry(tx, version)
	return state.Record(first, entry), true, err
}

// stateAt returns the state of the first of some items, after which the walk goes on to others.
func stateAt(s *table.Scan, first uint64, items []Item, present []byte) (state State, err error) {
	isDifference := func(i Item) bool { return !i.Deletion && i.steps > 0 }
	end := 0
	for end < len(items) && isDifference(items[end]) && end <= maxSteps {
		if end++; end < len(items) {
			continue
		}
		key, payload, err := s.Next()
		if err != nil {
			return state, err
		}
		more, err := of(first, key, payload)
		if err != nil {
			return state, err
		}
		items = append(items, more...)
	}
	if end < len(items) {
		items = items[:end+1]
	} else if state, err = StateOf(present); err != nil {
		return state, err
	}
	for _, item := range slices.Backward(items) {
		if err := state.Previous(item); err != nil {
			return state, err
		}
	}
	return state, nil
}
