package pgstore

import (
	"context"
	"math"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/rdfstore"
	"vitrine/rdfstore/pgstore/internal/tables"
)

// prune removes the past states of names that are not kept, and the deletions before the oldest
// that is. Its parameters are the keys and the names, how many states are kept of each, and the
// time since which those were replaced that are kept.
const prune = `WITH v AS (
		SELECT p.entity, p.version, k.name, p.record <> '' AS is_state, lead(l.at, 1, coalesce(e.modified, t.at)) OVER w AS replaced,
			count(*) FILTER (WHERE p.record <> '') OVER (w ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS n
		FROM unnest($1::bigint[], $2::bytea[]) AS k (entity, name) JOIN @.past p ON p.entity = k.entity
		JOIN @.log l ON l.seq = p.version AND l.name = k.name
		LEFT JOIN @.entity e ON e.digest = substr(sha256(k.name), 1, 16) LEFT JOIN @.tombstone t ON t.digest = substr(sha256(k.name), 1, 16)
		WINDOW w AS (PARTITION BY k.name ORDER BY p.version)),
	oldest AS (SELECT name, min(version) FILTER (WHERE is_state AND n <= $3 AND replaced >= $4) AS version FROM v GROUP BY name)
	DELETE FROM @.past p USING v JOIN oldest o ON o.name = v.name
	WHERE p.entity = v.entity AND p.version = v.version AND (o.version IS NULL OR p.version < o.version)`

// bounds returns what prune is told of a retention at a time.
func bounds(keep rdfstore.Retention, now int64) (count, since int64) {
	count, since = int64(max(keep.Count, 0)), int64(math.MinInt64)
	if keep.Count == 0 {
		count = math.MaxInt64
	}
	if keep.Age > 0 {
		since = now - int64(keep.Age)
	}
	return count, since
}

// writeRetention removes the past states that are kept no longer of the names that are changed.
// It comes after all that is changed.
func (p *plan) writeRetention(b *pgx.Batch) {
	keep := p.store.options.Keep
	if keep == (rdfstore.Retention{}) {
		return
	}
	var entities []int64
	var names [][]byte
	for _, d := range p.touched {
		if h := p.held[d]; h.before.version != h.now.version {
			entities, names = append(entities, d.Key()), append(names, []byte(h.name.String()))
		}
	}
	count, since := bounds(keep, p.now)
	b.Queue(p.store.sql(prune), entities, names, count, since)
}

// prunedAtOnce is how many keys of names are looked at while other writers wait.
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
	count, since := bounds(s.options.Keep, time.Now().UnixNano())
	for after, more := int64(math.MinInt64), true; more; {
		err := pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{IsoLevel: pgx.ReadCommitted, AccessMode: pgx.ReadWrite}, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, writeSettings, s.idleFor(prunedAtOnce)); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, s.sql("SELECT seq FROM @.head WHERE one FOR UPDATE")); err != nil {
				return err
			}
			var entities []int64
			var names [][]byte
			err := tables.Ask(ctx, tx, s.sql(`SELECT DISTINCT k.entity, l.name
				FROM (SELECT DISTINCT entity FROM @.past WHERE entity > $1 ORDER BY entity LIMIT $2) k
				JOIN @.past p ON p.entity = k.entity JOIN @.log l ON l.seq = p.version ORDER BY 1`), []any{after, prunedAtOnce}, func(rows pgx.Rows) error {
				var name []byte
				err := rows.Scan(&after, &name)
				entities, names = append(entities, after), append(names, name)
				return err
			})
			if more = len(names) > 0; err != nil || !more {
				return err
			}
			tag, err := tx.Exec(ctx, s.sql(prune), entities, names, count, since)
			removed += tag.RowsAffected()
			return err
		})
		if err != nil {
			return removed, s.ofWrite(err)
		}
	}
	return removed, nil
}
