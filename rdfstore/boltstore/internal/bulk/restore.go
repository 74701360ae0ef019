package bulk

import (
	"context"
	"encoding/binary"
	"fmt"
	"iter"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/boltfile"
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
	id := uint64(0)
	for _, e := range h.Entries {
		switch e.Kind {
		case rdfstore.Created:
			id = e.Seq
		case rdfstore.Deleted:
			id = 0
		}
		l.seq = max(l.seq, e.Seq)
		if err := l.add(table.Log, table.NumberKey(e.Seq), record.AppendLogEntry(nil, e, id)); err != nil {
			return err
		}
	}
	if h.Entity == nil {
		last := h.Last()
		return l.add(table.Tombstones, []byte(h.Name.String()), codec.AppendTime(binary.AppendUvarint(nil, last.Seq), last.Time))
	}
	n, err := codec.Normalise(h.Entity.Graph)
	if err != nil {
		return fmt.Errorf("%s: %w", h.Name, err)
	}
	after := *h.Entity
	after.Graph = n.Graph
	l.counters.Entities++
	l.counters.Triples += uint64(len(n.Graph.Triples))
	if err := l.add(table.Names, []byte(h.Name.String()), binary.AppendUvarint(nil, id)); err != nil {
		return err
	}
	if err := l.addPostings(nil, &after, n, id); err != nil {
		return err
	}
	payload, err := l.Dict.Encode(&after, n)
	if err != nil {
		return err
	}
	if err := l.add(table.Graphs, table.NumberKey(id), payload); err != nil {
		return err
	}
	return l.took(ctx, n.Graph)
}
