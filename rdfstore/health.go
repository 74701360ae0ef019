package rdfstore

import "time"

// Health is the state of a store that works in the background, for those who run
// it.
type Health struct {
	// Writable tells whether the store takes writes. ReadOnly tells that it was
	// opened so; otherwise NotWritable says why it takes none, and NotWritableSince
	// since when.
	Writable, ReadOnly bool
	NotWritable        error
	NotWritableSince   time.Time
	// Superseded tells why requests are to be sent to the servers of another version of the
	// program, which has changed the store so that this one cannot answer them all; nil
	// where that is not so. NotWritable is set then, too.
	Superseded error
	// Background is the error of the last work in the background that failed and
	// has not succeeded since, nil where there is none, and BackgroundSince says
	// since when it fails. Nothing is lost by it, but what is to be flushed grows.
	Background      error
	BackgroundSince time.Time
	// Unflushed is the number of changes of the index that are held in memory and
	// not in the index yet.
	Unflushed int
	// OldestReader is how long the oldest snapshot or backup has been open, 0 where
	// none is: pages that changes leave behind are used again only when it is closed.
	OldestReader time.Duration
	// FreePages is the number of pages of the file that hold nothing, those among
	// them that an open snapshot still sees; 0 where it cannot be told.
	FreePages int64
}

// HealthReporter is a store that reports its health. Health returns at once.
type HealthReporter interface {
	Health() Health
}
