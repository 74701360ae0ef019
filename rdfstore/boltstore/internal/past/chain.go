package past

import (
	"math"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
)

// Chain makes the blocks of one name of what replaces what.
type Chain struct {
	first uint64
	put   func(key, payload []byte) error
	// block is the one that is not full yet, of which begin is the version of the first item and
	// end that of the last; changed tells that the table has another.
	block      []byte
	begin, end uint64
	changed    bool
	// steps is the number of differences since the last item that is none.
	steps int
	// version is what was added last, 0 for nothing, and state its record, nil for a deletion.
	version uint64
	state   []byte
}

// NewChain begins a chain for a name that has no past. Put gets each key once, with the payload of a
// block, or none where the block goes.
func NewChain(first uint64, put func(key, payload []byte) error) *Chain {
	return &Chain{first: first, put: put}
}

// All stands for all items of a name.
const All = math.MaxInt

// Continue has a chain go on after the items of the table, of which so many go, oldest first.
func (c *Chain) Continue(tx *bbolt.Tx, gone int) error {
	s, err := table.Past.Scan(tx)
	if err != nil {
		return err
	}
	var key, payload []byte
	if gone > 0 {
		key, payload, err = s.Seek(Key(c.first, 0))
	} else {
		key, payload, _, err = s.Floor(Key(c.first, math.MaxUint64))
	}
	for ; err == nil; key, payload, err = s.Next() {
		items, err := of(c.first, key, payload)
		if len(items) == 0 || err != nil {
			return err
		}
		if err := c.Flush(); err != nil {
			return err
		}
		n := min(gone, len(items))
		if gone -= n; n > 0 {
			if err := c.put(Key(c.first, items[0].Version), nil); err != nil {
				return err
			}
		}
		for _, i := range items[n:] {
			c.append(i)
		}
		c.changed = n > 0
	}
	return err
}

// append appends an item to the block.
func (c *Chain) append(i Item) {
	if len(c.block) == 0 {
		c.begin, c.end = i.Version, i.Version
	}
	c.block = appendItem(c.block, c.end, i)
	c.end, c.steps, c.changed = i.Version, i.steps, true
}

// Flush puts the block, and begins another.
func (c *Chain) Flush() (err error) {
	if c.changed && len(c.block) > 0 {
		err = c.put(Key(c.first, c.begin), c.block)
	}
	c.block, c.changed = nil, false
	return err
}

// End adds what there is of the name now, and puts what the table lacks.
func (c *Chain) End(version uint64, state []byte) error {
	if err := c.Add(version, state); err != nil {
		return err
	}
	return c.Flush()
}

// Add says that a state, or a deletion where it is nil, came in the place of what was added before,
// which is past now. The chain keeps the record until the next is added.
func (c *Chain) Add(version uint64, state []byte) error {
	if c.version > 0 {
		item, err := c.item(state)
		if err == nil && len(c.block) >= maxBlock {
			err = c.Flush()
		}
		if err != nil {
			return err
		}
		c.append(item)
	}
	c.version, c.state = version, state
	return nil
}

// item returns what was added last, before the next state.
func (c *Chain) item(next []byte) (Item, error) {
	item := Item{Version: c.version, Deletion: c.state == nil, body: c.state}
	if next == nil || item.Deletion || c.steps == maxSteps {
		return item, nil
	}
	from, err := StateOf(next)
	if err != nil {
		return item, err
	}
	to, err := StateOf(c.state)
	if err != nil {
		return item, err
	}
	if difference := codec.AppendDifference(nil, from.body, to.body); len(difference) < len(c.state) {
		item.steps, item.body = c.steps+1, difference
	}
	return item, nil
}
