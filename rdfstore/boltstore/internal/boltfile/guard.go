package boltfile

import (
	"errors"
	"fmt"
	"iter"
	"runtime"
	"runtime/debug"
	"strings"

	"vitrine/rdfstore"
)

// bbolt trusts the pages that it maps. Damage shows as a read beyond the mapped file or of a
// page that the disk cannot return (SIGSEGV, SIGBUS), as an assertion of bbolt, or as a
// bounds check that fails inside bbolt. A panic of any other code is a bug, whoever called
// that code: Vitrine's own, that of a derivation or of a callback.

// DamageError says that a file holds something else than what was written to
// it. It wraps rdfstore.ErrCorrupt.
type DamageError struct {
	Path string
	Err  error
}

func (e *DamageError) Error() string {
	return fmt.Sprintf("%s: %v; run `vitrine check` to see what is affected, and restore the last backup", e.Path, e.Err)
}

// Unwrap makes errors.Is(err, rdfstore.ErrCorrupt) hold.
func (e *DamageError) Unwrap() error { return e.Err }

// BugError says that Vitrine has a bug: code panicked, and the file is not to
// blame.
type BugError struct {
	// Panic is what the code panicked with, and Stack where, as
	// runtime/debug.Stack formats it.
	Panic any
	Stack []byte
}

func (e *BugError) Error() string {
	return fmt.Sprintf("this is a bug of Vitrine, and the file is not damaged: %v; please report it with the stack trace in the log", e.Panic)
}

// Guard runs fn, which reads a file that is mapped into memory. A panic that damage of the file at path explains becomes a
// *DamageError, and any other a *BugError. It guards the goroutine that calls it
// and no other: a goroutine that fn starts needs a Guard of its own, and the sequence
// behind an iter.Pull2 needs GuardPulled.
func Guard(path string, fn func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = explain(path, r)
		}
	}()
	return Damaged(path, fn())
}

// GuardPulled guards a sequence that iter.Pull2 is to be called with, which runs it in a
// goroutine of its own: what Guard returns is its last error.
func GuardPulled[V any](path string, seq iter.Seq2[V, error]) iter.Seq2[V, error] {
	return func(yield func(V, error) bool) {
		err := Guard(path, func() error {
			seq(yield)
			return nil
		})
		if err != nil {
			var none V
			yield(none, err)
		}
	}
}

// Damaged adds to an error about damage which file it is and what to do. Other
// errors, and those that say so already, stay as they are.
func Damaged(path string, err error) error {
	if err == nil {
		return nil
	}
	var known *DamageError
	if !errors.Is(err, rdfstore.ErrCorrupt) || errors.As(err, &known) {
		return err
	}
	return &DamageError{Path: path, Err: err}
}

// explain returns the error that a panic comes to. It is called by the deferred
// function that recovered from it, so the stack of the panic is still there.
func explain(path string, r any) error {
	if isFault(r) || isMisreading(r) {
		return Damaged(path, fmt.Errorf("%w: %v", rdfstore.ErrCorrupt, r))
	}
	return &BugError{Panic: r, Stack: debug.Stack()}
}

// isFault tells whether a panic is a fault of mapped memory. The runtime gives an
// address to those alone: that of a nil pointer has none.
func isFault(r any) bool {
	fault, ok := r.(interface {
		runtime.Error
		Addr() uintptr
	})
	return ok && fault.Addr() != 0
}

// boltPrefix is how the names of the functions of bbolt begin.
const boltPrefix = "go.etcd.io/bbolt"

// misuse are assertions of bbolt about its caller, not about its pages.
var misuse = []string{"tx closed", "managed tx"}

// isMisreading tells whether bbolt itself panicked about what it read.
func isMisreading(r any) bool {
	text := fmt.Sprint(r)
	for _, m := range misuse {
		if strings.Contains(text, m) {
			return false
		}
	}
	return strings.HasPrefix(panickedIn(), boltPrefix)
}

// isLibrary tells whether a function is one of the packages that bbolt calls with
// what it reads.
func isLibrary(function string) bool {
	for _, l := range []string{"runtime.", "internal/", "sort.", "slices.", "bytes.", "cmp."} {
		if strings.HasPrefix(function, l) {
			return true
		}
	}
	return false
}

// panickedIn returns the function that panicked last, or the one that called it
// where that is of the standard library.
func panickedIn() string {
	pcs := make([]uintptr, 128)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	for panicked, more := false, true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		if panicked && !isLibrary(f.Function) {
			return f.Function
		}
		panicked = panicked || f.Function == "runtime.gopanic"
	}
	return ""
}
