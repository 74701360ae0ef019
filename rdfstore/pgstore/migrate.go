package pgstore

import (
	"context"

	"github.com/jackc/pgx/v5"

	"vitrine/rdfstore"
	"vitrine/rdfstore/pgstore/internal/index"
	"vitrine/rdfstore/pgstore/internal/postings"
	"vitrine/rdfstore/pgstore/internal/record"
	"vitrine/rdfstore/pgstore/internal/tables"
)

// rederiveAtOnce is how many entities are read between two writes.
const rederiveAtOnce = 1000

// Migrate brings a store to the format of this program and to the relations of the
// derivation, in one transaction: writers wait, readers do not, and what is interrupted
// leaves the store as it was. changed is false where there was nothing to do. Processes
// that have the store open with another derivation cannot write to it afterwards. progress
// may be nil; it gets the number of entities so far.
func Migrate(ctx context.Context, address string, d rdfstore.Derivation, progress func(entities int)) (changed bool, err error) {
	err = alone(ctx, address, func(tx pgx.Tx, schema string) error {
		if _, err := readStateIn(ctx, tx, schema); err != nil {
			return err
		}
		var s state
		if err := tx.QueryRow(ctx, tables.In(schema, "SELECT format, derivation FROM @.head WHERE one FOR UPDATE")).Scan(&s.format, &s.derivation); err != nil {
			return err
		}
		switch {
		case s.format != tables.Format:
			return s.formatError()
		case s.derivation == d.Version:
			return nil
		}
		changed = true
		return rederive(ctx, tx, schema, d, progress)
	})
	return changed && err == nil, err
}

// rederive writes all relations anew.
func rederive(ctx context.Context, tx pgx.Tx, schema string, d rdfstore.Derivation, progress func(entities int)) error {
	for _, text := range []string{"DELETE FROM @.posting WHERE kind = 'r'", "DELETE FROM @.tally WHERE kind = 'r'"} {
		if _, err := tx.Exec(ctx, tables.In(schema, text)); err != nil {
			return err
		}
	}
	sealer, err := record.NewSealer()
	if err != nil {
		return err
	}
	defer sealer.Close()
	store := &Store{schema: schema, sealer: sealer}
	for last, done := int64(0), 0; ; {
		changes := index.NewChanges(schema)
		n, err := store.relationsAfter(ctx, tx, &last, d, changes)
		if err != nil {
			return err
		}
		if n == 0 {
			break
		}
		if err := writeChanges(ctx, tx, changes); err != nil {
			return err
		}
		if done += n; progress != nil {
			progress(done)
		}
	}
	_, err = tx.Exec(ctx, tables.In(schema, "UPDATE @.head SET derivation = $1 WHERE one"), d.Version)
	return err
}

// relationsAfter adds the relations of the next entities, and returns their number.
func (s *Store) relationsAfter(ctx context.Context, tx pgx.Tx, last *int64, d rdfstore.Derivation, changes *index.Changes) (n int, err error) {
	rows, err := tx.Query(ctx, s.sql("SELECT "+entityColumns+" FROM @.entity WHERE id > $1 ORDER BY id LIMIT $2"), *last, rederiveAtOnce)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for rows.Next() {
		row, err := scanEntity(rows)
		if err != nil {
			return 0, err
		}
		e, err := s.entity(row)
		if err != nil {
			return 0, err
		}
		for l, m := range index.Mentions(e.Graph, d) {
			if m.Kind == index.ByRelation {
				changes.Add(l, m, postings.Posting{Entity: row.id, Triples: 1}, 1, 1)
			}
		}
		*last = row.id
		n++
	}
	return n, rows.Err()
}

// writeChanges writes the postings and their numbers.
func writeChanges(ctx context.Context, tx pgx.Tx, c *index.Changes) error {
	if err := c.Read(ctx, tx); err != nil {
		return err
	}
	b := &pgx.Batch{}
	c.Write(b)
	return tx.SendBatch(ctx, b).Close()
}
