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

// Gone returns how many of the items of a name in the file are not kept, oldest first, and how many
// of those that it gets; present is the version of what there is of it then.
func (k Keeper) Gone(tx *bbolt.Tx, first uint64, added []Item, present uint64) (stored, n int, err error) {
	if k.Keep == (rdfstore.Retention{}) {
		return 0, 0, nil
	}
	items, err := Items(tx, first)
	if err != nil {
		return 0, 0, err
	}
	cut, err := k.cut(tx, append(items, added...), present)
	stored = min(cut, len(items))
	return stored, cut - stored, err
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
