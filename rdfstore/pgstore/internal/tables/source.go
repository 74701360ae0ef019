package tables

import (
	"context"

	"github.com/jackc/pgx/v5"

	"vitrine/rdfstore/pgstore/internal/record"
)

// Source is where queries go: the store as it is at each, or a snapshot.
type Source interface {
	// Fetch runs a query and calls scan for each row; nothing of a row may be kept but
	// what was scanned. scan may be called for some rows again, after reset.
	Fetch(ctx context.Context, text string, args []any, reset func(), scan func(pgx.Rows) error) error
	// Proceed tells whether a walk may go on.
	Proceed(ctx context.Context) error
	// Steady tells that all queries see the store at one moment.
	Steady() bool
}

// Reader reads the records of a source.
type Reader struct {
	Source
	Sealer *record.Sealer
	// Kept is what was read ahead, nil for nothing.
	Kept *Kept
	// Learn is told of versions that were read, nil where all is read at one moment.
	Learn func(version uint64)
	// Recent are records that were read of late, nil for none.
	Recent *Recent
}

// Ask runs a query and calls scan for each row.
func Ask(ctx context.Context, q Queryer, text string, args []any, scan func(pgx.Rows) error) error {
	rows, err := q.Query(ctx, text, args...)
	if err != nil {
		return err
	}
	return ScanAll(rows, scan)
}

// ScanAll calls scan for each row, and closes them.
func ScanAll(rows pgx.Rows, scan func(pgx.Rows) error) error {
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// All returns the rows of a query.
func All[T any](ctx context.Context, src Source, text string, args []any, scan func(rows pgx.Rows, to *T) error) ([]T, error) {
	var all []T
	err := src.Fetch(ctx, text, args, func() { all = nil }, func(rows pgx.Rows) error {
		var one T
		if err := scan(rows, &one); err != nil {
			return err
		}
		all = append(all, one)
		return nil
	})
	return all, err
}

// Number returns the number of the only row of a query, 0 where there is none.
func Number(ctx context.Context, src Source, text string, args ...any) (uint64, error) {
	var n int64
	err := src.Fetch(ctx, text, args, func() { n = 0 }, func(rows pgx.Rows) error { return rows.Scan(&n) })
	return uint64(n), err
}
