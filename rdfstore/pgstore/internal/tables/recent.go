package tables

import (
	"context"

	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/lru"
)

// Recent are records that queries read of late, by the numbers of their entities. The database
// says which of them are still what it has, and sends the others.
type Recent = lru.Cache[int64, recent]

// recent is a record with the state of the entity that it was read of. No two states have the
// same version and time, not even if an older copy of the database takes its place.
type recent struct {
	version, modified int64
	record            *codec.Record
}

const (
	maxRecentBytes = 8 << 20
	// maxRecentOfWalk is how many records of a walk are kept: one of many records would push out
	// what others come by again and again.
	maxRecentOfWalk = 2048
	recentSize      = 96
)

// NewRecent returns a cache that has nothing yet.
func NewRecent() *Recent {
	return lru.New(maxRecentBytes, func(_ int64, r recent) int { return recentSize + r.record.Size() })
}

// rowsSince returns the rows of the entities with these numbers, which the source has at one
// moment. Those that are as they were when they were read have the record that is kept, and no
// column of the database.
func (r Reader) rowsSince(ctx context.Context, ids []int64) ([]Row, error) {
	known := make(map[int64]recent, len(ids))
	versions, times := make([]int64, len(ids)), make([]int64, len(ids))
	for i, id := range ids {
		if have, ok := r.Recent.Get(id); ok {
			known[id], versions[i], times[i] = have, have.version, have.modified
		}
	}
	if len(known) == 0 {
		return r.rows(ctx, "WHERE id = ANY($1)", ids)
	}
	rows, err := r.rows(ctx, `JOIN unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS k(known, v, m)
		ON id = known AND (version <> v OR modified <> m)`, ids, versions, times)
	for _, row := range rows {
		delete(known, row.ID)
	}
	for id, have := range known {
		rows = append(rows, Row{ID: id, recent: have.record})
	}
	return rows, err
}
