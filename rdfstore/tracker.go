package rdfstore

import "context"

// Tracker is a store that other processes change, too, and that may be told how old its
// knowledge of their changes may become: for those who ask before each of many answers
// whether something has changed. Where a store is no Tracker, LastChange is as cheap.
type Tracker interface {
	// Newest returns the sequence number of the newest entry of the log that the store
	// knows of, 0 where there is none. It knows at once of what Apply has changed through
	// it, and of the entries that LastChange and Changes have returned; of changes by
	// other processes, after a time that it was opened with at most. All that the store
	// reads is as new as this entry, or newer.
	//
	// The number is lower than one before only where the database has lost changes.
	//
	// Where the store has a copy to read from, Newest and LastChange go on from that while
	// nobody can be asked for what is newest.
	Newest(ctx context.Context) (uint64, error)
	// Latest asks for the number of the newest entry of the log, whatever is known of it.
	// The error wraps ErrUnavailable where nobody can be asked.
	Latest(ctx context.Context) (uint64, error)
}
