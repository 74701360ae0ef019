package record

import (
	"encoding/binary"
	"fmt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/codec"
)

// What the payload of a past state begins with.
const (
	// different: the difference from the state that came after it.
	different = 0
	// whole: the time of the entity's creation, eight bytes, and the encoding.
	whole = 1
)

// State is a past state as it is kept.
type State struct {
	// Whole tells that it needs no other state.
	Whole bool
	// Created is when the entity of a whole state came to be, in nanoseconds since 1970. That of
	// another one came to be when that of the state after it did.
	Created int64
	payload []byte
}

// SealState returns what is stored of a past state with an encoding in the row of the key: what
// differs from the next one, or the whole where there is none, or most of it differs.
func (s *Sealer) SealState(key, encoding []byte, created int64, next []byte) []byte {
	if next != nil {
		if payload := codec.AppendDifference([]byte{different}, next, encoding); len(payload) < len(encoding)/2 {
			return s.Seal(key, payload)
		}
	}
	payload := binary.BigEndian.AppendUint64([]byte{whole}, uint64(created))
	return s.Seal(key, append(payload, encoding...))
}

// OpenState returns the state that was sealed.
func (s *Sealer) OpenState(key, sealed []byte) (State, error) {
	payload, err := s.Open(key, sealed)
	switch {
	case err != nil:
		return State{}, err
	case len(payload) > 0 && payload[0] == different:
		return State{payload: payload[1:]}, nil
	case len(payload) > 8 && payload[0] == whole:
		return State{true, int64(binary.BigEndian.Uint64(payload[1:])), payload[9:]}, nil
	}
	return State{}, fmt.Errorf("%w: a past state is not in a form that this program reads", rdfstore.ErrCorrupt)
}

// Encoding returns the encoding of the state, from that of the next one where it is not whole.
func (t State) Encoding(next []byte) ([]byte, error) {
	if t.Whole {
		return t.payload, nil
	}
	return codec.ApplyDifference(next, t.payload)
}
