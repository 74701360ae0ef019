package past

import (
	"time"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/record"
)

// Keeper finds what goes of the past of names when the file is changed.
type Keeper struct {
	Keep rdfstore.Retention
	// Last is the number of the newest entry of the log in the file, and Now the time of those
	// that are added.
	Last uint64
	Now  time.Time
}

// Gone returns the keys of the entries of a name that are not kept. The name gets the items added,
// of which so many are not kept either, from the first on; present is the version of what there is
// of it then.
func (k Keeper) Gone(tx *bbolt.Tx, first uint64, added []Item, present uint64) (keys [][]byte, n int, err error) {
	if k.Keep == (rdfstore.Retention{}) {
		return nil, 0, nil
	}
	stored, err := Items(tx, first)
	if err != nil {
		return nil, 0, err
	}
	cut, err := k.cut(tx, append(stored, added...), present)
	if err != nil {
		return nil, 0, err
	}
	return Keys(first, stored[:min(cut, len(stored))]), max(0, cut-len(stored)), nil
}

// Keys returns the keys of items of a name.
func Keys(first uint64, items []Item) (keys [][]byte) {
	for _, item := range items {
		keys = append(keys, Key(first, item.Version))
	}
	return keys
}

// cut returns how many of the items are not kept.
func (k Keeper) cut(tx *bbolt.Tx, items []Item, present uint64) (int, error) {
	later := 0
	for _, item := range items {
		if !item.Deletion {
			later++
		}
	}
	some := false
	for i, item := range items {
		if item.Deletion {
			continue
		}
		later--
		next := present
		if i+1 < len(items) {
			next = items[i+1].Version
		}
		replaced, err := k.timeOf(tx, next)
		if err != nil {
			return 0, err
		}
		if k.Keep.Keeps(later, replaced, k.Now) {
			if !some { // nor does a deletion go that is before it
				return 0, nil
			}
			return i, nil
		}
		some = true
	}
	return len(items), nil
}

// timeOf returns the time of an entry of the log.
func (k Keeper) timeOf(tx *bbolt.Tx, version uint64) (time.Time, error) {
	if version > k.Last || k.Keep.Age == 0 {
		return k.Now, nil
	}
	entry, err := record.GetLogEntry(tx, version)
	return entry.Time, err
}
