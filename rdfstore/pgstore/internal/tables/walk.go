package tables

import (
	"context"
	"iter"
	"math"

	"github.com/jackc/pgx/v5"
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// The number of items that a walk asks for at first and at most. Many walks end early.
const (
	firstPage = 32
	lastPage  = 1024
)

// pages yields the items of pages, up to the first that is shorter than its size.
func pages[T any](ctx context.Context, src Source, page func(size int) ([]T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var zero T
		for size := firstPage; ; size = min(4*size, lastPage) {
			items, err := page(size)
			if err != nil {
				yield(zero, err)
				return
			}
			for _, item := range items {
				if err := src.Proceed(ctx); err != nil {
					yield(zero, err)
					return
				}
				if !yield(item, nil) {
					return
				}
			}
			if len(items) < size {
				return
			}
		}
	}
}

// namesFrom are the entities whose names are greater than the first parameter, in byte
// order. The index has the beginnings of names.
const namesFrom = `WHERE substr(name, 1, 1024) >= substr($1::bytea, 1, 1024) AND name > $1 ORDER BY substr(name, 1, 1024), name`

// Names yields the names that are greater than after and begin with the prefix.
func Names(ctx context.Context, src Source, after, prefix string, skip uint64) iter.Seq2[rdf.IRI, error] {
	return pages(ctx, src, func(size int) ([]rdf.IRI, error) {
		names, err := All(ctx, src, "SELECT name FROM (SELECT name FROM @.entity "+namesFrom+" OFFSET $2 LIMIT $3) AS n WHERE substr(name, 1, length($4::bytea)) = $4",
			[]any{[]byte(after), int64(min(skip, math.MaxInt64)), size, []byte(prefix)}, scanIRI)
		if len(names) > 0 {
			after, skip = names[len(names)-1].String(), 0
		}
		return names, err
	})
}

func scanIRI(rows pgx.Rows, to *rdf.IRI) error {
	var text []byte
	if err := rows.Scan(&text); err != nil {
		return err
	}
	var err error
	*to, err = StoredIRI(text)
	return err
}

// CountNames returns the number of names that begin with the prefix.
func CountNames(ctx context.Context, src Source, prefix string) (uint64, error) {
	if prefix == "" {
		return Number(ctx, src, "SELECT entities FROM @.head")
	}
	end := prefixEnd(prefix)
	if end == nil {
		return Number(ctx, src, "SELECT count(*) FROM @.entity WHERE substr(name, 1, 1024) >= substr($1::bytea, 1, 1024) AND name > $1", []byte(prefix))
	}
	return Number(ctx, src, `SELECT count(*) FROM @.entity
		WHERE substr(name, 1, 1024) >= substr($1::bytea, 1, 1024) AND substr(name, 1, 1024) <= substr($2::bytea, 1, 1024) AND name > $1 AND name < $2`, []byte(prefix), end)
}

// prefixEnd returns the first text after all that begin with the prefix, nil where there
// is none.
func prefixEnd(prefix string) []byte {
	end := []byte(prefix)
	for len(end) > 0 {
		if end[len(end)-1]++; end[len(end)-1] != 0 {
			return end
		}
		end = end[:len(end)-1]
	}
	return nil
}

// Classes returns each class that has entities, and the zero class with all of them.
func Classes(ctx context.Context, src Source) ([]rdfstore.ClassCount, error) {
	return All(ctx, src, `SELECT term, entities FROM @.tally WHERE kind = 'c' AND entities > 0
		UNION ALL SELECT ''::bytea, entities FROM @.head ORDER BY 1`, nil, func(rows pgx.Rows, to *rdfstore.ClassCount) error {
		var class []byte
		var n int64
		if err := rows.Scan(&class, &n); err != nil {
			return err
		}
		to.Count = uint64(n)
		if len(class) == 0 {
			return nil
		}
		var err error
		to.Class, err = StoredIRI(class)
		return err
	})
}

// logColumns and logFrom read entries of the log, l, with what those have of the first entry about their
// name. That is no join, for which the planner would read much of the log.
const (
	logColumns = "l.seq, l.kind, l.at, f.name, coalesce(l.class, f.class), l.successor, l.purged, l.author, l.message"
	logFrom    = " l LEFT JOIN LATERAL (SELECT name, class FROM @.log WHERE seq = l.first OFFSET 0) f ON true "
	lastEntry  = "(SELECT * FROM @.log ORDER BY seq DESC LIMIT 1)"
)

// scanLog reads a row of logColumns, and the columns that it has beside those.
func scanLog(rows pgx.Rows, e *rdfstore.LogEntry, more ...any) error {
	var seq, at int64
	var kind int16
	var name, class, successor, author, message []byte
	if err := rows.Scan(append([]any{&seq, &kind, &at, &name, &class, &successor, &e.Purged, &author, &message}, more...)...); err != nil {
		return err
	}
	e.Seq, e.Kind, e.Time = uint64(seq), rdfstore.Kind(kind), TimeOf(at)
	e.Author, e.Message = string(author), string(message)
	var err error
	if e.Class, err = OptionalIRI(class); err != nil {
		return err
	}
	if e.Successor, err = OptionalIRI(successor); err != nil {
		return err
	}
	e.Name, err = StoredIRI(name)
	return err
}

func scanEntry(rows pgx.Rows, e *rdfstore.LogEntry) error { return scanLog(rows, e) }

// Log yields the log after a sequence number. learn is told how far it was read.
func Log(ctx context.Context, src Source, after uint64, learn func(seq uint64)) iter.Seq2[rdfstore.LogEntry, error] {
	return pages(ctx, src, func(size int) ([]rdfstore.LogEntry, error) {
		if int64(after) < 0 {
			return nil, src.Proceed(ctx)
		}
		entries, err := All(ctx, src, "SELECT "+logColumns+" FROM (SELECT * FROM @.log WHERE seq > $1 ORDER BY seq LIMIT $2)"+logFrom+"ORDER BY l.seq", []any{int64(after), size}, scanEntry)
		if len(entries) > 0 {
			after = entries[len(entries)-1].Seq
			learn(after)
		}
		return entries, err
	})
}

// LastWithDerivation returns the newest entry of the log, and whose the relations are; nil
// where the log is empty.
func LastWithDerivation(ctx context.Context, src Source) (last rdfstore.LogEntry, derivation *string, err error) {
	err = src.Fetch(ctx, "SELECT "+logColumns+", (SELECT derivation FROM @.head) FROM "+lastEntry+logFrom, nil,
		func() { last, derivation = rdfstore.LogEntry{}, nil },
		func(rows pgx.Rows) error { return scanLog(rows, &last, &derivation) })
	return last, derivation, err
}

// LastChange returns the newest entry of the log, the zero entry where there is none.
func LastChange(ctx context.Context, src Source) (rdfstore.LogEntry, error) {
	entries, err := All(ctx, src, "SELECT "+logColumns+" FROM "+lastEntry+logFrom, nil, scanEntry)
	if len(entries) == 0 {
		return rdfstore.LogEntry{}, err
	}
	return entries[0], err
}

// Graphs yields the entities whose names are greater than after, in byte order.
func (r Reader) Graphs(ctx context.Context, after string) iter.Seq2[*rdfstore.Entity, error] {
	last := after
	return pages(ctx, r.Source, func(size int) ([]*rdfstore.Entity, error) {
		rows, err := All(ctx, r.Source, "SELECT "+Columns+" FROM @.entity "+namesFrom+" LIMIT $2", []any{[]byte(last), size}, func(rows pgx.Rows, to *Row) (err error) {
			*to, err = ScanRow(rows)
			return err
		})
		if err != nil {
			return nil, err
		}
		all := make([]*rdfstore.Entity, len(rows))
		for i, row := range rows {
			if all[i], err = r.entity(row); err != nil {
				return nil, err
			}
			last = row.Name.String()
		}
		return all, nil
	})
}
