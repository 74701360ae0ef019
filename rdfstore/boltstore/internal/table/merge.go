package table

// MergeRule says how items of one kind are merged: those of a table, which is a MergeBase, with
// runs of changes over it, or those of runs among themselves.
type MergeRule[T any] struct {
	// Compare compares the places of two items. A sequence has one item for each
	// place, in this order.
	Compare func(a, b *T) int
	// Join returns what an older and a newer item of one place come to, and false
	// where they cancel each other out.
	Join func(older, newer *T) (joined T, stays bool, err error)
}

// Lists returns what several lists come to, oldest first, as one list. It leaves the
// lists as they are, and may return one of them.
func (r *MergeRule[T]) Lists(lists [][]T) ([]T, error) {
	switch len(lists) {
	case 0:
		return nil, nil
	case 1:
		return lists[0], nil
	}
	n := 0
	for _, l := range lists {
		n += len(l)
	}
	return r.into(make([]T, n), lists)
}

// into does the same in an array that has room for all of them, from its beginning
// on. It cuts the lists into two parts of about the same length, and merges the
// newer ones where they leave room for the older before them.
func (r *MergeRule[T]) into(room []T, lists [][]T) ([]T, error) {
	if len(lists) == 1 {
		return room[:copy(room, lists[0])], nil
	}
	half, n := 1, len(lists[0])
	for half+1 < len(lists) && 2*n+len(lists[half]) < len(room) {
		n += len(lists[half])
		half++
	}
	older := lists[0]
	if half > 1 {
		var err error
		if older, err = r.into(make([]T, n), lists[:half]); err != nil {
			return nil, err
		}
	}
	newer, err := r.into(room[n:], lists[half:])
	if err != nil {
		return nil, err
	}
	return r.two(room, older, newer)
}

// two merges older items and newer ones into an array, from its beginning on. The
// newer may stand in it themselves, where they leave room for the older before them:
// then none is overwritten before it has been read.
func (r *MergeRule[T]) two(room, older, newer []T) ([]T, error) {
	i, j, n := 0, 0, 0
	for i < len(older) && j < len(newer) {
		switch order := r.Compare(&older[i], &newer[j]); {
		case order < 0:
			room[n] = older[i]
			i, n = i+1, n+1
		case order > 0:
			room[n] = newer[j]
			j, n = j+1, n+1
		default:
			joined, stays, err := r.Join(&older[i], &newer[j])
			if err != nil {
				return nil, err
			}
			if stays {
				room[n] = joined
				n++
			}
			i, j = i+1, j+1
		}
	}
	n += copy(room[n:], older[i:])
	n += copy(room[n:], newer[j:])
	return room[:n], nil
}
