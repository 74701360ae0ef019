package brief

import (
	"context"

	"vitrine/linkedart/reading"
	"vitrine/server/people/i18n"
)

// Editor says what records are, for one page in one language. It reads so many records and
// no more, and belongs to one goroutine.
type Editor struct {
	*Cache
	Ctx   context.Context
	Words *i18n.Wording
	// at is the entry of the log that was followed when the page was begun.
	at uint64
	// reads is how many more records may be read.
	reads int
	// namings are the triples that name the entity of the page, nil before they
	// are looked up; allNamings tells that these are all.
	namings    []Naming
	allNamings bool
	// Relations are those of the store, as this page has seen them.
	Relations Counted
	// hosts are those of the pictures.
	hosts []string
	// err is the first error of the store. What is made after it is not used.
	err error
}

// Editor returns what makes one page. at is the entry of the log that was followed for it:
// the page is as new as that, or newer.
func (c *Cache) Editor(ctx context.Context, at uint64, w *i18n.Wording) *Editor {
	return &Editor{
		Cache: c, Ctx: ctx, Words: w, at: at, reads: MaxReads,
		Relations: NewCounted(c.Store),
	}
}

// Err is the first error of the store. What was made after it must not be used.
func (e *Editor) Err() error { return e.err }

// Fail notes an error of the store, if it is the first.
func (e *Editor) Fail(err error) {
	if e.err == nil {
		e.err = err
	}
}

// Allow has the editor read so many records more.
func (e *Editor) Allow(reads int) { e.reads += reads }

// Spend takes one from the number of records that may be read. It is false where nothing
// more may be read, or the store has failed.
func (e *Editor) Spend() bool {
	if e.err != nil || e.reads <= 0 {
		return false
	}
	e.reads--
	return true
}

// Hosts are the origins that the page shows pictures from.
func (e *Editor) Hosts() []string { return e.hosts }

// Brief returns what is known of the entity with the IRI, from the cache or the store.
// It is never nil.
func (e *Editor) Brief(iri string) *Brief {
	if b, ok := e.kept(iri); ok {
		return b
	}
	if !e.Spend() {
		return &Brief{IRI: iri, Unread: true}
	}
	b, err := e.read(e.Ctx, e.at, iri)
	if err != nil {
		e.Fail(err)
		return &Brief{IRI: iri, Unread: true}
	}
	return b
}

// Record reads a record of the store as a whole, the zero Node where there is none, or
// where no more may be read.
func (e *Editor) Record(iri string) reading.Node { return e.readRecord(iri, e.Spend) }

// Activity reads a record as Record does, whatever number of records may be read: the
// caller counts.
func (e *Editor) Activity(iri string) reading.Node {
	return e.readRecord(iri, func() bool { return true })
}

func (e *Editor) readRecord(iri string, may func() bool) reading.Node {
	if e.err != nil {
		return reading.Node{}
	}
	root, err := e.record(e.Ctx, e.at, iri, may)
	if err != nil {
		e.Fail(err)
	}
	return root
}
