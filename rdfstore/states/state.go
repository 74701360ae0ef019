package states

import (
	"fmt"
	"time"

	"vitrine/rdfstore"
	"vitrine/rdfstore/codec"
)

// State is where a walk stands that goes from one state of a name to the state before. The zero
// value stands where there is no state.
type State struct {
	// Body is the record but for its head, nil where there is no state, and Created what the head says
	// of that, which is the same for all states between two deletions.
	Body    []byte
	Created time.Time
	// run is how many differences were applied one after the other.
	run int
}

// StateOf begins a walk at a state that is whole, or at none where the record is nil.
func StateOf(record []byte) (State, error) {
	if record == nil {
		return State{}, nil
	}
	head, body, err := codec.ReadHead(record)
	return State{Body: body, Created: head.Created}, err
}

// Previous goes on to the item before.
func (s *State) Previous(item Item) (err error) {
	switch {
	case item.Deletion:
		*s = State{}
	case item.steps == whole:
		*s, err = StateOf(item.body)
	case s.Body == nil || s.run == MaxSteps:
		err = fmt.Errorf("%w: the state that it differs from is missing, or too many differences follow each other", rdfstore.ErrCorrupt)
	default:
		s.run++
		s.Body, err = codec.ApplyDifference(s.Body, item.body)
	}
	return err
}

// Record returns the record of the state, which an entry of the log made; first is that of the
// name.
func (s *State) Record(first uint64, made rdfstore.LogEntry) []byte {
	head := codec.Head{First: first, Created: s.Created, Version: made.Seq, Modified: made.Time}
	return append(head.Append(nil), s.Body...)
}
