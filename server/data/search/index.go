package search

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"vitrine/rdfstore/filelock"
	"vitrine/server/data/search/internal/words"
	"vitrine/server/data/search/query"
	"vitrine/server/ops/pace"
)

// Options say how an index is kept; zero stands for the default.
type Options struct {
	// Logger takes what the operator should know; none by default.
	Logger *slog.Logger
	// Interval is the time between two looks at the store's log without
	// searches; a second by default.
	Interval time.Duration
	// MaxWait is how long a search waits for the index to catch up with the
	// store; five seconds by default.
	MaxWait time.Duration

	// room returns the bytes that the file system of a folder has left, of how many;
	// freeBytes by default.
	room func(dir string) (free, all uint64, ok bool)
}

func (o Options) withDefaults() Options {
	if o.room == nil {
		o.room = freeBytes
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Interval <= 0 {
		o.Interval = time.Second
	}
	if o.MaxWait <= 0 {
		o.MaxWait = 5 * time.Second
	}
	return o
}

// BehindError tells that the index has not caught up with the store.
type BehindError struct {
	// Covered is the number of the last log entry that the index covers, Last
	// that of the log's last.
	Covered, Last uint64
}

func (e *BehindError) Error() string {
	return fmt.Sprintf("the search index covers %d of %d changes", e.Covered, e.Last)
}

// ErrClosed is returned after Close.
var ErrClosed = errors.New("the search index is closed")

// IsUnavailable tells whether an error means that the index cannot be asked now: it is behind the
// store, is built anew, or is closed.
func IsUnavailable(err error) bool {
	var behind *BehindError
	return errors.As(err, &behind) || errors.Is(err, ErrStale) || errors.Is(err, ErrClosed)
}

// Index is an index beside a store. It may be used by many goroutines.
type Index struct {
	store   Store
	options Options
	dir     string
	words   words.Analyzer

	// mu is held for reading while the engine is used, for writing while it is
	// replaced. The engine is nil once it is closed.
	mu     sync.RWMutex
	engine *engine
	// at is what the engine covers; only the follower uses it.
	at       state
	progress *progress
	// names are those of the entities that others refer to; only the follower uses them.
	names glossary
	// generation counts the batches, staleNames the entries of the log of which it is not
	// known yet whether names changed.
	generation, staleNames atomic.Uint64
	// full tells that there is no room for another batch.
	full atomic.Bool
	// damaged asks the follower to build the index anew.
	damaged atomic.Bool

	// pause has the follower pause between documents while something else goes on.
	// waiting is the number of searches that wait for the follower, which then does not.
	pause   func(context.Context)
	waiting atomic.Int64

	// wake asks the follower to look at the log.
	wake  chan struct{}
	end   context.CancelFunc
	ended chan struct{}

	// unlock lets other processes have the folder.
	unlock func()
}

// ErrBusy means that another process has the index.
var ErrBusy = errors.New("another process has it")

// Open opens the index in a folder, which it makes where there is none, and
// keeps it in step with the store until Close. Nothing else belongs into the
// folder. An index that cannot be used is built anew, with a line in the log. The error wraps
// ErrBusy where another process has the index.
func Open(ctx context.Context, dir string, store Store, options Options) (*Index, error) {
	x := &Index{
		store: store, options: options.withDefaults(), dir: filepath.Join(dir, "index"), words: words.New(),
		progress: newProgress(), wake: make(chan struct{}, 1), ended: make(chan struct{}),
		pause: pace.Background().Pause,
	}
	if err := x.begin(ctx, dir); err != nil {
		return nil, fmt.Errorf("open the search index %s: %w", dir, err)
	}
	ctx, x.end = context.WithCancel(context.WithoutCancel(ctx))
	go x.follow(ctx)
	return x, nil
}

// begin locks the folder and opens the engine in it.
func (x *Index) begin(ctx context.Context, dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	unlock, err := filelock.Lock(filepath.Join(dir, "lock"))
	if errors.Is(err, filelock.ErrBusy) {
		return ErrBusy
	}
	if err != nil {
		return err
	}
	x.unlock = sync.OnceFunc(unlock)
	err = x.open(ctx)
	if errors.Is(err, ErrStale) {
		err = x.rebuild(ctx, err)
	}
	if err != nil {
		x.unlock()
	}
	return err
}

// open opens the engine. The error wraps ErrStale for an index that has to be
// built anew.
func (x *Index) open(ctx context.Context) error {
	e, err := openEngine(x.dir)
	if err != nil {
		return err
	}
	at, err := e.state()
	if err == nil {
		err = at.check(ctx, x.store)
	}
	if err != nil {
		return errors.Join(err, e.close())
	}
	x.engine, x.at = e, at
	x.names = glossary{store: x.store, known: map[string]names{}, until: at.Last.Seq}
	x.generation.Add(1)
	x.progress.reach(at.Last.Seq)
	x.staleNames.Store(at.Last.Seq - min(at.NamesUntil, at.Last.Seq))
	return nil
}

// rebuild begins an empty index in place of the one that cannot be used.
func (x *Index) rebuild(ctx context.Context, cause error) error {
	x.options.Logger.Warn("the search index is built anew", "folder", x.dir, "why", cause.Error())
	x.mu.Lock()
	defer x.mu.Unlock()
	x.letGo()
	if err := os.RemoveAll(x.dir); err != nil {
		return err
	}
	x.damaged.Store(false)
	return x.open(ctx)
}

// reopen closes the engine and opens it again. An index that is damaged is built anew.
func (x *Index) reopen(ctx context.Context) error {
	x.mu.Lock()
	x.letGo()
	err := x.open(ctx)
	x.mu.Unlock()
	if errors.Is(err, ErrStale) {
		return x.rebuild(ctx, err)
	}
	return err
}

// letGo closes the engine, whose files are thrown away or read again: what was not written is
// covered again. The mutex is held.
func (x *Index) letGo() {
	if x.engine != nil {
		_ = x.engine.close()
		x.engine = nil
	}
}

// Find carries out a query, of which it returns so many results after the first
// skip. The index then covers every change that the store had when Find was
// called. Errors are a *query.Error, a *BehindError, ErrClosed, and those of ctx,
// the store and the index.
func (x *Index) Find(ctx context.Context, q query.Query, skip, limit int) (Hits, error) {
	last, err := x.store.LastChange(ctx)
	if err != nil {
		return Hits{}, err
	}
	seq := last.Seq
	if err := x.await(ctx, seq); err != nil {
		var behind *BehindError
		if !x.full.Load() || !errors.As(err, &behind) {
			return Hits{}, err
		}
		seq = x.progress.at()
	}
	return x.find(ctx, q, skip, limit, seq)
}

// find carries out a query on the index if it covers an entry of the log.
func (x *Index) find(ctx context.Context, q query.Query, skip, limit int, seq uint64) (hits Hits, err error) {
	err = x.use(func(e *engine) error {
		if covered := x.progress.at(); covered < seq {
			return &BehindError{covered, seq} // it was thrown away meanwhile
		}
		hits, err = e.find(ctx, q, skip, limit)
		return err
	})
	return hits, err
}

// use calls do with the engine, which is not closed or replaced meanwhile.
func (x *Index) use(do func(*engine) error) error {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if x.engine == nil {
		return ErrClosed
	}
	err := do(x.engine)
	if errors.Is(err, ErrStale) {
		x.damaged.Store(true)
		x.nudge()
	}
	return err
}

// StaleNames is the number of entries of the log after the last of which it is known that
// other names of its entity are found by way of all records that refer to it; 0 where
// the index has caught up in this too.
func (x *Index) StaleNames() uint64 { return x.staleNames.Load() }

// Generation is another number after every change of the index.
func (x *Index) Generation() uint64 { return x.generation.Load() }

// nudge makes the follower look at the log at once.
func (x *Index) nudge() {
	select {
	case x.wake <- struct{}{}:
	default:
	}
}

// await waits until the index covers an entry of the log.
func (x *Index) await(ctx context.Context, seq uint64) error {
	if x.progress.at() >= seq {
		return nil
	}
	x.waiting.Add(1)
	defer x.waiting.Add(-1)
	x.nudge()
	wait := time.NewTimer(x.options.MaxWait)
	defer wait.Stop()
	for {
		covered, more := x.progress.watch()
		if covered >= seq {
			return nil
		}
		if x.full.Load() {
			return &BehindError{covered, seq}
		}
		select {
		case <-more:
		case <-wait.C:
			return &BehindError{covered, seq}
		case <-x.ended:
			return ErrClosed
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Covered returns the number of the last log entry that the index covers.
func (x *Index) Covered() uint64 { return x.progress.at() }

// lastBatch is how long Close waits for a batch that is being written.
const lastBatch = 30 * time.Second

// Close ends the follower and closes the files, when the searches in progress
// have ended. A batch that does not come to its end is given up, and what it
// would have covered is covered when the index is next opened.
func (x *Index) Close() error {
	x.end()
	select {
	case <-x.ended:
	case <-time.After(lastBatch):
		return fmt.Errorf("the search index %s is not closed: its last batch takes longer than %s", x.dir, lastBatch)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	defer x.unlock()
	if x.engine == nil {
		return nil
	}
	e := x.engine
	x.engine = nil
	return e.close()
}
