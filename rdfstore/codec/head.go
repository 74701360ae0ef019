package codec

import (
	"encoding/binary"
	"fmt"
	"time"

	"vitrine/rdfstore"
)

// Head is what the record of an entity begins with, before the name.
type Head struct {
	// First is the number of the first entry that the log has of the name.
	First             uint64
	Created, Modified time.Time
	Version           uint64
}

// Append appends the bytes of a head.
func (h Head) Append(b []byte) []byte {
	b = AppendTime(binary.AppendUvarint(b, h.First), h.Created)
	return AppendTime(binary.AppendUvarint(b, h.Version), h.Modified)
}

// ReadHead reads the head of a record, and returns the rest too.
func ReadHead(payload []byte) (h Head, rest []byte, err error) {
	s := scanner{payload: payload}
	h.First, h.Created = s.uvarint(), s.time()
	h.Version, h.Modified = s.uvarint(), s.time()
	if s.broken {
		return Head{}, nil, fmt.Errorf("%w: the head of a record does not decode", rdfstore.ErrCorrupt)
	}
	return h, payload[s.at:], nil
}

// VersionOf returns the version of the entity of a record, reading no further; 0 where
// the record does not decode.
func VersionOf(payload []byte) uint64 {
	s := scanner{payload: payload}
	s.uvarint()
	s.skip(timeLength)
	return s.uvarint()
}
