package bulk

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/past"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
)

// Restore puts the histories into the store, which is empty. Graphs get the numbers of the
// entries with which they came to be, which are in the order of creation.
func (l *Job) Restore(ctx context.Context, histories iter.Seq2[rdfstore.History, error]) error {
	return l.run(ctx, func() error {
		entries := uint64(0)
		for h, err := range histories {
			if err == nil {
				err = ctx.Err()
			}
			if err == nil {
				entries += uint64(len(h.Entries))
				err = boltfile.Guard(l.Path, func() error { return l.restore(ctx, h) })
			}
			if err != nil {
				return err
			}
		}
		if entries != l.seq {
			return fmt.Errorf("%w: the log has %d entries, and the last is number %d", rdfstore.ErrCorrupt, entries, l.seq)
		}
		l.counters.Graphs = l.seq
		return ctx.Err()
	})
}

// restore takes up one history.
func (l *Job) restore(ctx context.Context, h rdfstore.History) error {
	id, first := uint64(0), h.Entries[0].Seq
	for _, e := range h.Entries {
		switch e.Kind {
		case rdfstore.Created:
			id = e.Seq
		case rdfstore.Deleted:
			id = 0
		}
		l.seq = max(l.seq, e.Seq)
		if err := l.addLogged(record.Logged{LogEntry: e, First: first}); err != nil {
			return err
		}
	}
	chain := past.Chain(first, l.addPast)
	err := chain.Restore(&h, func(e *rdfstore.Entity) ([]byte, error) {
		payload, _, _, err := l.restored(first, e)
		return payload, err
	})
	if err != nil {
		return fmt.Errorf("%s: %w", h.Name, err)
	}
	if h.Entity == nil {
		last := h.Last()
		tombstone := record.Tombstone{Version: last.Seq, Time: last.Time, First: first}
		return errors.Join(chain.End(last.Seq, nil), l.add(table.Tombstones, []byte(h.Name.String()), tombstone.Encode()))
	}
	payload, after, n, err := l.restored(first, h.Entity)
	if err != nil {
		return fmt.Errorf("%s: %w", h.Name, err)
	}
	if err := chain.End(after.Version, payload); err != nil {
		return err
	}
	l.counters.Entities++
	l.counters.Triples += uint64(len(n.Graph.Triples))
	if err := l.add(table.Names, []byte(h.Name.String()), record.EncodeGraphNumber(id)); err != nil {
		return err
	}
	if err := l.addPostings(nil, after, n, id); err != nil {
		return err
	}
	if err := l.add(table.Graphs, table.NumberKey(id), payload); err != nil {
		return err
	}
	return l.took(ctx, n.Graph)
}

// restored returns the record of a state, whose graph is as it will be read again and has numbers.
func (l *Job) restored(first uint64, e *rdfstore.Entity) ([]byte, *rdfstore.Entity, *codec.Numbered, error) {
	n, err := codec.Normalise(e.Graph)
	if err != nil {
		return nil, nil, nil, err
	}
	as := *e
	as.Graph = n.Graph
	payload, err := l.Dict.Encode(&as, first, n)
	return payload, &as, n, err
}
