package check

import (
	"context"
	"errors"
	"fmt"
	"math"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/past"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/states"
)

// readPast looks at the past states, name by name.
func (c *checker) readPast(ctx context.Context) error {
	return past.Names(c.tx, func(first uint64) error {
		err := c.readPastOf(ctx, first)
		if errors.Is(err, rdfstore.ErrCorrupt) {
			c.fault(fmt.Sprintf("the past of the entity of log entry %d", first), err.Error())
			return nil
		}
		return err
	})
}

// readPastOf looks at the past states of one name, from the newest to the oldest.
func (c *checker) readPastOf(ctx context.Context, first uint64) error {
	begun, err := record.GetLogEntry(c.tx, first)
	if err != nil {
		return err
	}
	now, err := record.FindName(c.tx, begun.Name.String())
	if err != nil {
		return err
	}
	if now.First != first {
		return fmt.Errorf("%w: the past of %s is under log entry %d too", rdfstore.ErrCorrupt, begun.Name, now.First)
	}
	s, err := table.Past.Scan(c.tx)
	if err != nil {
		return err
	}
	state, err := states.StateOf(now.Record)
	if err != nil {
		return err
	}
	before := uint64(math.MaxUint64)
	for ctx.Err() == nil {
		item, ok, err := past.Before(s, first, before)
		if !ok || err != nil {
			return err
		}
		if before = item.Version; before >= now.Version {
			return fmt.Errorf("%w: version %d is past, and version %d is present", rdfstore.ErrCorrupt, before, now.Version)
		}
		if err = c.readState(begun, item, &state); err == nil {
			err = c.note(begun.Name.String(), inPast, before)
		}
		if err != nil {
			return fmt.Errorf("version %d: %w", before, err)
		}
	}
	return ctx.Err()
}

// readState looks at one past state of a name, of which begun is the first entry of the log; the
// walk stands at the next state.
func (c *checker) readState(begun rdfstore.LogEntry, item states.Item, walk *states.State) error {
	entry, err := record.GetLogEntry(c.tx, item.Version)
	if err != nil {
		return err
	}
	if entry.Name != begun.Name || (entry.Kind == rdfstore.Deleted) != item.Deletion {
		return fmt.Errorf("%w: the log says that %s was %s", rdfstore.ErrCorrupt, entry.Name, entry.Kind)
	}
	if err := walk.Previous(item); err != nil || item.Deletion {
		return err
	}
	e, err := codec.Decode(walk.Record(begun.Seq, entry), c.dict)
	if err != nil {
		return err
	}
	if e.Graph.Name != begun.Name || e.Created.After(e.Modified) {
		return fmt.Errorf("%w: it is a state of %s, created on %v", rdfstore.ErrCorrupt, e.Graph.Name, e.Created)
	}
	return e.Graph.Check()
}
