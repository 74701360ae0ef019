package states

import (
	"time"

	"vitrine/rdfstore"
)

// Gone returns how many of the items of a name are not kept, oldest first, at a time; present is the
// version of what there is of it then, and timeOf says when a version came to be.
func Gone(keep rdfstore.Retention, items []Item, present uint64, now time.Time, timeOf func(version uint64) (time.Time, error)) (int, error) {
	if keep == (rdfstore.Retention{}) {
		return 0, nil
	}
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
		replaced, err := timeOf(next)
		if err != nil {
			return 0, err
		}
		if keep.Keeps(later, replaced, now) {
			if !some { // nor does a deletion go that is before it
				return 0, nil
			}
			return i, nil
		}
		some = true
	}
	return len(items), nil
}
