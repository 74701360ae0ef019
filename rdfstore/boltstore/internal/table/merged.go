package table

import "slices"

// MergeBase is a sorted sequence that is read item by item, such as a table.
type MergeBase[T any] interface {
	// Head returns the current item, nil at the end. It is valid until Next is
	// called.
	Head() (*T, error)
	// Next goes to the next item.
	Next() error
}

// Merged walks a base as the runs of changes over it make it. It goes forward
// only.
type Merged[T any] struct {
	rule *MergeRule[T]
	base MergeBase[T]
	// runs are what is left of each run, oldest first.
	runs [][]T
	item T
}

// NewMerged returns a walk of the base and the runs from where they begin, the
// oldest run first.
func NewMerged[T any](r *MergeRule[T], base MergeBase[T], runs [][]T) *Merged[T] {
	return &Merged[T]{rule: r, base: base, runs: runs}
}

// SeekRuns goes past the items of the runs that are before a place. It is for the
// caller to do the same with the base.
func (it *Merged[T]) SeekRuns(place *T) {
	for i, run := range it.runs {
		n, _ := slices.BinarySearchFunc(run, place, func(item T, place *T) int { return it.rule.Compare(&item, place) })
		it.runs[i] = run[n:]
	}
}

// Nearest returns the first item of the runs that is still to come, nil where there is
// none: what the base has before its place is what the walk comes to.
func (it *Merged[T]) Nearest() (nearest *T) {
	for _, run := range it.runs {
		if len(run) > 0 && (nearest == nil || it.rule.Compare(&run[0], nearest) < 0) {
			nearest = &run[0]
		}
	}
	return nearest
}

// Next returns the next item, nil at the end. It is valid until the next call.
func (it *Merged[T]) Next() (*T, error) {
	for {
		head, err := it.base.Head()
		if err != nil {
			return nil, err
		}
		least, run, shared := it.least(head)
		switch {
		case least == nil:
			return nil, nil
		case shared:
			if stays, err := it.join(least, head); stays || err != nil {
				return &it.item, err
			}
			continue
		}
		it.item = *least
		if run >= 0 {
			it.runs[run] = it.runs[run][1:]
			return &it.item, nil
		}
		return &it.item, it.base.Next()
	}
}

// least returns the first item of all, nil where none is left, the number of its run,
// -1 for the base, and whether others have its place.
func (it *Merged[T]) least(head *T) (least *T, from int, shared bool) {
	least, from = head, -1
	for i := range it.runs {
		run := it.runs[i]
		if len(run) == 0 {
			continue
		}
		order := -1
		if least != nil {
			order = it.rule.Compare(&run[0], least)
		}
		switch {
		case order < 0:
			least, from, shared = &run[0], i, false
		case order == 0:
			shared = true
		}
	}
	return least, from, shared
}

// join goes past all items that have the place of the least, and tells whether they
// come to one, which is the iterator's then.
func (it *Merged[T]) join(least, head *T) (stays bool, err error) {
	place := *least
	if head != nil && it.rule.Compare(head, &place) == 0 {
		it.item, stays = *head, true
		if err := it.base.Next(); err != nil {
			return false, err
		}
	}
	for i, run := range it.runs {
		if len(run) == 0 || it.rule.Compare(&run[0], &place) != 0 {
			continue
		}
		if it.runs[i] = run[1:]; !stays {
			it.item, stays = run[0], true
			continue
		}
		if it.item, stays, err = it.rule.Join(&it.item, &run[0]); err != nil {
			return false, err
		}
	}
	return stays, nil
}
