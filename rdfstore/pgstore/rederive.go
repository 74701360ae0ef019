package pgstore

import (
	"context"

	"github.com/jackc/pgx/v5"

	"vitrine/rdfstore"
	"vitrine/rdfstore/pgstore/internal/record"
	"vitrine/rdfstore/pgstore/internal/tables"
)

// rederiveAtOnce is how many entities are read and written at once.
const rederiveAtOnce = 1000

// Rederive puts the relations of a derivation in place of those of the store at an address, in
// one transaction: readers find those of before until it is committed, writers wait, and what
// is interrupted leaves the store as it was. changed is false where they are those of the
// derivation already. progress may be nil; it gets the number of entities so far.
//
// Processes that have the store open with another derivation can neither write nor ask for
// relations from then on: the error wraps ErrDerivation.
func Rederive(ctx context.Context, address string, d rdfstore.Derivation, progress func(entities uint64)) (changed bool, err error) {
	sealer := record.NewSealer()
	if progress == nil {
		progress = func(uint64) {}
	}
	err = alone(ctx, address, func(tx pgx.Tx, schema string) error {
		r := &rederivation{tx, schema, d, sealer, progress}
		changed, err = r.run(ctx)
		return err
	})
	if ctx.Err() != nil && err != nil {
		err = ctx.Err()
	}
	return changed && err == nil, err
}

// rederivation derives the relations of a store anew, in a transaction.
type rederivation struct {
	tx       pgx.Tx
	schema   string
	d        rdfstore.Derivation
	sealer   *record.Sealer
	progress func(entities uint64)
}

func (r *rederivation) sql(text string) string { return tables.In(r.schema, text) }

func (r *rederivation) run(ctx context.Context) (changed bool, err error) {
	// What is set is set until the end of the transaction.
	if _, err := r.tx.Exec(ctx, "SELECT set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true), set_config('jit', 'off', true)"); err != nil {
		return false, err
	}
	if s, err := readStateIn(ctx, r.tx, r.schema); err != nil || s.derivation == r.d.Version && s.format == tables.Format {
		return false, err
	}
	var s state
	if err := r.tx.QueryRow(ctx, r.sql("SELECT format, derivation FROM @.head WHERE one FOR UPDATE")).Scan(&s.format, &s.derivation); err != nil {
		return false, err
	}
	if s.format != tables.Format {
		return false, s.formatError()
	}
	for _, text := range []string{`DELETE FROM @.posting WHERE kind = 'r'`, `DELETE FROM @.tally WHERE kind = 'r'`} {
		if _, err := r.tx.Exec(ctx, r.sql(text)); err != nil {
			return false, err
		}
	}
	if r.d.Of != nil {
		if err := r.derive(ctx); err != nil {
			return false, err
		}
	}
	_, err = r.tx.Exec(ctx, r.sql("UPDATE @.head SET derivation = $1 WHERE one"), r.d.Version)
	return true, err
}

// derive makes the lists of the relations.
func (r *rederivation) derive(ctx context.Context) error {
	last, entities := int64(0), uint64(0)
	for n := rederiveAtOnce; n == rederiveAtOnce; {
		changes := tables.NewChanges(r.schema, last)
		n = 0
		err := tables.Ask(ctx, r.tx, r.sql("SELECT "+tables.Columns+" FROM @.entity WHERE id > $1 ORDER BY id LIMIT $2"), []any{last, rederiveAtOnce}, func(rows pgx.Rows) error {
			row, err := tables.ScanRow(rows)
			if err != nil {
				return err
			}
			e, err := row.Entity(r.sealer)
			if err != nil {
				return err
			}
			n, last = n+1, row.ID
			changes.Compare(0, nil, row.ID, tables.Relations(e.Graph, r.d))
			return nil
		})
		if err != nil {
			return err
		}
		if err := changes.Read(ctx, r.tx); err != nil {
			return err
		}
		b := &pgx.Batch{}
		changes.Write(b)
		if err := r.tx.SendBatch(ctx, b).Close(); err != nil {
			return err
		}
		entities += uint64(n)
		r.progress(entities)
	}
	return nil
}
