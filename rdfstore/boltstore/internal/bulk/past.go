package bulk

import (
	"context"
	"errors"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/past"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/states"
)

// replaced is what a graph takes the place of: a state with its record, a deletion, which has none,
// or nothing, of version 0.
type replaced struct {
	version uint64
	record  []byte
}

// replaced returns the number of the first entry that the log has of a name, and what the next
// entry replaces.
func (l *Job) replaced(name string, before record.Stored) (first uint64, r replaced, err error) {
	if before.Entity != nil {
		r.version = before.Entity.Version
		r.record, err = record.GraphPayload(l.tx, before.ID)
		return before.First, r, err
	}
	payload, err := l.tombstones.Get([]byte(name))
	if payload == nil || err != nil {
		return l.seq, r, err
	}
	t, err := record.DecodeTombstone(name, payload)
	return t.First, replaced{version: t.Version}, err
}

// replace takes up what becomes of the past of a name, of which the last entry has the record.
func (l *Job) replace(first uint64, r replaced, now []byte) error {
	if r.version == 0 {
		return nil
	}
	gone, n, err := l.keeper.Gone(l.tx, first, []states.Item{{Version: r.version, Deletion: r.record == nil}}, l.seq)
	if err != nil {
		return err
	}
	chain := past.Chain(first, l.addPast)
	if err = past.Continue(l.tx, chain, first, gone); err == nil && n == 0 {
		err = chain.Add(r.version, r.record)
	}
	if err == nil {
		err = chain.End(l.seq, now)
	}
	return err
}

func (l *Job) addPast(key, payload []byte) error { return l.add(table.Past, key, payload) }

// prune takes up what goes of the past of all names.
func (l *Job) prune(ctx context.Context) error {
	if l.keeper.Keep == (rdfstore.Retention{}) {
		return nil
	}
	return past.Names(l.tx, func(first uint64) error {
		entry, err := record.GetLogEntry(l.tx, first)
		if err != nil {
			return err
		}
		now, err := record.FindName(l.tx, entry.Name.String())
		if err != nil {
			return err
		}
		chain := past.Chain(first, l.addPast)
		gone, _, err := l.keeper.Gone(l.tx, first, nil, now.Version)
		if err == nil && gone > 0 {
			err = past.Continue(l.tx, chain, first, gone)
		}
		return errors.Join(err, chain.Flush(), ctx.Err())
	})
}
