package rdfstore

import (
	"errors"
	"fmt"
	"time"

	"github.com/knakk/rdf"
)

// Errors of reading and writing.
var (
	// ErrNotFound means that the store never held the entity.
	ErrNotFound = errors.New("no such entity")
	// ErrDeleted means that the entity was deleted; see DeletedError.
	ErrDeleted = errors.New("the entity was deleted")
	// ErrPrecondition means that the precondition of a change did not hold.
	ErrPrecondition = errors.New("the precondition does not hold")
	// ErrMessage means that the author or the message of a change cannot be stored.
	ErrMessage = errors.New("the change cannot be described so")
	// ErrCursor means that a cursor is not one of this pattern's.
	ErrCursor = errors.New("not a cursor of this pattern")
)

// Errors about the store as a whole.
var (
	// ErrClosed means that the store was closed.
	ErrClosed = errors.New("the store is closed")
	// ErrExpired means that a snapshot has become older than the store allows.
	ErrExpired = errors.New("the snapshot has expired")
	// ErrUnavailable means that the store cannot be reached now. Nothing was changed.
	ErrUnavailable = errors.New("the store cannot be reached")
	// ErrFull means that there is no room for changes, on the disk or in a quota.
	// Nothing was changed, and reading goes on.
	ErrFull = errors.New("the store has no room for more")
	// ErrUncertain means that the store could not be reached when changes were to be made
	// durable, so that it is unknown whether they were made: all of them or none. Whoever
	// asks for the entities again finds out.
	ErrUncertain = errors.New("it is unknown whether the changes were made")
	// ErrNotEmpty means that a store holds something, and cannot be filled.
	ErrNotEmpty = errors.New("the store is not empty")
	// ErrCorrupt means that stored bytes are not what was written.
	ErrCorrupt = errors.New("the store is damaged")
)

// GrantError says that the role of a store in a database may read it and not change it.
// Nothing was changed.
type GrantError struct {
	// Grant is the statement that lets it.
	Grant string
	Err   error
}

func (e *GrantError) Error() string {
	return fmt.Sprintf("the role may not change the store; the owner of its tables runs: %s: %v", e.Grant, e.Err)
}

func (e *GrantError) Unwrap() error { return e.Err }

// DeletedError says that and when an entity was deleted. It wraps ErrDeleted.
type DeletedError struct {
	Name rdf.IRI
	// Version is the sequence number of the deletion in the log.
	Version uint64
	Time    time.Time
	// Successor is the name of what is there in place of the entity, the zero IRI for none.
	Successor rdf.IRI
}

func (e *DeletedError) Error() string {
	return fmt.Sprintf("%s was deleted on %s", e.Name, e.Time.Format(time.RFC3339))
}

// Unwrap makes errors.Is(err, ErrDeleted) hold.
func (e *DeletedError) Unwrap() error { return ErrDeleted }

// IsMissing tells whether an error says that there is no such entity: the store
// never held it, or it was deleted.
func IsMissing(err error) bool {
	return errors.Is(err, ErrNotFound) || errors.Is(err, ErrDeleted)
}

// ChangeError says which change of an Apply failed. Nothing was applied.
type ChangeError struct {
	// Index is the place of the change among those given to Apply.
	Index int
	Name  rdf.IRI
	Err   error
}

func (e *ChangeError) Error() string { return fmt.Sprintf("%s: %v", e.Name, e.Err) }

func (e *ChangeError) Unwrap() error { return e.Err }
