package pgstore

import (
	"context"
	"fmt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/pgstore/internal/postgres"
	"vitrine/rdfstore/pgstore/internal/tables"
	"vitrine/rdfstore/states"
)

// restore takes the history of a name.
func (f *filling) restore(ctx context.Context, h rdfstore.History) error {
	first := int64(h.Entries[0].Seq)
	for _, e := range h.Entries {
		if err := f.log(logRow{int64(e.Seq), first, e.Kind, e.Name, e.Class, e.Successor, e.Purged, e.Author, e.Message}, e.Time.UnixNano(), h.Entries[0].Class); err != nil {
			return err
		}
	}
	chain := states.NewChain(func(begin uint64, block []byte) error {
		f.key = appendNumber(appendNumber(append(f.key[:0], pastItem), first), int64(begin))
		f.value = postgres.Rows(f.value[:0]).Row(3).Bigint(first).Bigint(int64(begin)).Bytea(f.store.sealer.Seal(tables.BlockKey(first, int64(begin)), block))
		return f.add()
	})
	err := chain.Restore(&h, func(e *rdfstore.Entity) ([]byte, error) {
		g, err := codec.Normalise(e.Graph)
		if err != nil {
			return nil, err
		}
		return tables.StateRecord(first, e.Created.UnixNano(), g.EncodeAlone()), nil
	})
	if err != nil {
		return fmt.Errorf("%s: %w", h.Name, err)
	}
	last, digest := h.Last(), tables.DigestOf(h.Name)
	if h.Entity == nil {
		if err := chain.End(last.Seq, nil); err != nil {
			return err
		}
		return f.tombstone(digest, first, int64(last.Seq), last.Time.UnixNano())
	}
	now, err := codec.Normalise(h.Entity.Graph)
	if err != nil {
		return fmt.Errorf("%s: %w", h.Name, err)
	}
	row := tables.Row{ID: int64(h.Born()), First: first, Digest: digest, Name: h.Name, Version: int64(h.Entity.Version), Created: h.Entity.Created.UnixNano(), Modified: h.Entity.Modified.UnixNano()}
	if err := chain.End(h.Entity.Version, tables.StateRecord(first, row.Created, now.EncodeAlone())); err != nil {
		return err
	}
	return f.entity(ctx, row, now)
}
