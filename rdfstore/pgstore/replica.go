package pgstore

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/rdfstore"
	"vitrine/rdfstore/pgstore/internal/connect"
	"vitrine/rdfstore/pgstore/internal/failure"
	"vitrine/rdfstore/pgstore/internal/query"
	"vitrine/rdfstore/pgstore/internal/tables"
)

// ErrReplica means that one of Options.Replicas has another store than the address that was
// opened.
var ErrReplica = errors.New("the database for reading is no copy of the store")

// errBehind means that a replica has not replayed what an answer has to show.
var errBehind = errors.New("the replica is behind")

const (
	// awayPause is how long a database that could not be reached is not asked again,
	// where there is another one to ask.
	awayPause = 5 * time.Second
	// behindPause is how long a replica that is behind is not asked for more.
	behindPause = 20 * time.Millisecond
	// askPatience is how long the primary has to tell the end of the log, where a replica
	// can tell it, too.
	askPatience = 2 * time.Second
)

// replica is a copy of the store that follows it, and may be behind. It is asked together
// with how far it is, and its answer counts where that is far enough.
type replica struct {
	pool   *pgxpool.Pool
	schema string
	logger *slog.Logger
	// rest is how long it is not asked for more than it had.
	rest time.Duration

	mu sync.Mutex
	// verified tells that it has been found to be a copy of this store.
	verified bool
	// seq is how far it was when it was asked last.
	seq uint64
	at  time.Time
	// away is when it may be asked again.
	away time.Time
	// failing is set where the log says that it cannot be asked.
	failing bool
}

// useReplica has the store read from a replica as well. One that cannot be reached is used
// later; the error wraps ErrReplica where it is no copy of the store.
func (s *Store) useReplica(ctx context.Context, address string) error {
	config, schema, err := connect.Parse(address, s.schema, connect.OnStandby)
	if err != nil {
		return err
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return err
	}
	r := &replica{pool: pool, schema: schema, logger: s.options.Logger.With("database", Redacted(address)), rest: behindPause}
	s.replicas.all = append(s.replicas.all, r)
	if err := s.verify(ctx, r); errors.Is(err, ErrReplica) {
		return fmt.Errorf("%s: %w", Redacted(address), err)
	}
	return nil
}

// verify compares the newest entry of the log of the replica with that of the primary. An
// empty log tells nothing.
func (s *Store) verify(ctx context.Context, r *replica) error {
	ctx, cancel := context.WithTimeout(ctx, s.options.Patience)
	defer cancel()
	var format int
	var derivation string
	var seq, batch, at int64
	err := r.pool.QueryRow(ctx, tables.In(r.schema, `SELECT format, derivation, l.seq, l.batch, l.at
		FROM @.head, (SELECT seq, batch, at FROM @.log ORDER BY seq DESC LIMIT 1) AS l`)).Scan(&format, &derivation, &seq, &batch, &at)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		r.failed(err)
		return err
	}
	var same bool
	err = s.pool.QueryRow(ctx, s.sql("SELECT EXISTS (SELECT 1 FROM @.log WHERE seq = $1 AND batch = $2 AND at = $3)"), seq, batch, at).Scan(&same)
	if err != nil {
		return err
	}
	if !same {
		r.failed(ErrReplica)
		return ErrReplica
	}
	if format != tables.Format || !s.options.ReadOnly && derivation != s.options.Derivation.Version {
		return nil // what db migrate has done is still to be replayed
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.verified = true
	return nil
}

// doubt has the replica compared with the primary again before it is used.
func (r *replica) doubt() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.verified = false
}

// candidate tells whether the replica is worth asking for a state that has reached an entry.
// Where it has not been verified, that is for the caller to do, who alone is told so.
func (r *replica) candidate(least uint64) (worth, verify bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now()
	if now.Before(r.away) || r.seq < least && now.Sub(r.at) < r.rest {
		return false, false
	}
	if !r.verified || r.failing {
		// The others do not wait for what may take long.
		r.away = now.Add(awayPause)
	}
	return true, !r.verified
}

// told notes how far the replica is.
func (r *replica) told(seq uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seq, r.at, r.away = seq, time.Now(), time.Time{}
	if r.failing {
		r.failing = false
		r.logger.Info("the database for reading answers again")
	}
}

// failed notes that the replica cannot be asked.
func (r *replica) failed(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.away = time.Now().Add(awayPause)
	if !r.failing {
		r.failing = true
		r.logger.Warn("the database for reading cannot be used; the primary is asked", "error", err)
	}
}

// ended notes how an attempt to read from the replica ended.
func (r *replica) ended(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil && !errors.Is(err, errBehind) && !failure.Met(err) {
		r.failed(err)
	}
}

// fetch runs a query between two for the end of the log, in one round trip. Each statement
// sees the store as it is at its beginning, so that the answer is as new as the number before
// it, and not newer than the one after it, which is returned. The error is errBehind where
// the first is not enough.
func (r *replica) fetch(ctx context.Context, least uint64, text string, args []any, scan func(pgx.Rows) error) (shown uint64, err error) {
	end := tables.In(r.schema, "SELECT seq FROM @.head")
	batch := &pgx.Batch{}
	batch.Queue(end)
	batch.Queue(tables.In(r.schema, text), args...)
	batch.Queue(end)
	results := r.pool.SendBatch(ctx, batch)
	shown, err = r.take(results, least, scan)
	if closing := results.Close(); err == nil {
		err = closing
	}
	return shown, err
}

func (r *replica) take(results pgx.BatchResults, least uint64, scan func(pgx.Rows) error) (shown uint64, err error) {
	var seq int64
	if err := results.QueryRow().Scan(&seq); err != nil {
		return 0, err
	}
	if r.told(uint64(seq)); uint64(seq) < least {
		return 0, errBehind
	}
	rows, err := results.Query()
	if err != nil {
		return 0, err
	}
	if err := query.ScanAll(rows, scan); err != nil {
		return 0, err
	}
	err = results.QueryRow().Scan(&seq)
	return uint64(seq), err
}

// replicas are the copies that a store is read from.
type replicas struct {
	all []*replica
	// turn grows with each question, and says which is asked first.
	turn atomic.Uint64
	// shown is the newest entry that an answer of theirs may have shown: no later answer
	// shows less, whichever of them gives it.
	shown atomic.Uint64
}

func (r *replicas) exist() bool { return len(r.all) > 0 }

func (r *replicas) close() {
	for _, one := range r.all {
		one.pool.Close()
	}
}

// inTurn yields the replicas, each time another one first.
func (r *replicas) inTurn() iter.Seq[*replica] {
	return func(yield func(*replica) bool) {
		turn := r.turn.Add(1)
		for i := range uint64(len(r.all)) {
			if !yield(r.all[(turn+i)%uint64(len(r.all))]) {
				return
			}
		}
	}
}

// show notes that an answer may have shown an entry.
func (r *replicas) show(seq uint64) {
	for {
		shown := r.shown.Load()
		if seq <= shown || r.shown.CompareAndSwap(shown, seq) {
			return
		}
	}
}

// doubt has each compared with the primary again before it is used, after changes were lost.
func (r *replicas) doubt() {
	r.shown.Store(0)
	for _, one := range r.all {
		one.doubt()
	}
}

// far returns how far a replica has to be for the answers that are asked for now, and
// whether there is one to ask.
func (s *Store) far(ctx context.Context) (least uint64, ask bool) {
	if !s.replicas.exist() {
		return 0, false
	}
	least, err := s.Newest(ctx)
	return max(least, s.replicas.shown.Load()), err == nil
}

// worth tells whether a replica is worth asking, and a copy of the store.
func (s *Store) worth(ctx context.Context, r *replica, least uint64) bool {
	worth, verify := r.candidate(least)
	if !worth || !verify {
		return worth
	}
	if err := s.verify(ctx, r); err != nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.away = (time.Time{}); !r.verified {
		r.away = time.Now().Add(r.rest)
	}
	return r.verified
}

// standby is the source of what only the replicas are asked for.
type standby struct{ anywhere }

func (s standby) Fetch(ctx context.Context, text string, args []any, reset func(), scan func(pgx.Rows) error) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.leave()
	least, _ := s.position.known(0)
	return s.askReplicas(ctx, max(least, s.replicas.shown.Load()), text, args, reset, scan)
}

// askReplicas asks those replicas that are worth asking until one answers, all in the time of
// Options.Patience. The error of the last one wraps rdfstore.ErrUnavailable where that is
// behind, too, and so does that of none.
func (s *Store) askReplicas(ctx context.Context, least uint64, text string, args []any, reset func(), scan func(pgx.Rows) error) error {
	short, cancel := context.WithTimeout(ctx, s.options.Patience)
	defer cancel()
	err := errBehind
	for r := range s.replicas.inTurn() {
		if !s.worth(short, r, least) {
			continue
		}
		reset()
		var shown uint64
		shown, err = r.fetch(short, least, text, args, scan)
		if r.ended(ctx, err); err == nil {
			s.replicas.show(shown)
			return nil
		}
		if short.Err() != nil {
			break // which says nothing of the others
		}
	}
	if errors.Is(err, errBehind) {
		return fmt.Errorf("%w: %w", rdfstore.ErrUnavailable, err)
	}
	return failure.Unavailable(err)
}

// primary is the source of what only the primary knows.
type primary struct{ anywhere }

func (s primary) Fetch(ctx context.Context, text string, args []any, reset func(), scan func(pgx.Rows) error) error {
	return s.fetchPrimary(ctx, text, args, reset, scan)
}

// outage is the time in which the primary could not be reached.
type outage struct {
	mu    sync.Mutex
	until time.Time
}

// lasts tells whether the primary is not worth asking.
func (o *outage) lasts() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return time.Now().Before(o.until)
}

// claim is the opposite of lasts; while the caller tries, others do not.
func (o *outage) claim() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := time.Now()
	if now.Before(o.until) {
		return false
	}
	if !o.until.IsZero() {
		o.until = now.Add(awayPause)
	}
	return true
}

func (o *outage) set(away bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.until = (time.Time{}); away {
		o.until = time.Now().Add(awayPause)
	}
}

// askEnd asks about the end of the log: the primary, or, while that cannot be reached, a
// replica that has all that this process knows of.
func (s *Store) askEnd(ctx context.Context, question func(context.Context, query.Source) error) error {
	if !s.replicas.exist() {
		return question(ctx, primary{anywhere{s}})
	}
	if s.outage.claim() {
		short, cancel := context.WithTimeout(ctx, askPatience)
		err := question(short, primary{anywhere{s}})
		cancel()
		late := errors.Is(err, context.DeadlineExceeded)
		if ctx.Err() != nil || !late && !errors.Is(err, rdfstore.ErrUnavailable) {
			s.outage.set(false)
			return err
		}
		if late {
			s.health.read(err)
		}
		s.outage.set(true)
	}
	return question(ctx, standby{anywhere{s}})
}
