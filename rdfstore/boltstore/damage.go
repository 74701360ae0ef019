package boltstore

import (
	"errors"
	"fmt"

	"vitrine/rdfstore"
)

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

// isDamage tells whether an error is about damage and does not say yet in
// which file.
func isDamage(err error) bool {
	var known *DamageError
	return errors.Is(err, rdfstore.ErrCorrupt) && !errors.As(err, &known)
}
