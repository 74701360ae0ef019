// Package rdfstore says what Vitrine asks of a store of named graphs: one
// graph for each entity, replaced as a whole, with a version, found again by
// name, by quad pattern and by class, and a log of every change.
//
// The interface holds no engine's types and no transactions, and asks for
// nothing that only a local file makes cheap, so that a distributed engine can
// stand behind it. Package boltstore is the embedded implementation, memstore
// the plain one that tests compare against, and checks/storetest the suite that every
// implementation passes.
//
// The terms are those of RDF 1.1 Concepts (https://www.w3.org/TR/rdf11-concepts/,
// sections 3 and 4).
package rdfstore

import (
	"context"
	"fmt"
	"iter"
	"time"
	"unicode/utf8"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// Store keeps one named graph for each entity. All methods may be called by
// many goroutines at once; readers never wait for writers. Every method
// returns ErrClosed after Close, the context's error when ctx ends first, and
// an error that wraps ErrCorrupt rather than wrong data.
type Store interface {
	Relations

	// Get returns the entity with the name. The error wraps ErrNotFound for a
	// name that never was, and is a *DeletedError for one that was deleted; WithLimit
	// bounds what is read.
	Get(ctx context.Context, name rdf.IRI) (*Entity, error)

	// Apply carries out the changes in order, all of them or none, and returns
	// when they are durable. It returns one outcome for each change. The error
	// is a *ChangeError that names the first change that failed; it wraps
	// ErrPrecondition, ErrNotFound (nothing to delete or to purge), ErrMessage,
	// graph.ErrTooLarge or graph.ErrTerm.
	//
	// A graph is a set: a triple that is repeated is stored once, where it comes
	// first. A Put of a graph equal to the stored one (graph.Graph.Equal) changes
	// nothing: no new version, no entry in the log.
	Apply(ctx context.Context, changes ...Change) ([]Outcome, error)

	// Match yields the quads that match the pattern, each with a cursor. The
	// order is stable, and the quads after a cursor are those that a walk from
	// the start yields after it; "" is the start. A quad added or removed
	// during the walk may or may not be seen.
	Match(ctx context.Context, p Pattern, after Cursor) iter.Seq2[Match, error]

	// Count returns the number of quads that match the pattern.
	Count(ctx context.Context, p Pattern) (uint64, error)

	// Entities yields the names of all entities in byte order, beginning with
	// the first that is greater than after.
	Entities(ctx context.Context, after string) iter.Seq2[rdf.IRI, error]

	// Names yields the names of the entities that begin with the prefix and go on
	// after it, in byte order, without the first skip of them, each of which costs a step.
	Names(ctx context.Context, prefix string, skip uint64) iter.Seq2[rdf.IRI, error]

	// CountNames returns the number of these names. It costs less than a walk of them, at
	// the latest when it is asked again.
	CountNames(ctx context.Context, prefix string) (uint64, error)

	// Members yields the names of the entities of the class, without the first
	// skip of them. The order is stable, that in which the entities came to be,
	// whenever they came to be of the class. One that is deleted and created
	// again comes last, or where it was if that happens at once. None is of the
	// zero class.
	Members(ctx context.Context, class rdf.IRI, skip uint64) iter.Seq2[rdf.IRI, error]

	// Classes returns each class that has entities and their number, in order
	// of the class. The zero class comes first and counts every entity.
	Classes(ctx context.Context) ([]ClassCount, error)

	// Snapshot returns the store as it is now. Whoever asks for it closes it; the
	// store cannot be closed before.
	Snapshot(ctx context.Context) (Snapshot, error)

	// Graphs yields what Graphs of a Snapshot does that is taken when the walk
	// begins.
	Graphs(ctx context.Context, after string) iter.Seq2[*Entity, error]

	// Changes yields the entries of the log whose sequence number is greater
	// than after, oldest first. Of the log, only authors and messages are ever
	// removed: see Change.Purge.
	Changes(ctx context.Context, after uint64) iter.Seq2[LogEntry, error]

	// LastChange returns the newest entry of the log, the zero entry when
	// there is none.
	LastChange(ctx context.Context) (LogEntry, error)

	// Versions yields the entries of the log about the name whose states are kept, that of the
	// present state and deletions among them, newest first. It begins with the newest whose
	// number is less than before; 0 is the newest of all. Entries before the oldest state that
	// is kept are left out.
	Versions(ctx context.Context, name rdf.IRI, before uint64) iter.Seq2[LogEntry, error]

	// Past returns the entity with the name as it was of a version, present or past. The error
	// is a *DeletedError for the version of a deletion, and wraps ErrNotFound where no such
	// state is kept.
	Past(ctx context.Context, name rdf.IRI, version uint64) (*Entity, error)

	// Base returns the public URL that the names of the publisher's own entities begin with,
	// with a slash at the end. The store has it from the moment it is made, and for good; it is
	// "" where none was given then. Names with other beginnings are stored all the same.
	Base(ctx context.Context) (string, error)

	// Close waits for the calls in progress and releases the store.
	Close() error
}

// Entity is one stored graph.
type Entity struct {
	Graph *graph.Graph
	// Version is the sequence number of the log entry that made this state. It
	// never repeats within a store.
	Version uint64
	// Created is when the entity came to be, after its last deletion if there
	// was one. Modified is when this version did. Both are UTC.
	Created, Modified time.Time
}

// Change is one write: a Put of a graph, or a Delete of a name.
type Change struct {
	// Put is the graph to store in place of any that has its name.
	Put *graph.Graph
	// Delete is the name of the graph to remove, used where Put is nil.
	Delete rdf.IRI
	// Successor is the name of the entity that is there in place of the deleted one, the zero
	// IRI for none. The store does not ask whether there is one: see Replace.
	Successor rdf.IRI
	// Purge is the name of the entity whose past states are removed for good, with the authors
	// and messages of all entries of the log about it. It is used where Put is nil and Delete is
	// the zero IRI. The log gets an entry of the state that stays: an update to the same graph,
	// or a deletion once more.
	Purge rdf.IRI
	// If is what must hold for the change to be made.
	If Precondition
	// Author is who makes the change and Message why, both for the log; see MaxAuthor and
	// MaxMessage.
	Author, Message string
}

// The limits on what a change says of itself, in bytes of UTF-8. The error of a longer one wraps
// ErrMessage.
const (
	MaxAuthor  = 200
	MaxMessage = 1000
)

// CheckMessage returns an error that wraps ErrMessage where the author or the message is too long
// or not UTF-8.
func (c Change) CheckMessage() error {
	for _, text := range []struct {
		what, text string
		max        int
	}{{"author", c.Author, MaxAuthor}, {"message", c.Message, MaxMessage}} {
		switch {
		case len(text.text) > text.max:
			return fmt.Errorf("%w: the %s has %d bytes, at most %d are stored", ErrMessage, text.what, len(text.text), text.max)
		case !utf8.ValidString(text.text):
			return fmt.Errorf("%w: the %s is not UTF-8", ErrMessage, text.what)
		}
	}
	return nil
}

// Replace returns the changes that delete an entity and say that another one is there in its
// place. They are made only while that is of the version it is of now, so that no entity is
// replaced by one that is deleted: a name leads from one successor to the next to an entity or
// to an end, and never back.
func Replace(name rdf.IRI, by *Entity, hold Precondition) []Change {
	return []Change{
		{Put: by.Graph, If: Precondition{Version: by.Version}},
		{Delete: name, Successor: by.Graph.Name, If: hold},
	}
}

// Name returns the name of the entity that the change is about.
func (c Change) Name() rdf.IRI {
	switch {
	case c.Put != nil:
		return c.Put.Name
	case c.Delete != (rdf.IRI{}):
		return c.Delete
	default:
		return c.Purge
	}
}

// Precondition is what must hold of an entity before a change. The zero value
// asks for nothing.
type Precondition struct {
	// Absent asks that there be no such entity now.
	Absent bool
	// Present asks that there be one, of whatever version.
	Present bool
	// Version, when not 0, asks that the entity be of this version.
	Version uint64
}

// Check returns an error that wraps ErrPrecondition where the precondition does not hold of
// an entity of the version, 0 where there is none.
func (p Precondition) Check(version uint64) error {
	switch {
	case p.Absent && version != 0:
		return fmt.Errorf("%w: there is one, of version %d", ErrPrecondition, version)
	case (p.Present || p.Version != 0) && version == 0:
		return fmt.Errorf("%w: there is no such entity", ErrPrecondition)
	case p.Version != 0 && p.Version != version:
		return fmt.Errorf("%w: its version is %d, not %d", ErrPrecondition, version, p.Version)
	}
	return nil
}

// Outcome is what a change came to.
type Outcome struct {
	// Kind is what happened.
	Kind Kind
	// Version is the entity's version afterwards: that of the deletion for a
	// deleted one.
	Version uint64
	// Time is the time of that version, in UTC.
	Time time.Time
}

// Kind is what a change did to an entity.
type Kind uint8

// The kinds of change. Unchanged never stands in the log.
const (
	Unchanged Kind = iota
	Created
	Updated
	Deleted
)

// String returns the kind in lower case.
func (k Kind) String() string {
	switch k {
	case Created:
		return "created"
	case Updated:
		return "updated"
	case Deleted:
		return "deleted"
	default:
		return "unchanged"
	}
}

// LogEntry is one entry of the log of changes.
type LogEntry struct {
	// Seq counts from 1 without gaps, in the order of the changes.
	Seq  uint64
	Name rdf.IRI
	Kind Kind
	// Class is the entity's first class: at a deletion, the one it had.
	Class rdf.IRI
	// Successor is, of a deletion, what is there in place of the entity.
	Successor rdf.IRI
	// Time is UTC and never decreases from one entry to the next.
	Time time.Time
	// Purged tells that the past states were removed, and nothing else was changed.
	Purged bool
	// Author is who made the change and Message why, "" where that is not known.
	Author, Message string
}

// Pattern is a quad pattern. A nil field matches any term. Blank nodes are
// local to their graph, so one in Subject or Object matches only together with
// a Graph.
type Pattern struct {
	Subject   rdf.Subject
	Predicate rdf.Predicate
	Object    rdf.Object
	Graph     rdf.Context
}

// Cursor is a place in the walk of one pattern; opaque, safe in a URL.
type Cursor string

// Match is one quad with the place to go on from.
type Match struct {
	Quad   rdf.Quad
	Cursor Cursor
}

// ClassCount is the number of entities of a class.
type ClassCount struct {
	Class rdf.IRI
	Count uint64
}
