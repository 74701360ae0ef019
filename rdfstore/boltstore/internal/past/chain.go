package past

import (
	"math"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
)

// Chain makes the entries of one name of what replaces what.
type Chain struct {
	first uint64
	put   func(key, payload []byte) error
	// steps is the number of differences since the last entry that is none.
	steps int
	// version is what was added last, 0 for nothing, and state its record, nil for a deletion.
	version uint64
	state   []byte
}

// NewChain begins a chain for a name that has no entries. Put gets entries in order.
func NewChain(first uint64, put func(key, payload []byte) error) *Chain {
	return &Chain{first: first, put: put}
}

// Continue has a chain go on after the entries of the table.
func (c *Chain) Continue(tx *bbolt.Tx) error {
	s, err := table.Past.Scan(tx)
	if err != nil {
		return err
	}
	last, _, err := Before(s, c.first, math.MaxUint64)
	c.steps = last.steps
	return err
}

// Add says that a state, or a deletion where it is nil, came in the place of what was added before,
// which is past now. The chain keeps the record until the next is added.
func (c *Chain) Add(version uint64, state []byte) error {
	if c.version > 0 {
		payload, err := c.payload(state)
		if err == nil {
			err = c.put(Key(c.first, c.version), payload)
		}
		if err != nil {
			return err
		}
	}
	c.version, c.state = version, state
	return nil
}

// payload returns that of what was added last, before the next state.
func (c *Chain) payload(next []byte) ([]byte, error) {
	if c.state == nil {
		c.steps = 0
		return []byte{deletion}, nil
	}
	if next != nil && c.steps < maxSteps {
		from, err := StateOf(next)
		if err != nil {
			return nil, err
		}
		to, err := StateOf(c.state)
		if err != nil {
			return nil, err
		}
		if difference := codec.AppendDifference([]byte{byte(c.steps + 1)}, from.body, to.body); len(difference) < len(c.state) {
			c.steps++
			return difference, nil
		}
	}
	c.steps = 0
	return append([]byte{whole}, c.state...), nil
}
