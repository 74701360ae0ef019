package search

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"

	"vitrine/server/ops/pace"
)

// errDamaged is wrapped by errors about an index that is not as it was written.
var errDamaged = fmt.Errorf("%w: it is damaged", ErrStale)

// guard turns a panic of the library, and a fault in the memory into which it
// maps its files, into an error about a damaged index.
func guard(f func() error) (err error) {
	old := debug.SetPanicOnFault(true)
	defer func() {
		debug.SetPanicOnFault(old)
		if cause := recover(); cause != nil {
			err = fmt.Errorf("%w: %v", errDamaged, cause)
		}
	}()
	return f()
}

// together calls do with each number below n at the same time, or in turn where other searches wait,
// and returns the errors. Each call is guarded.
func together(ctx context.Context, n int, do func(i int) error) error {
	errs := make([]error, n)
	if pace.Crowded(ctx) {
		for i := range n {
			errs[i] = guard(func() error { return do(i) })
		}
		return errors.Join(errs...)
	}
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() { errs[i] = guard(func() error { return do(i) }) })
	}
	group.Wait()
	return errors.Join(errs...)
}
