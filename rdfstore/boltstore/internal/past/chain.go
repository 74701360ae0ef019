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
		if err := c.put(Key(c.first, c.version), c.payload(state)); err != nil {
			return err
		}
	}
	c.version, c.state = version, state
	return nil
}

// payload returns that of what was added last, before the next state.
func (c *Chain) payload(next []byte) []byte {
	if c.state == nil {
		c.steps = 0
		return []byte{deletion}
	}
	if next != nil && c.steps < maxSteps {
		difference := codec.AppendDifference([]byte{byte(c.steps + 1)}, next, c.state)
		if len(difference) < len(c.state) {
			c.steps++
			return difference
		}
	}
	c.steps = 0
	return append([]byte{whole}, c.state...)
}
