package states

import (
	"fmt"
	"slices"

	"vitrine/rdfstore"
)

// Restore adds the past states of a history, of which record makes what a table has of them. The last
// entry of the history is what the chain ends with.
func (c *Chain) Restore(h *rdfstore.History, record func(*rdfstore.Entity) ([]byte, error)) error {
	entries, begun := h.Entries[:len(h.Entries)-1], false
	if h.States == nil {
		return c.restoreDeletions(entries, begun)
	}
	for state, err := range h.States {
		if err != nil {
			return err
		}
		i := slices.IndexFunc(entries, func(e rdfstore.LogEntry) bool { return e.Seq == state.Version })
		if i < 0 {
			return fmt.Errorf("%w: the log has no entry of the past version %d", rdfstore.ErrCorrupt, state.Version)
		}
		if err := c.restoreDeletions(entries[:i], begun); err != nil {
			return err
		}
		payload, err := record(state)
		if err == nil {
			err = c.Add(state.Version, payload)
		}
		if err != nil {
			return err
		}
		entries, begun = entries[i+1:], true
	}
	return c.restoreDeletions(entries, begun)
}

// restoreDeletions adds the deletions between two states. Before the oldest state no other is kept
// than the one with which the past was purged.
func (c *Chain) restoreDeletions(entries []rdfstore.LogEntry, begun bool) error {
	if !begun {
		entries = entries[max(0, len(entries)-1):]
		if len(entries) == 0 || !entries[0].Purged || entries[0].Kind != rdfstore.Deleted {
			return nil
		}
	}
	for _, e := range entries {
		if e.Kind != rdfstore.Deleted {
			return fmt.Errorf("%w: the past version %d is missing", rdfstore.ErrCorrupt, e.Seq)
		}
		if err := c.Add(e.Seq, nil); err != nil {
			return err
		}
	}
	return nil
}
