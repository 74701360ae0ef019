package codec

import (
	"encoding/binary"
	"math"
	"time"

	"github.com/knakk/rdf"
)

// timeLength is the length of a time in a record.
const timeLength = 8

// scanner passes over the fields of a record, and sees to it that they can be read.
type scanner struct {
	payload []byte
	at      int
	entries []Text
	broken  bool
}

func (s *scanner) uvarint() uint64 {
	if s.at+1 < len(s.payload) { // most numbers have one byte or two
		b, c := s.payload[s.at], s.payload[s.at+1]
		if b < 0x80 {
			s.at++
			return uint64(b)
		}
		if c < 0x80 {
			s.at += 2
			return uint64(b&0x7f) | uint64(c)<<7
		}
	}
	x, n := binary.Uvarint(s.payload[s.at:])
	if n <= 0 {
		s.fail()
		return 0
	}
	s.at += n
	return x
}

// fail ends the reading.
func (s *scanner) fail() { s.broken, s.at = true, len(s.payload) }

func (s *scanner) skip(n uint64) {
	if n > uint64(len(s.payload)-s.at) {
		s.fail()
		return
	}
	s.at += int(n)
}

// time reads a time.
func (s *scanner) time() time.Time {
	begin := s.at
	if s.skip(timeLength); s.broken {
		return time.Time{}
	}
	return time.Unix(0, int64(binary.BigEndian.Uint64(s.payload[begin:]))).UTC()
}

// length reads a number of things that take at least a byte each.
func (s *scanner) length() int {
	n := s.uvarint()
	if n > uint64(len(s.payload)-s.at) {
		s.fail()
		return 0
	}
	return int(n)
}

// has sees to it that the dictionary has an entry of the kind.
func (s *scanner) has(n uint64, kind TextKind) {
	if n >= uint64(len(s.entries)) || s.entries[n].kind != kind {
		s.fail()
	}
}

// name reads what comes before the terms, of which only the name is kept.
func (s *scanner) name() (rdf.IRI, error) {
	for range 2 { // the halves of the head
		s.uvarint()
		s.skip(timeLength)
	}
	begin := s.at
	s.skipTerm()
	r := termReader{Fields{Rest: string(s.payload[begin:s.at]), Broken: s.broken}, s.entries}
	return r.graphName()
}

// skipTerm passes over a term.
func (s *scanner) skipTerm() {
	head := s.uvarint()
	n := head >> 3
	switch head & 7 {
	case termShared:
		s.has(n, IRI)
	case termNamespace:
		s.has(n, Namespace)
		s.skip(s.uvarint())
	case termTyped:
		s.skipDetail(n, IRI)
		s.skip(s.uvarint())
	case termTagged:
		s.skipDetail(n, PlainText)
		s.skip(s.uvarint())
	default:
		s.skip(n)
	}
}

// skipDetail passes over what a literal has beside its text.
func (s *scanner) skipDetail(n uint64, kind TextKind) {
	if n > 0 {
		s.has(n-1, kind)
		return
	}
	s.skip(s.uvarint())
}

// triples reads the triples of a record with so many terms.
func (s *scanner) triples(terms int, by predicates, room *Room) []uint32 {
	n := s.uvarint()
	if n > uint64(len(s.payload)-s.at)/3 {
		s.fail()
		return nil
	}
	triples := room.take(int(3 * n))
	payload, at := s.payload, s.at
	for i := range triples {
		if at < len(payload) && payload[at] < 0x80 {
			triples[i] = uint32(payload[at])
			at++
			continue
		}
		s.at = at
		x := s.uvarint()
		if at = s.at; x > math.MaxUint32 {
			s.fail()
			return nil
		}
		triples[i] = uint32(x)
	}
	s.at = at
	for i := 0; i < len(triples); i += 3 {
		predicate, known := by.at(uint64(triples[i+1]))
		if !known || triples[i] >= uint32(terms) || triples[i+2] >= uint32(terms) {
			s.fail()
			return nil
		}
		triples[i+1] = uint32(predicate)
	}
	return triples
}
