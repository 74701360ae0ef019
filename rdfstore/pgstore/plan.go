package pgstore

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/knakk/rdf"
	"golang.org/x/sync/errgroup"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/pgstore/internal/postgres"
	"vitrine/rdfstore/pgstore/internal/tables"
	"vitrine/rdfstore/states"
)

// digest stands for a name.
type digest = tables.Digest

// plan is what a group of requests comes to, in one transaction.
type plan struct {
	store      *Store
	derivation rdfstore.Derivation
	head       head
	held       map[digest]*held
	// touched are the digests of what is held, in order.
	touched []digest
	log     []logRow
	// entities and triples are what the store gains, or loses.
	entities, triples int64
	now               int64
	// times are when states came to be, where what is kept depends on that.
	times map[int64]int64
	// batch is the number by which the commit is known.
	batch int32
	// committing tells that the transaction may have been committed.
	committing bool
}

// head is the row of that table.
type head struct {
	state
	seq, at, entities, triples int64
}

// logRow is a row of the log.
type logRow struct {
	seq int64
	// first is the number of the first entry about the name.
	first int64
	kind  rdfstore.Kind
	name  rdf.IRI
	class rdf.IRI
	// successor is that of a deleted entity.
	successor       rdf.IRI
	purged          bool
	author, message string
}

// held is an entity before the plan and after it.
type held struct {
	name rdf.IRI
	// first is the number of the first entry that the log has of the name.
	first       int64
	before, now entity
	// past are the states in between, and that of before where there is another one now, in
	// their order. Deletions are among them.
	past []entity
	// blocks are those of the past states before the plan that are needed.
	blocks [][]states.Item
	// purged tells that none of before the plan is kept.
	purged bool
}

// entity is what there is of a name. Times are nanoseconds since 1970.
type entity struct {
	// exists tells that there is one; otherwise version, modified, class and successor are
	// those of its deletion; version is 0 where there was none.
	exists                         bool
	id, version, created, modified int64
	class, successor               rdf.IRI
	encoding                       []byte
	// graph is that of the encoding, nil until it is needed.
	graph *graph.Graph
}

// carryOut reads, decides, writes and commits. It returns the answer of each request. The
// transaction of a connection that is released in its middle is rolled back.
func (p *plan) carryOut(ctx context.Context, group []*request) ([]answer, error) {
	conn, err := postgres.Acquire(ctx, p.store.pool)
	if err != nil {
		return nil, err
	}
	defer conn.Release()
	if err := p.read(ctx, conn, group); err != nil {
		return nil, err
	}
	answers := make([]answer, len(group))
	for i, r := range group {
		answers[i] = p.apply(r)
	}
	if len(p.log) == 0 {
		return answers, p.confirm(ctx, conn, answers)
	}
	changes, err := p.indexChanges()
	if err != nil {
		return nil, err
	}
	if err := changes.Read(ctx, conn); err != nil {
		return nil, err
	}
	// What is left of the time is for finding out what became of a COMMIT.
	if until, ok := ctx.Deadline(); ok {
		var cancel func()
		ctx, cancel = context.WithTimeout(ctx, time.Until(until)*2/3)
		defer cancel()
	}
	return answers, p.write(ctx, conn, changes)
}

// confirm ends the transaction of a plan that changes nothing. What is there as it is wanted
// may be there without the synchronous standbys having it, where the session that wrote it
// ended before they had. The lock on the head is written, so that a COMMIT waits for them
// before anybody is told that it is there.
func (p *plan) confirm(ctx context.Context, conn *pgxpool.Conn, answers []answer) error {
	if !slices.ContainsFunc(answers, func(a answer) bool { return a.err == nil }) {
		_, err := conn.Exec(ctx, "ROLLBACK")
		return err
	}
	tag, err := conn.Exec(ctx, "COMMIT")
	if err != nil {
		return err
	}
	return acknowledged(tag)
}

const (
	// maxIdle is how long the server waits for the next statement of a transaction that has
	// the lock on the head, and idleChange how much longer for each of its changes. Then it
	// ends the session: its client is frozen, or was lost without a word.
	maxIdle    = 10 * time.Second
	idleChange = time.Millisecond
	// writeSettings are the settings of a transaction that writes: that bound, of idleFor, and those
	// of plans. One that was made while a table was small would read all of it later, and with
	// the costs that the planner then gives to some, every statement would be compiled.
	writeSettings = "SELECT set_config('idle_in_transaction_session_timeout', $1, true), set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)"
)

// idleFor returns what writeSettings is told for a transaction of so many changes.
func (s *Store) idleFor(changes int) string {
	return strconv.FormatInt((s.idle + time.Duration(changes)*idleChange).Milliseconds(), 10)
}

// read begins the transaction, locks the head, and reads what there is of the names.
func (p *plan) read(ctx context.Context, conn *pgxpool.Conn, group []*request) error {
	p.held = map[digest]*held{}
	var digests [][]byte
	for _, r := range group {
		for _, c := range r.changes {
			if p.held[c.digest] == nil {
				p.held[c.digest] = &held{name: c.Name()}
				p.touched = append(p.touched, c.digest)
				digests = append(digests, c.digest[:])
			}
		}
	}
	batch := &pgx.Batch{}
	batch.Queue("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
	batch.Queue(writeSettings, p.store.idleFor(len(digests)))
	batch.Queue(p.store.sql("SELECT format, derivation, seq, at, entities, triples FROM @.head WHERE one FOR UPDATE")).QueryRow(func(row pgx.Row) error {
		return row.Scan(&p.head.format, &p.head.derivation, &p.head.seq, &p.head.at, &p.head.entities, &p.head.triples)
	})
	batch.Queue(p.store.sql("SELECT "+tables.Columns+" FROM @.entity WHERE digest = ANY($1)"), digests).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			if err := p.hold(rows); err != nil {
				return err
			}
		}
		return rows.Err()
	})
	batch.Queue(p.store.sql("SELECT t.digest, t.first, t.version, coalesce(l.class, f.class), l.successor FROM @.tombstone t JOIN @.log l ON l.seq = t.version JOIN @.log f ON f.seq = t.first WHERE t.digest = ANY($1)"), digests).Query(p.holdDeleted)
	if p.store.options.Keep.Count >= 0 {
		batch.Queue(p.store.sql(pastQuery), digests, newestBlocks(p.store.options.Keep)).Query(p.holdPast)
	}
	if err := conn.SendBatch(ctx, batch).Close(); err != nil {
		return err
	}
	p.store.position.learn(uint64(p.head.seq))
	p.now = max(time.Now().UnixNano(), p.head.at)
	if p.head.format != tables.Format {
		return p.head.formatError()
	}
	if err := p.store.checkDerivation(p.head.derivation); err != nil {
		return err
	}
	return p.readTimes(ctx, conn)
}

// hold takes in the row of an entity.
func (p *plan) hold(rows pgx.Rows) error {
	row, err := tables.ScanRow(rows)
	if err != nil {
		return err
	}
	h := p.held[row.Digest]
	if h == nil || h.name != row.Name {
		return fmt.Errorf("%w: the digest of %s is wrong", rdfstore.ErrCorrupt, row.Name)
	}
	encoding, err := p.store.sealer.Open(row.Key(), row.Record)
	if err != nil {
		return fmt.Errorf("%s: %w", row.Name, err)
	}
	h.before = entity{exists: true, id: row.ID, version: row.Version, created: row.Created, modified: row.Modified, encoding: encoding}
	h.now, h.first = h.before, row.First
	return nil
}

// holdDeleted takes in rows of what is left of deleted entities.
func (p *plan) holdDeleted(rows pgx.Rows) error {
	return tables.ScanAll(rows, func(rows pgx.Rows) error {
		var key, class, successor []byte
		var e entity
		var first int64
		err := rows.Scan(&key, &first, &e.version, &class, &successor)
		if err != nil {
			return err
		}
		if e.class, err = tables.OptionalIRI(class); err != nil {
			return err
		}
		if e.successor, err = tables.OptionalIRI(successor); err != nil {
			return err
		}
		h := p.held[digest(key)]
		h.before, h.now, h.first = e, e, first
		return nil
	})
}

// apply carries out the changes of a request, all of them or none.
func (p *plan) apply(r *request) answer {
	log := p.log
	before := make(map[digest]held, len(r.changes))
	outcomes := make([]rdfstore.Outcome, len(r.changes))
	for i, c := range r.changes {
		h := p.held[c.digest]
		if _, ok := before[c.digest]; !ok {
			before[c.digest] = *h
		}
		var err error
		if outcomes[i], err = p.change(c, h); err != nil {
			for d, h := range before {
				*p.held[d] = h
			}
			p.log = log
			return answer{err: &rdfstore.ChangeError{Index: i, Name: c.Name(), Err: err}}
		}
	}
	return answer{outcomes: outcomes}
}

func (p *plan) change(c change, h *held) (rdfstore.Outcome, error) {
	// The version that a deletion has is none.
	version := uint64(0)
	if h.now.exists {
		version = uint64(h.now.version)
	}
	if err := c.If.Check(version); err != nil {
		return rdfstore.Outcome{}, err
	}
	if err := c.CheckMessage(); err != nil {
		return rdfstore.Outcome{}, err
	}
	switch {
	case c.Put != nil:
		return p.put(c, h)
	case c.Delete != (rdf.IRI{}):
		return p.delete(c, h)
	default:
		return p.purge(c, h)
	}
}

func (p *plan) put(c change, h *held) (rdfstore.Outcome, error) {
	if h.now.exists && bytes.Equal(h.now.encoding, c.encoding) {
		return outcome(rdfstore.Unchanged, h.now), nil
	}
	h.supersede()
	kind, next := rdfstore.Updated, h.now
	next.version, next.modified = p.nextSeq(), p.now
	if h.first == 0 {
		h.first = next.version
	}
	if !h.now.exists {
		kind, next = rdfstore.Created, entity{exists: true, id: next.version, version: next.version, created: p.now, modified: p.now}
	}
	next.encoding, next.graph = c.encoding, c.Put
	h.now = next
	p.log = append(p.log, logRow{seq: next.version, first: h.first, kind: kind, name: h.name, class: c.Put.FirstClass(), author: c.Author, message: c.Message})
	return outcome(kind, next), nil
}

func (p *plan) delete(c change, h *held) (rdfstore.Outcome, error) {
	if !h.now.exists {
		return rdfstore.Outcome{}, rdfstore.ErrNotFound
	}
	g, err := p.graph(h, &h.now)
	if err != nil {
		return rdfstore.Outcome{}, err
	}
	h.supersede()
	h.now = entity{version: p.nextSeq(), modified: p.now, class: g.FirstClass(), successor: c.Successor}
	p.log = append(p.log, logRow{seq: h.now.version, first: h.first, kind: rdfstore.Deleted, name: h.name, class: h.now.class, successor: c.Successor, author: c.Author, message: c.Message})
	return outcome(rdfstore.Deleted, h.now), nil
}

func (p *plan) nextSeq() int64 { return p.head.seq + int64(len(p.log)) + 1 }

// graph returns the graph of an entity of the name.
func (p *plan) graph(h *held, e *entity) (*graph.Graph, error) {
	if e.graph == nil {
		g, err := p.store.sealer.Graph(h.name, e.encoding)
		if err != nil {
			return nil, err
		}
		e.graph = g
	}
	return e.graph, nil
}

func outcome(kind rdfstore.Kind, e entity) rdfstore.Outcome {
	return rdfstore.Outcome{Kind: kind, Version: uint64(e.version), Time: tables.TimeOf(e.modified)}
}

// indexChanges compares what was with what is to be, and counts what the store gains.
func (p *plan) indexChanges() (*tables.Changes, error) {
	compared := make([]comparison, len(p.touched))
	err := inParallel(len(p.touched), func(i int) (err error) {
		if h := p.held[p.touched[i]]; h.before.version != h.now.version {
			compared[i], err = p.compare(h)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	c := tables.NewChanges(p.store.schema, p.head.seq)
	for i, d := range p.touched {
		h := p.held[d]
		c.Compare(h.before.id, compared[i].before, h.now.id, compared[i].now)
		p.entities += compared[i].entities
		p.triples += compared[i].triples
	}
	return c, nil
}

// comparison is what the lists have of an entity before a plan and after it, and what the
// store gains.
type comparison struct {
	before, now       map[tables.List]tables.Mention
	entities, triples int64
}

func (p *plan) compare(h *held) (c comparison, err error) {
	of := func(e *entity, sign int64) (map[tables.List]tables.Mention, error) {
		if !e.exists {
			return nil, nil
		}
		g, err := p.graph(h, e)
		if err != nil {
			return nil, err
		}
		c.entities += sign
		c.triples += sign * int64(len(g.Triples))
		return tables.Mentions(g, p.derivation), nil
	}
	if c.before, err = of(&h.before, -1); err == nil {
		c.now, err = of(&h.now, 1)
	}
	return c, err
}

// inParallel calls fn with each number below n, on all processors, and returns an error of one.
func inParallel(n int, fn func(i int) error) error {
	var group errgroup.Group
	workers := min(n, runtime.GOMAXPROCS(0))
	for w := range workers {
		group.Go(func() error {
			for i := w; i < n; i += workers {
				if err := fn(i); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}
