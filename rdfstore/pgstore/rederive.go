package pgstore

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/pgstore/internal/failure"
	"vitrine/rdfstore/pgstore/internal/index"
	"vitrine/rdfstore/pgstore/internal/query"
	"vitrine/rdfstore/pgstore/internal/record"
)

const (
	// rederiveAtOnce is rederivation.atOnce, where no test says otherwise.
	rederiveAtOnce = 1000
	// removeAtOnce is how many lists one transaction looks at to remove those of before.
	removeAtOnce = 2000
)

// rederivation makes the relations of a store anew. What it has done is in the tables
// rederivation and rederived, and holds after each of its transactions: the lists of the next
// generation are those of the entities up to the number in the row, as they are in some state
// after the entry of the log that is named there. Whatever changed since is in the log after
// that entry, so that to look at a name once too often does no harm.
type rederivation struct {
	store    *Store
	d        rdfstore.Derivation
	progress func(entities uint64)
	// atOnce is how many entities, and how many entries of the log, one transaction takes.
	atOnce int
}

func newRederivation(pool *pgxpool.Pool, schema string, d rdfstore.Derivation, progress func(entities uint64)) (*rederivation, error) {
	sealer, err := record.NewSealer()
	if err != nil {
		return nil, err
	}
	return &rederivation{&Store{pool: pool, schema: schema, sealer: sealer, idle: maxIdle}, d, progress, rederiveAtOnce}, nil
}

// stage is the row of the table rederivation, with that of the head.
type stage struct {
	current state
	// begun tells that there is a row, removing that the lists of the generation that is not
	// current are being removed.
	begun, removing bool
	// derivation is that of the next generation, entity the number of the last entity that is
	// in it, and seq the entry of the log up to which it is right.
	derivation  string
	entity, seq int64
	entities    int64
}

// everything is the number of the last entity once all are in the next generation: those that
// come to be afterwards are in the log.
const everything = math.MaxInt64

// run does what is to be done, until there is nothing left.
func (r *rederivation) run(ctx context.Context) (changed bool, err error) {
	for {
		s, err := r.stage(ctx)
		if err != nil {
			return changed, err
		}
		switch current := s.current.derivation == r.d.Version; {
		case !s.begun && current:
			return changed, nil
		case !s.begun:
			err = r.exec(ctx, "INSERT INTO @.rederivation (one, derivation, removing, entity, seq, entities) SELECT true, $1, false, 0, seq, 0 FROM @.head ON CONFLICT (one) DO NOTHING", r.d.Version)
		case s.removing:
			err = r.remove(ctx)
		case current || s.derivation != r.d.Version:
			err = r.exec(ctx, "UPDATE @.rederivation SET removing = true WHERE derivation = $1", s.derivation)
		default:
			err = r.derive(ctx)
		}
		if err != nil {
			return changed, err
		}
		changed = true
	}
}

const stageColumns = `SELECT h.derivation, h.generation, r.one IS NOT NULL, coalesce(r.removing, false), coalesce(r.derivation, ''),
	coalesce(r.entity, 0), coalesce(r.seq, 0), coalesce(r.entities, 0) FROM @.head h LEFT JOIN @.rederivation r ON true`

func (s *stage) scan(row pgx.Row) error {
	return row.Scan(&s.current.derivation, &s.current.generation, &s.begun, &s.removing, &s.derivation, &s.entity, &s.seq, &s.entities)
}

func (r *rederivation) stage(ctx context.Context) (s stage, err error) {
	err = r.patiently(ctx, func() error { return s.scan(r.store.pool.QueryRow(ctx, r.store.sql(stageColumns))) })
	return s, err
}

func (r *rederivation) exec(ctx context.Context, text string, args ...any) error {
	return r.patiently(ctx, func() error {
		_, err := r.store.pool.Exec(ctx, r.store.sql(text), args...)
		return err
	})
}

// rederivePatience is how long a database that cannot be reached is waited for.
const rederivePatience = 30 * time.Second

// patiently calls fn again while the database cannot be reached. What fn does it may do twice.
func (r *rederivation) patiently(ctx context.Context, fn func() error) error {
	start := time.Now()
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		err := fn()
		switch {
		case err == nil || ctx.Err() != nil:
			return cmp.Or(ctx.Err(), err)
		case !failure.Again(err) || time.Since(start) > rederivePatience:
			return err
		}
		r.store.pool.Reset()
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// step runs fn in a transaction in which the row of the table is locked; before that the head
// is, where alone is set, so that nobody writes to the store. Nothing is done where the row has
// been removed, or is about the other purpose.
func (r *rederivation) step(ctx context.Context, alone, removing bool, fn func(tx pgx.Tx, s *stage) error) error {
	return r.patiently(ctx, func() error {
		return pgx.BeginTxFunc(ctx, r.store.pool, pgx.TxOptions{IsoLevel: pgx.ReadCommitted}, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, writeSettings, r.store.idleFor(r.atOnce)); err != nil {
				return err
			}
			locks := []string{"SELECT one FROM @.head WHERE one FOR UPDATE", "SELECT one FROM @.rederivation FOR UPDATE"}
			if !alone {
				locks = locks[1:]
			}
			for _, text := range locks {
				if _, err := tx.Exec(ctx, r.store.sql(text)); err != nil {
					return err
				}
			}
			var s stage
			if err := s.scan(tx.QueryRow(ctx, r.store.sql(stageColumns))); err != nil {
				return err
			}
			if !s.begun || s.removing != removing || !removing && (s.derivation != r.d.Version || s.current.derivation == r.d.Version) {
				return nil
			}
			return fn(tx, &s)
		})
	})
}

// derive makes the lists of the next generation and makes it current.
func (r *rederivation) derive(ctx context.Context) error {
	for caughtUp := false; !caughtUp; {
		// Where the row is not what it was, run finds out what it is.
		caughtUp = true
		err := r.step(ctx, false, false, func(tx pgx.Tx, s *stage) error {
			entries, err := r.advance(ctx, tx, s)
			caughtUp = err == nil && s.entity == everything && entries < r.atOnce
			return err
		})
		if err != nil {
			return err
		}
	}
	return r.step(ctx, true, false, func(tx pgx.Tx, s *stage) error {
		if s.entity != everything {
			return nil
		}
		for entries := 1; entries > 0; {
			var err error
			if entries, err = r.advance(ctx, tx, s); err != nil {
				return err
			}
		}
		b := &pgx.Batch{}
		b.Queue(r.store.sql("UPDATE @.head SET derivation = $1, generation = generation + 1 WHERE one"), r.d.Version)
		b.Queue(r.store.sql("UPDATE @.rederivation SET removing = true WHERE one"))
		return tx.SendBatch(ctx, b).Close()
	})
}

// advance takes the next entries of the log and the next entities into the lists of the next
// generation, and returns the number of entries.
func (r *rederivation) advance(ctx context.Context, tx pgx.Tx, s *stage) (entries int, err error) {
	found := map[digest]*rederived{}
	// The log comes first: whatever happens to what is read afterwards is in the log after
	// these entries.
	if entries, err = r.follow(ctx, tx, s, found); err != nil {
		return 0, err
	}
	if err := r.walk(ctx, tx, s, found); err != nil {
		return 0, err
	}
	if err := r.accounted(ctx, tx, found); err != nil {
		return 0, err
	}
	if err := r.write(ctx, tx, s, found); err != nil {
		return 0, err
	}
	r.progress(uint64(s.entities))
	return entries, nil
}

// rederived is what the lists of the next generation have of a name, and are to have.
type rederived struct {
	// before is the number of the entity in the lists, 0 where it is in none, and now that
	// which it has, 0 where there is none.
	before, now int64
	has         map[index.List]index.Mention
	encoded     []byte
}

// follow reads the next entries of the log, and the entities that they are about.
func (r *rederivation) follow(ctx context.Context, tx pgx.Tx, s *stage, found map[digest]*rederived) (entries int, err error) {
	var names []rdf.IRI
	err = query.Ask(ctx, tx, r.store.sql("SELECT seq, name FROM @.log WHERE seq > $1 ORDER BY seq LIMIT $2"), []any{s.seq, r.atOnce}, func(rows pgx.Rows) error {
		var text []byte
		if err := rows.Scan(&s.seq, &text); err != nil {
			return err
		}
		name, err := query.StoredIRI(text)
		names = append(names, name)
		return err
	})
	if err != nil || len(names) == 0 {
		return len(names), err
	}
	var digests [][]byte
	for _, name := range names {
		d := query.DigestOf(name)
		if found[d] == nil {
			found[d], digests = &rederived{}, append(digests, d[:])
		}
	}
	_, _, err = r.read(ctx, tx, s, found, "WHERE digest = ANY($1) AND id <= $2", digests, s.entity)
	return len(names), err
}

// walk reads the next entities.
func (r *rederivation) walk(ctx context.Context, tx pgx.Tx, s *stage, found map[digest]*rederived) error {
	if s.entity == everything {
		return nil
	}
	n, last, err := r.read(ctx, tx, s, found, "WHERE id > $1 ORDER BY id LIMIT $2", s.entity, r.atOnce)
	s.entities += int64(n)
	if s.entity = last; n < r.atOnce {
		s.entity = everything
	}
	return err
}

// read derives the relations of entities, and returns how many they are and the number of the
// last.
func (r *rederivation) read(ctx context.Context, tx pgx.Tx, s *stage, found map[digest]*rederived, where string, args ...any) (n int, last int64, err error) {
	next := s.current.generation + 1
	err = query.Ask(ctx, tx, r.store.sql("SELECT "+query.Columns+" FROM @.entity "+where), args, func(rows pgx.Rows) error {
		row, err := query.ScanRow(rows)
		if err != nil {
			return err
		}
		e, err := row.Entity(r.store.sealer)
		if err != nil {
			return err
		}
		of := found[row.Digest]
		if of == nil {
			of = &rederived{}
			found[row.Digest] = of
		}
		of.now, of.has = row.ID, index.Relations(e.Graph, r.d, next)
		n, last = n+1, row.ID
		return nil
	})
	return n, last, err
}

// accounted reads which lists of the next generation have what was found.
func (r *rederivation) accounted(ctx context.Context, tx pgx.Tx, found map[digest]*rederived) error {
	digests := make([][]byte, 0, len(found))
	for d := range found {
		digests = append(digests, d[:])
	}
	if len(digests) == 0 {
		return nil
	}
	return query.Ask(ctx, tx, r.store.sql("SELECT digest, entity, lists FROM @.rederived WHERE digest = ANY($1)"), []any{digests}, func(rows pgx.Rows) error {
		var key, lists []byte
		var id int64
		if err := rows.Scan(&key, &id, &lists); err != nil {
			return err
		}
		if len(key) != len(digest{}) || found[digest(key)] == nil {
			return fmt.Errorf("%w: the table rederived has a key of %d bytes", rdfstore.ErrCorrupt, len(key))
		}
		of := found[digest(key)]
		of.before, of.encoded = id, lists
		return nil
	})
}

// write changes the lists, and what is known of them.
func (r *rederivation) write(ctx context.Context, tx pgx.Tx, s *stage, found map[digest]*rederived) error {
	changes := index.NewChanges(r.store.schema, everything)
	var gone, keys, lists [][]byte
	var ids []int64
	for d, of := range found {
		had, err := decodeLists(of.encoded, index.ByRelation(s.current.generation+1))
		if err != nil {
			return err
		}
		changes.Compare(of.before, had, of.now, of.has)
		switch encoded := encodeLists(of.has); {
		case of.before != 0 && len(of.has) == 0:
			gone = append(gone, d[:])
		case len(of.has) > 0 && (of.before != of.now || string(encoded) != string(of.encoded)):
			keys, ids, lists = append(keys, d[:]), append(ids, of.now), append(lists, encoded)
		}
	}
	if err := changes.Read(ctx, tx); err != nil {
		return err
	}
	b := &pgx.Batch{}
	changes.Write(b)
	if len(gone) > 0 {
		b.Queue(r.store.sql("DELETE FROM @.rederived WHERE digest = ANY($1)"), gone)
	}
	if len(keys) > 0 {
		b.Queue(r.store.sql(`INSERT INTO @.rederived (digest, entity, lists) SELECT * FROM unnest($1::bytea[], $2::bigint[], $3::bytea[])
			ON CONFLICT (digest) DO UPDATE SET entity = excluded.entity, lists = excluded.lists`), keys, ids, lists)
	}
	b.Queue(r.store.sql("UPDATE @.rederivation SET entity = $1, seq = $2, entities = $3 WHERE one"), s.entity, s.seq, s.entities)
	return tx.SendBatch(ctx, b).Close()
}

// listBytes is the length of a list in the table rederived: its two numbers.
const listBytes = 16

// encodeLists writes lists, in their order.
func encodeLists(lists map[index.List]index.Mention) []byte {
	b := make([]byte, 0, len(lists)*listBytes)
	for _, l := range slices.SortedFunc(maps.Keys(lists), compareLists) {
		b = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(b, uint64(l.List)), uint64(l.Part))
	}
	return b
}

func compareLists(a, b index.List) int {
	return cmp.Or(cmp.Compare(a.List, b.List), cmp.Compare(a.Part, b.Part))
}

// decodeLists reads what encodeLists has written of relations of a kind.
func decodeLists(b []byte, kind byte) (map[index.List]index.Mention, error) {
	if len(b)%listBytes != 0 {
		return nil, fmt.Errorf("%w: the table rederived has lists of %d bytes", rdfstore.ErrCorrupt, len(b))
	}
	lists := make(map[index.List]index.Mention, len(b)/listBytes)
	for ; len(b) > 0; b = b[listBytes:] {
		l := index.List{List: int64(binary.BigEndian.Uint64(b)), Part: int64(binary.BigEndian.Uint64(b[8:]))}
		lists[l] = index.Mention{Kind: kind, Triples: 1}
	}
	return lists, nil
}

// remove removes the lists of the generation that is not current.
func (r *rederivation) remove(ctx context.Context) error {
	last := index.List{List: math.MinInt64, Part: math.MinInt64}
	for end := false; !end; {
		end = true
		next := last
		err := r.step(ctx, false, true, func(tx pgx.Tx, s *stage) error {
			end, next = true, last
			return query.Ask(ctx, tx, r.store.sql(`
				WITH span AS (
					SELECT list, part, kind FROM @.tally WHERE (list, part) > ($1, $2) ORDER BY list, part LIMIT $3),
				old AS (SELECT list, part FROM span WHERE kind = $4::text::"char"),
				gone AS (DELETE FROM @.posting p USING old WHERE p.list = old.list AND p.part = old.part),
				short AS (DELETE FROM @.tally t USING old WHERE t.list = old.list AND t.part = old.part)
				SELECT list, part FROM span ORDER BY list DESC, part DESC LIMIT 1`),
				[]any{last.List, last.Part, removeAtOnce, string(index.ByRelation(s.current.generation + 1))}, func(rows pgx.Rows) error {
					end = false
					return rows.Scan(&next.List, &next.Part)
				})
		})
		if err != nil {
			return err
		}
		last = next
	}
	return r.step(ctx, false, true, func(tx pgx.Tx, _ *stage) error {
		b := &pgx.Batch{}
		b.Queue(r.store.sql("TRUNCATE @.rederived"))
		b.Queue(r.store.sql("DELETE FROM @.rederivation"))
		return tx.SendBatch(ctx, b).Close()
	})
}
