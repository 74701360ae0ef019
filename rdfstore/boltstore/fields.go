package boltstore

import (
	"encoding/binary"
	"fmt"
	"time"

	"vitrine/rdfstore"
)

// fields reads the fields of a payload one after the other. A field that is
// not there makes it broken; the reader asks once, at the end.
type fields struct {
	rest   string
	broken bool
}

func (f *fields) uvarint() uint64 {
	var x uint64
	for i := 0; i < len(f.rest) && i < binary.MaxVarintLen64; i++ {
		b := f.rest[i]
		x |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			f.rest = f.rest[i+1:]
			return x
		}
	}
	f.broken = true
	f.rest = ""
	return 0
}

// length reads a number of things that take at least a byte each.
func (f *fields) length() int {
	n := f.uvarint()
	if n > uint64(len(f.rest)) {
		f.broken = true
		f.rest = ""
		return 0
	}
	return int(n)
}

func (f *fields) take(n int) string {
	if n < 0 || n > len(f.rest) {
		f.broken = true
		f.rest = ""
		return ""
	}
	s := f.rest[:n]
	f.rest = f.rest[n:]
	return s
}

// text reads a text with its length before it.
func (f *fields) text() string { return f.take(f.length()) }

// time reads a time of eight bytes.
func (f *fields) time() time.Time {
	b := f.take(8)
	if f.broken {
		return time.Time{}
	}
	var ns uint64
	for i := range 8 {
		ns = ns<<8 | uint64(b[i])
	}
	return time.Unix(0, int64(ns)).UTC()
}

// err tells whether a field was missing, or something is left over where the
// fields should end.
func (f *fields) err(what string) error {
	if f.broken || f.rest != "" {
		return fmt.Errorf("%w: %s does not decode", rdfstore.ErrCorrupt, what)
	}
	return nil
}

func appendText(b []byte, s string) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

// appendTime appends a time as nanoseconds since 1970, eight bytes big-endian.
func appendTime(b []byte, t time.Time) []byte {
	return binary.BigEndian.AppendUint64(b, uint64(t.UnixNano()))
}

// number is a key that is a number: eight bytes big-endian.
func number(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }
