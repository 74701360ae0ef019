package boltstore

import (
	"context"

	"go.etcd.io/bbolt"
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
type TableStats struct {
	Name string
	// Entries is the number of its keys.
	Entries int
	// Bytes is the size of its pages, Used how much of them is in use.
	Bytes, Used int64
	// Depth is the number of pages from the root to an entry.
	Depth int
}

// Stats looks at every page of the file, which takes a while for a large one.
func (s *Store) Stats(ctx context.Context) (Stats, error) {
	stats := Stats{Path: s.path, Format: formatVersion, Shared: len(s.dict.snapshot())}
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		c, err := getCounters(tx)
		if err != nil {
			return err
		}
		last, err := lastChange(tx)
		if err != nil {
			return err
		}
		stats.Entities, stats.Triples, stats.Changes, stats.Bytes = c.entities, c.triples, last.Seq, tx.Size()
		stats.Free = stats.Bytes - 2*int64(s.db.Info().PageSize)
		for _, t := range tables() {
			if err := ctx.Err(); err != nil {
				return err
			}
			ts, err := t.stats(tx, s.db.Info().PageSize)
			if err != nil {
				return err
			}
			if t == tombstonesTable {
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

func (t table) stats(tx *bbolt.Tx, pageSize int) (TableStats, error) {
	b, err := t.bucket(tx)
	if err != nil {
		return TableStats{}, err
	}
	bs := b.Stats()
	pages := bs.BranchPageN + bs.BranchOverflowN + bs.LeafPageN + bs.LeafOverflowN
	return TableStats{
		Name: t.name, Entries: bs.KeyN - 1, // less the headKey
		Depth: bs.Depth,
		Bytes: int64(pages) * int64(pageSize),
		Used:  int64(bs.BranchInuse + bs.LeafInuse),
	}, nil
}
