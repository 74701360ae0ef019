package states

import (
	"math"

	"vitrine/rdfstore/codec"
)

// Chain makes the blocks of one name of what replaces what.
type Chain struct {
	put func(begin uint64, block []byte) error
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

// NewChain begins a chain for a name that has no past. Put gets the version of the first item of each
// block once, and the block, or none where the block goes.
func NewChain(put func(begin uint64, block []byte) error) *Chain { return &Chain{put: put} }

// All stands for all items of a name.
const All = math.MaxInt

// Continue has a chain go on after a block that is stored, of which so many items go, oldest first. It
// returns how many are still to go.
func (c *Chain) Continue(items []Item, gone int) (int, error) {
	if err := c.Flush(); err != nil {
		return 0, err
	}
	n := min(gone, len(items))
	if n > 0 {
		if err := c.put(items[0].Version, nil); err != nil {
			return 0, err
		}
	}
	for _, i := range items[n:] {
		c.append(i)
	}
	c.changed = n > 0
	return gone - n, nil
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
		err = c.put(c.begin, c.block)
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
	if next == nil || item.Deletion || c.steps == MaxSteps {
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
	if difference := codec.AppendDifference(nil, from.Body, to.Body); len(difference) < len(c.state) {
		item.steps, item.body = c.steps+1, difference
	}
	return item, nil
}
