package pgstore

import (
	"context"
	"math"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/rdfstore"
	"vitrine/rdfstore/pgstore/internal/tables"
	"vitrine/rdfstore/states"
)

// prune returns how many of the past states of a name go, of the blocks that were read and of those
// that the plan adds.
func (p *plan) prune(h *held) (stored, added int, err error) {
	var items []states.Item
	for _, block := range h.blocks {
		items = append(items, block...)
	}
	n := len(items)
	for _, state := range h.past {
		items = append(items, states.Item{Version: uint64(state.version), Deletion: !state.exists})
	}
	cut, err := states.Gone(p.store.options.Keep, items, uint64(h.now.version), time.Unix(0, p.now), func(version uint64) (time.Time, error) {
		at, known := p.times[int64(version)]
		if !known {
			at = p.now
		}
		return tables.TimeOf(at), nil
	})
	stored = min(cut, n)
	return stored, cut - stored, err
}

// readTimes reads when states came to be that what is kept depends on.
func (p *plan) readTimes(ctx context.Context, from tables.Queryer) error {
	if p.store.options.Keep.Age == 0 {
		return nil
	}
	var versions []int64
	for _, d := range p.touched {
		h := p.held[d]
		for _, block := range h.blocks {
			for _, item := range block {
				versions = append(versions, int64(item.Version))
			}
		}
		versions = append(versions, h.now.version)
	}
	p.times = map[int64]int64{}
	return tables.Ask(ctx, from, p.store.sql("SELECT seq, at FROM @.log WHERE seq = ANY($1)"), []any{versions}, func(rows pgx.Rows) error {
		var seq, at int64
		err := rows.Scan(&seq, &at)
		p.times[seq] = at
		return err
	})
}

// prunedAtOnce is how many names are looked at while other writers wait.
const prunedAtOnce = 1000

// Prune removes the past states of all names that are kept no longer, and returns how many
// versions that were.
func (s *Store) Prune(ctx context.Context) (removed int64, err error) {
	if err := s.enter(ctx); err != nil {
		return 0, err
	}
	defer s.leave()
	if s.options.ReadOnly {
		return 0, ErrReadOnly
	}
	if s.options.Keep == (rdfstore.Retention{}) {
		return 0, nil
	}
	for after, more := int64(math.MinInt64), true; more; {
		err := pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{IsoLevel: pgx.ReadCommitted, AccessMode: pgx.ReadWrite}, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, writeSettings, s.idleFor(prunedAtOnce)); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, s.sql("SELECT seq FROM @.head WHERE one FOR UPDATE")); err != nil {
				return err
			}
			n, last, err := s.pruneSome(ctx, tx, after)
			more, after = last > 0, last
			removed += n
			return err
		})
		if err != nil {
			return removed, s.ofWrite(err)
		}
	}
	return removed, nil
}

// pruneSome prunes the past of some names, the numbers of whose first entries are greater than one, and
// returns the last of these, 0 where there is none.
func (s *Store) pruneSome(ctx context.Context, tx pgx.Tx, after int64) (removed, last int64, err error) {
	p := &plan{store: s, now: time.Now().UnixNano(), held: map[digest]*held{}}
	var digests [][]byte
	err = tables.Ask(ctx, tx, s.sql(`SELECT k.first, l.name, coalesce(e.version, t.version)
		FROM (SELECT DISTINCT first FROM @.past WHERE first > $1 ORDER BY first LIMIT $2) k JOIN @.log l ON l.seq = k.first
		LEFT JOIN @.entity e ON e.digest = substr(sha256(l.name), 1, 16) LEFT JOIN @.tombstone t ON t.digest = substr(sha256(l.name), 1, 16)
		ORDER BY 1`), []any{after, prunedAtOnce}, func(rows pgx.Rows) error {
		var name []byte
		var version int64
		if err := rows.Scan(&last, &name, &version); err != nil {
			return err
		}
		iri, err := tables.StoredIRI(name)
		d := tables.DigestOf(iri)
		p.held[d] = &held{name: iri, first: last, now: entity{version: version}}
		p.touched, digests = append(p.touched, d), append(digests, d[:])
		return err
	})
	if err != nil || last == 0 {
		return 0, last, err
	}
	rows, err := tx.Query(ctx, s.sql(pastQuery), digests, nil)
	if err == nil {
		err = p.holdPast(rows)
	}
	if err == nil {
		err = p.readTimes(ctx, tx)
	}
	if err != nil {
		return 0, last, err
	}
	var all pastRows
	for _, d := range p.touched {
		r, err := p.pastOf(p.held[d])
		if err != nil {
			return 0, last, err
		}
		all.add(r)
	}
	b := &pgx.Batch{}
	all.write(s, b)
	return int64(all.removed), last, tx.SendBatch(ctx, b).Close()
}
