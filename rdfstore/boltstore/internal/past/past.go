// Package past keeps the past states of entities: it writes and reads the table of this name,
// which docs/store.md draws.
//
// The states of a name lie together, whatever happened to it, and oldest first. A state is the
// record of its graph, most often as a difference from the next state of the name, which may be the
// present one. So the present is read as if there were no past, and the oldest states can go
// without a change of the others. After some differences there is a whole record, so that no
// state takes many steps.
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
)

// What an entry is: the first byte of its payload. Others are the number of the difference, from 1,
// since the last entry that is none.
const (
	whole    = 0
	maxSteps = 24
	deletion = 0xff
)

// Key returns the key of what an entry of the log made of a name: its number under that of the
// first entry that the log has of the name.
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

// Item is an entry of the table.
type Item struct {
	Version uint64
	// Deletion tells that it is a deletion, which has no state.
	Deletion bool
	// steps is the number of differences since the last entry that is none, this one included,
	// and body the state or the difference.
	steps int
	body  []byte
}

// of reads an entry of a name. It returns false for one of another name, and at the end.
func of(first uint64, key, payload []byte) (Item, bool, error) {
	if key == nil {
		return Item{}, false, nil
	}
	name, version, err := DecodeKey(key)
	if name != first || err != nil {
		return Item{}, false, err
	}
	if len(payload) == 0 || payload[0] == deletion && len(payload) > 1 || payload[0] != deletion && payload[0] > maxSteps {
		return Item{}, false, table.Past.Corrupt(key, "it does not decode")
	}
	if payload[0] == deletion {
		return Item{Version: version, Deletion: true}, true, nil
	}
	return Item{Version: version, steps: int(payload[0]), body: payload[1:]}, true, nil
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
// there is none. It is valid only as long as the transaction.
func Before(s *table.Scan, first, before uint64) (Item, bool, error) {
	if before == 0 {
		return Item{}, false, nil
	}
	key, payload, _, err := s.Floor(Key(first, before-1))
	if err != nil {
		return Item{}, false, err
	}
	return of(first, key, payload)
}

// Items returns the items of a name, oldest first, without their states.
func Items(tx *bbolt.Tx, first uint64) (items []Item, err error) {
	s, err := table.Past.Scan(tx)
	if err != nil {
		return nil, err
	}
	key, payload, err := s.Seek(Key(first, 0))
	for ; err == nil; key, payload, err = s.Next() {
		item, ok, err := of(first, key, payload)
		if !ok || err != nil {
			return items, err
		}
		item.body = nil
		items = append(items, item)
	}
	return nil, err
}

// Find returns the record of a past state, which is valid only as long as the transaction; nil and
// false where none is kept, and nil and true for a deletion. Present is the record of the present
// state, nil where there is none.
func Find(tx *bbolt.Tx, first, version uint64, present []byte) (found []byte, kept bool, err error) {
	s, err := table.Past.Scan(tx)
	if err != nil {
		return nil, false, err
	}
	key, payload, err := s.Seek(Key(first, version))
	if err != nil {
		return nil, false, err
	}
	item, ok, err := of(first, key, payload)
	if !ok || err != nil || item.Version != version || item.Deletion {
		return nil, ok && err == nil && item.Version == version, err
	}
	items := []Item{item}
	for item.steps > 0 && len(items) <= maxSteps {
		if key, payload, err = s.Next(); err != nil {
			return nil, false, err
		}
		if item, ok, err = of(first, key, payload); err != nil {
			return nil, false, err
		}
		if !ok {
			break
		}
		items = append(items, item)
	}
	var state State
	if !ok {
		state, err = StateOf(present)
	}
	for _, item := range slices.Backward(items) {
		if err == nil {
			err = state.Previous(item)
		}
	}
	if err != nil {
		return nil, false, fmt.Errorf("table %s, version %d: %w", table.Past.Name, version, err)
	}
	entry, err := record.GetLogEntry(tx, version)
	return state.Record(first, entry), true, err
}
