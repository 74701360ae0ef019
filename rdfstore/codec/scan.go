package codec

import (
	"encoding/binary"
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
	if s.at < len(s.payload) {
		if b := s.payload[s.at]; b < 0x80 {
			s.at++
			return uint64(b)
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
	for i := 0; i < len(triples); i += 3 {
		subject, predicate, object := s.uvarint(), s.uvarint(), s.uvarint()
		predicate, known := by.at(predicate)
		if !known || subject >= uint64(terms) || object >= uint64(terms) {
			s.fail()
			return nil
		}
		triples[i], triples[i+1], triples[i+2] = uint32(subject), uint32(predicate), uint32(object)
	}
	return triples
}
