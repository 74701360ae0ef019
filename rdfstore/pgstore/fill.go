package pgstore

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/extsort"
	"vitrine/rdfstore/pgstore/internal/postgres"
	"vitrine/rdfstore/pgstore/internal/tables"
)

// aside is what the names of tables begin with that are being filled.
const aside = "loading_"

// filledTables are those that are filled aside; head stays.
var filledTables = []string{"entity", "past", "log", "tombstone", "posting", "tally"}

// filling fills an empty store: tables aside, which take the places of those of the store
// at the end. All of it is one transaction, which has the row of the head locked, so that
// until it is committed readers find an empty store, writers wait, and what is interrupted
// leaves nothing behind. The log, tombstones and postings go through a sorter, and each
// table gets its rows by one COPY and its indexes afterwards.
type filling struct {
	store   *Store
	conn    *pgxpool.Conn
	sorter  *extsort.Sorter
	scratch extsort.Scratch
	// entities is the COPY of that table, which goes on while graphs are taken.
	entities *copying
	classes  map[tables.List]string
	batch    int32
	// last is the newest entry of the log, entries the number of them.
	last    logRow
	lastAt  int64
	entries int64
	// items and sorted are the numbers of items that the sorter got and gave back.
	items, sorted uint64
	progress      BulkProgress
	report        func(BulkProgress)
	// count of the entities and their triples.
	count, triples int64
	key, value     []byte
}

// fill begins to fill the store, which has to be empty.
func (s *Store) fill(ctx context.Context, o BulkOptions) (f *filling, err error) {
	conn, err := postgres.Acquire(ctx, s.pool)
	if err != nil {
		return nil, s.ofWrite(err)
	}
	f = &filling{store: s, conn: conn, classes: map[tables.List]string{}, batch: int32(rand.Uint32()), report: o.Progress, scratch: extsort.Folder("", "vitrine-load-")}
	if f.report == nil {
		f.report = func(BulkProgress) {}
	}
	f.sorter = extsort.New(ctx, f.scratch, o.memory()/2)
	if err := f.begin(ctx); err != nil {
		return nil, errors.Join(s.ofWrite(err), f.abandon())
	}
	f.entities = f.copy(ctx, "entity", tables.Columns)
	return f, nil
}

// begin begins the transaction and makes the tables.
func (f *filling) begin(ctx context.Context) error {
	// What is set is set until the end of the transaction: a load takes longer than
	// other statements may.
	_, err := f.conn.Exec(ctx, "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
	if err == nil {
		_, err = f.conn.Exec(ctx, "SELECT set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)")
	}
	if err != nil {
		return err
	}
	var h head
	err = f.conn.QueryRow(ctx, f.store.sql("SELECT format, derivation, seq FROM @.head WHERE one FOR UPDATE NOWAIT")).Scan(&h.format, &h.derivation, &h.seq)
	var answer *pgconn.PgError
	switch {
	case errors.As(err, &answer) && answer.Code == postgres.LockNotAvailable:
		return fmt.Errorf("%w: another process is writing to it", rdfstore.ErrNotEmpty)
	case err != nil:
		return err
	case h.format != tables.Format:
		return h.formatError()
	case h.seq != 0:
		return rdfstore.ErrNotEmpty
	}
	if err := f.store.checkDerivation(h.derivation); err != nil {
		return err
	}
	for _, table := range filledTables {
		if _, err := f.conn.Exec(ctx, f.store.sql("CREATE TABLE @."+aside+table+" (LIKE @."+table+" INCLUDING ALL EXCLUDING INDEXES)")); err != nil {
			return err
		}
	}
	return nil
}

// entity takes an entity, whose graph is as it will be read again. The error may be about
// entities before it.
func (f *filling) entity(ctx context.Context, row tables.Row, g *codec.Numbered) error {
	r := f.entities.rows.Row(8).Bigint(row.ID).Bigint(row.First).Bytea(row.Digest[:]).Text(row.Name.String()).Bigint(row.Version).
		Bigint(row.Created).Bigint(row.Modified).Bytea(f.store.sealer.Seal(row.Key(), g.EncodeAlone()))
	f.count++
	f.triples += int64(len(g.Triples))
	f.progress.Graphs, f.progress.Triples = uint64(f.count), uint64(f.triples)
	if f.count%progressEvery == 0 {
		f.report(f.progress)
	}
	if err := f.entities.send(r); err != nil {
		return err
	}
	for l, m := range tables.Mentions(g.Graph, f.store.options.Derivation) {
		if m.Kind == tables.ByClass {
			f.classes[l] = m.Term
		}
		if err := f.posting(l, m, row.ID); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// progressEvery is how many graphs pass between two reports.
const progressEvery = 1000

// log takes an entry of the log, whose time is in nanoseconds, with the class of the first one about
// the name.
func (f *filling) log(e logRow, at int64, firstClass rdf.IRI) error {
	if f.entries++; e.seq > f.last.seq {
		f.last, f.lastAt = e, at
	}
	f.key = appendNumber(append(f.key[:0], logItem), e.seq)
	var class []byte
	if e.seq == e.first || e.class != firstClass {
		class = []byte(e.class.String())
	}
	f.value = postgres.Rows(f.value[:0]).Row(11).Bigint(e.seq).Bigint(at).Bigint(e.first).Integer(f.batch).Smallint(int16(e.kind)).Boolean(e.purged).
		Bytea(e.ownName()).Bytea(class).Bytea(optional(e.successor.String())).Bytea(optional(e.author)).Bytea(optional(e.message))
	return f.add()
}

// tombstone takes what is left of a deleted entity.
func (f *filling) tombstone(d digest, first, version, at int64) error {
	f.key = append(append(f.key[:0], tombstoneItem), d[:]...)
	f.value = postgres.Rows(f.value[:0]).Row(4).Bytea(d[:]).Bigint(first).Bigint(version).Bigint(at)
	return f.add()
}

func (f *filling) add() error {
	f.items++
	return f.sorter.Add(f.key, f.value)
}

// finish writes the other tables and commits. The error wraps ErrUncertain where it is
// unknown whether that took place.
func (f *filling) finish(ctx context.Context) error {
	if f.entries != f.last.seq {
		return fmt.Errorf("%w: the log has %d entries, and the last is number %d", rdfstore.ErrCorrupt, f.entries, f.last.seq)
	}
	err := f.entities.end()
	if err == nil {
		err = f.tables(ctx)
	}
	if err == nil {
		err = f.index(ctx)
	}
	if err == nil {
		err = f.replace(ctx)
	}
	if err == nil {
		_, err = f.conn.Exec(ctx, f.store.sql("UPDATE @.head SET seq = $1, at = $2, entities = $3, triples = $4 WHERE one"), f.last.seq, f.lastAt, f.count, f.triples)
	}
	if err != nil {
		return f.store.ofWrite(err)
	}
	return f.commit(ctx)
}

// index makes the indexes, and the statistics for the planner.
func (f *filling) index(ctx context.Context) error {
	for statement := range strings.SplitSeq(strings.TrimSpace(tables.Indexes(f.store.schema, aside)), ";\n") {
		if _, err := f.conn.Exec(ctx, statement); err != nil {
			var answer *pgconn.PgError
			if errors.As(err, &answer) && answer.Code == postgres.UniqueViolation {
				return fmt.Errorf("two records have the same id; nothing was loaded: %w", err)
			}
			return err
		}
	}
	for _, table := range filledTables {
		if _, err := f.conn.Exec(ctx, f.store.sql("ANALYZE @."+aside+table)); err != nil {
			return err
		}
	}
	return nil
}

// replace puts the tables in the places of those of the store, with their privileges.
func (f *filling) replace(ctx context.Context) error {
	grants, err := f.grants(ctx)
	if err != nil {
		return err
	}
	if err := f.drop(ctx); err != nil {
		return err
	}
	var statements []string
	for _, table := range filledTables {
		statements = append(statements, f.store.sql("ALTER TABLE @."+aside+table+" RENAME TO "+table))
	}
	rows, err := f.conn.Query(ctx, "SELECT indexname FROM pg_indexes WHERE schemaname = $1 AND starts_with(indexname, $2)", f.store.schema, aside)
	if err != nil {
		return err
	}
	indexes, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, name := range indexes {
		statements = append(statements, f.store.sql("ALTER INDEX @."+pgx.Identifier{name}.Sanitize()+" RENAME TO "+pgx.Identifier{strings.TrimPrefix(name, aside)}.Sanitize()))
	}
	for _, statement := range append(statements, grants...) {
		if _, err := f.conn.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// grants returns the statements that give tables the owners and privileges that those of
// the store have.
func (f *filling) grants(ctx context.Context) ([]string, error) {
	rows, err := f.conn.Query(ctx, `
		SELECT format('GRANT %s ON %I.%I TO %s%s', a.privilege_type, n.nspname, c.relname,
			CASE WHEN a.grantee = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END,
			CASE WHEN a.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END)
		FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace CROSS JOIN LATERAL aclexplode(c.relacl) a
		WHERE n.nspname = $1 AND c.relname = ANY($2)
		UNION ALL
		SELECT format('ALTER TABLE %I.%I OWNER TO %I', schemaname, tablename, tableowner)
		FROM pg_tables WHERE schemaname = $1 AND tablename = ANY($2) AND tableowner <> current_user`, f.store.schema, filledTables)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// How long to wait for readers at a time, so that those who come after them do not wait
// long either; the pause between two attempts, and how many there are.
const (
	dropWait     = "500ms"
	dropPause    = 500 * time.Millisecond
	dropAttempts = 600
)

// drop drops the empty tables as soon as no transaction reads them.
func (f *filling) drop(ctx context.Context) error {
	statements := []string{"SAVEPOINT drop", "SELECT set_config('lock_timeout', '" + dropWait + "', true)"}
	for _, table := range filledTables {
		statements = append(statements, f.store.sql("DROP TABLE @."+table))
	}
	statements = append(statements, "RELEASE SAVEPOINT drop", "SELECT set_config('lock_timeout', '0', true)")
	for attempt := 0; ; attempt++ {
		err := f.all(ctx, statements)
		var answer *pgconn.PgError
		if err == nil || attempt == dropAttempts || !errors.As(err, &answer) || answer.Code != postgres.LockNotAvailable && answer.Code != postgres.Deadlock {
			return err
		}
		if _, err := f.conn.Exec(ctx, "ROLLBACK TO SAVEPOINT drop"); err != nil {
			return err
		}
		select {
		case <-time.After(dropPause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (f *filling) all(ctx context.Context, statements []string) error {
	for _, statement := range statements {
		if _, err := f.conn.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// commit commits, and finds out after an error whether that took place.
func (f *filling) commit(ctx context.Context) error {
	tag, err := f.conn.Exec(ctx, "COMMIT")
	if err == nil {
		err = acknowledged(tag)
	}
	if err != nil && f.entries > 0 {
		asking, cancel := context.WithTimeout(context.WithoutCancel(ctx), f.store.options.Patience)
		defer cancel()
		err = f.store.settle(asking, err, f.last.seq, f.batch, f.lastAt)
	}
	return f.store.ofWrite(err)
}

// abandon lets go of everything. A transaction that is not committed is rolled back.
func (f *filling) abandon() error {
	if f.entities != nil {
		_ = f.entities.end()
	}
	if !f.conn.Conn().IsClosed() {
		ctx, cancel := context.WithTimeout(context.Background(), f.store.options.Patience)
		defer cancel()
		if f.conn.Conn().PgConn().TxStatus() != 'I' {
			_, _ = f.conn.Exec(ctx, "ROLLBACK")
		}
	}
	f.conn.Release()
	return f.sorter.Close()
}
