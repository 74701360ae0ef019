package boltstore

import (
	"context"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
)

// Stats is what a store holds and what that takes.
type Stats struct {
	// Path is the file, Format its format version.
	Path   string
	Format int
	// Entities and Triples are how many there are now; Changes is the number
	// of entries in the log, Tombstones that of deleted entities.
	Entities, Triples, Changes, Tombstones uint64
	// Shared is the number of texts in the dictionary.
	Shared int
	// Bytes is the size of the file. Free is how much of it is empty: compact
	// gives it back.
	Bytes, Free int64
	// Tables are the parts of the file, in the order in which a store is
	// written.
	Tables []TableStats
}

// TableStats is what one table of the file takes.
type TableStats = table.Stats

// Stats looks at every page of the file, which takes a while for a large one.
func (s *Store) Stats(ctx context.Context) (Stats, error) {
	stats := Stats{Path: s.path, Format: record.FormatVersion, Shared: len(s.dict.Snapshot())}
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		c, err := record.GetCounters(tx)
		if err != nil {
			return err
		}
		last, err := record.LastChange(tx)
		if err != nil {
			return err
		}
		stats.Entities, stats.Triples, stats.Changes, stats.Bytes = c.Entities, c.Triples, last.Seq, tx.Size()
		stats.Free = stats.Bytes - 2*int64(s.db.Info().PageSize)
		for _, t := range table.All() {
			if err := ctx.Err(); err != nil {
				return err
			}
			ts, err := t.Stats(tx, s.db.Info().PageSize)
			if err != nil {
				return err
			}
			if t == table.Tombstones {
				stats.Tombstones = uint64(ts.Entries)
			}
			stats.Free -= ts.Bytes
			stats.Tables = append(stats.Tables, ts)
		}
		return nil
	})
	if err != nil {
		return Stats{}, err
	}
	return stats, nil
}
