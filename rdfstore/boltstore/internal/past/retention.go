package past

import (
	"time"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/states"
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
func (k Keeper) Gone(tx *bbolt.Tx, first uint64, added []states.Item, present uint64) (stored, n int, err error) {
	if k.Keep == (rdfstore.Retention{}) {
		return 0, 0, nil
	}
	items, err := Items(tx, first)
	if err != nil {
		return 0, 0, err
	}
	cut, err := states.Gone(k.Keep, append(items, added...), present, k.Now, func(version uint64) (time.Time, error) {
		if version > k.Last || k.Keep.Age == 0 {
			return k.Now, nil
		}
		entry, err := record.GetLogEntry(tx, version)
		return entry.Time, err
	})
	stored = min(cut, len(items))
	return stored, cut - stored, err
}
