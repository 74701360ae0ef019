// Package past keeps the past states of entities: it writes and reads the table of this name, an entry
// of which has a block of them (package states), under the name that they are of.
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
	"vitrine/rdfstore/states"
)

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

// of reads the block of a name. It returns none for one of another name, and at the end. The items
// are valid only as long as the transaction.
func of(first uint64, key, payload []byte) ([]states.Item, error) {
	if key == nil {
		return nil, nil
	}
	name, version, err := DecodeKey(key)
	if name != first || err != nil {
		return nil, err
	}
	items, ok := states.Block(version, payload)
	if !ok {
		return nil, table.Past.Corrupt(key, "it does not decode")
	}
	return items, nil
}

// Chain begins the chain of a name. Put gets each key once, with the payload of a block, or none where
// the block goes.
func Chain(first uint64, put func(key, payload []byte) error) *states.Chain {
	return states.NewChain(func(begin uint64, block []byte) error { return put(Key(first, begin), block) })
}

// Continue has a chain go on after the items of the table, of which so many go, oldest first.
func Continue(tx *bbolt.Tx, c *states.Chain, first uint64, gone int) error {
	s, err := table.Past.Scan(tx)
	if err != nil {
		return err
	}
	var key, payload []byte
	if gone > 0 {
		key, payload, err = s.Seek(Key(first, 0))
	} else {
		key, payload, _, err = s.Floor(Key(first, math.MaxUint64))
	}
	for ; err == nil; key, payload, err = s.Next() {
		items, err := of(first, key, payload)
		if len(items) == 0 || err != nil {
			return err
		}
		if gone, err = c.Continue(items, gone); err != nil {
			return err
		}
	}
	return err
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
func Before(s *table.Scan, first, before uint64) (states.Item, bool, error) {
	if before == 0 {
		return states.Item{}, false, nil
	}
	key, payload, _, err := s.Floor(Key(first, before-1))
	if err != nil {
		return states.Item{}, false, err
	}
	items, err := of(first, key, payload)
	for _, item := range slices.Backward(items) {
		if item.Version < before {
			return item, true, nil
		}
	}
	return states.Item{}, false, err
}

// Items returns the items of a name, oldest first.
func Items(tx *bbolt.Tx, first uint64) (all []states.Item, err error) {
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
	at := slices.IndexFunc(items, func(i states.Item) bool { return i.Version == version })
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
func stateAt(s *table.Scan, first uint64, items []states.Item, present []byte) (state states.State, err error) {
	n, ended := states.Run(items)
	for ; !ended && n <= states.MaxSteps; n, ended = states.Run(items) {
		key, payload, err := s.Next()
		if err != nil {
			return state, err
		}
		more, err := of(first, key, payload)
		if err != nil {
			return state, err
		}
		if len(more) == 0 {
			break
		}
		items = append(items, more...)
	}
	if ended {
		present = nil
	}
	err = states.Make(items[:n], present, func(_ int, s states.State) { state = s })
	return state, err
}
