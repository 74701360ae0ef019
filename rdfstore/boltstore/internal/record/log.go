package record

import (
	"iter"
	"time"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/table"
)

// Logged is an entry of the log as the file has it.
type Logged struct {
	rdfstore.LogEntry
	// First is the number of the first entry that the log has of the name. That one has the name,
	// and the others have the number.
	First uint64
}

// Log reads the log in one transaction.
type Log struct{ scan, names *table.Scan }

// OpenLog begins to read the log.
func OpenLog(tx *bbolt.Tx) (*Log, error) {
	scan, err := table.Log.Scan(tx)
	if err != nil {
		return nil, err
	}
	names, err := table.Log.Scan(tx)
	return &Log{scan, names}, err
}

// From yields the entries of the log from a number on, oldest first.
func (l *Log) From(seq uint64) iter.Seq2[Logged, error] {
	return func(yield func(Logged, error) bool) {
		key, payload, _, err := l.scan.Floor(table.NumberKey(seq))
		if key == nil && err == nil {
			key, payload, err = l.scan.First()
		}
		for ; key != nil && err == nil; key, payload, err = l.scan.Next() {
			for e, err := range l.Block(key, payload, seq) {
				if !yield(e, err) || err != nil {
					return
				}
			}
		}
		if err != nil {
			yield(Logged{}, err)
		}
	}
}

// Block yields the entries of one block from a number on.
func (l *Log) Block(key, payload []byte, seq uint64) iter.Seq2[Logged, error] {
	return func(yield func(Logged, error) bool) {
		d, err := newLogDecoder(key, payload)
		for err == nil && d.next() {
			var e Logged
			if d.seq < seq {
				continue
			}
			if e, err = l.entry(d); err == nil && !yield(e, nil) {
				return
			}
		}
		if err == nil {
			err = d.err()
		}
		if err != nil {
			yield(Logged{}, err)
		}
	}
}

// entry returns the entry that a decoder stands at, with its name.
func (l *Log) entry(d *logDecoder) (Logged, error) {
	e, err := d.entry()
	if err != nil || e.First == e.Seq {
		return e, err
	}
	begun, err := find(l.names, e.First)
	if err == nil && begun.First != begun.Seq {
		err = table.Log.Corrupt(table.NumberKey(e.First), "it is not the first entry about a name")
	}
	e.Name = begun.Name
	return e, err
}

// find returns an entry that something refers to, with its name only where it is the first of that.
func find(s *table.Scan, seq uint64) (Logged, error) {
	missing := table.Log.Corrupt(table.NumberKey(seq), "the entry is missing")
	key, payload, _, err := s.Floor(table.NumberKey(seq))
	if key == nil && err == nil {
		err = missing
	}
	if err != nil {
		return Logged{}, err
	}
	d, err := newLogDecoder(key, payload)
	for err == nil && d.next() {
		if d.seq == seq {
			return d.entry()
		}
	}
	if err == nil {
		err = d.err()
	}
	if err == nil {
		err = missing
	}
	return Logged{}, err
}

// GetLogEntry returns the entry with a number that something in the store refers to.
func GetLogEntry(tx *bbolt.Tx, seq uint64) (rdfstore.LogEntry, error) {
	l, err := OpenLog(tx)
	if err != nil {
		return rdfstore.LogEntry{}, err
	}
	for e, err := range l.From(seq) {
		if err == nil && e.Seq != seq {
			break
		}
		return e.LogEntry, err
	}
	return rdfstore.LogEntry{}, table.Log.Corrupt(table.NumberKey(seq), "the entry is missing")
}

// LastChange returns the newest entry, the zero entry where there is none.
func LastChange(tx *bbolt.Tx) (last rdfstore.LogEntry, err error) {
	l, err := OpenLog(tx)
	if err != nil {
		return last, err
	}
	key, payload, err := l.scan.Last()
	if key == nil || err != nil {
		return last, err
	}
	for e, err := range l.Block(key, payload, 0) {
		if last = e.LogEntry; err != nil {
			return rdfstore.LogEntry{}, err
		}
	}
	return last, nil
}

// TimeAfter returns the time of an entry that comes after the last: now, or that of
// the last where the clock was put back.
func TimeAfter(last rdfstore.LogEntry) time.Time {
	now := time.Now().UTC().Round(0)
	if now.Before(last.Time) {
		return last.Time
	}
	return now
}
