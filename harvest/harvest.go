package harvest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/url"

	"github.com/knakk/rdf"

	"vitrine/harvest/client"
	"vitrine/load"
	"vitrine/rdfstore"
	"vitrine/serialize"
)

// What applies where Options say nothing.
const (
	DefaultConcurrency  = 4
	DefaultMaxPage      = 32 << 20
	DefaultMaxRecord    = 16 << 20
	DefaultMaxPages     = 200_000
	DefaultMaxResources = 5_000_000
)

// Store is what a harvest asks of a store; rdfstore.Store says how.
type Store interface {
	Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error)
	Apply(ctx context.Context, changes ...rdfstore.Change) ([]rdfstore.Outcome, error)
	Entities(ctx context.Context, after string) iter.Seq2[rdf.IRI, error]
	LastChange(ctx context.Context) (rdfstore.LogEntry, error)
}

// ErrRefused is wrapped by a *rdfstore.ChangeError of a Store that takes other records, but not
// the one.
var ErrRefused = errors.New("the store does not take the record")

// Options say what to harvest and how.
type Options struct {
	// Feed is the URL of the collection.
	Feed string
	// Client asks for the documents.
	Client *client.Client
	// Store is what is kept in step. Others may write to it meanwhile, but not the records
	// that the feed names.
	Store Store
	// StateFile says how far earlier runs came; it is made where it is not. Runs of
	// several feeds share it, also at the same time.
	StateFile string
	// Lock, if not nil, keeps runs of a feed into the same store on other machines out until
	// unlock is called; its error wraps ErrBusy where one is in progress.
	Lock func(ctx context.Context, feed string) (unlock func(), err error)
	// Prefixes are the beginnings of the names of the records that are dealt with; any
	// name will do where there are none. The hosts of Client bound them in any case.
	Prefixes []string
	// Formats are those that records may come in.
	Formats serialize.Table

	// Full compares every resource, whatever earlier runs did.
	Full bool
	// Prune deletes what the feed does not name, of the hosts on which it or any
	// of its resources is. It takes a Full run.
	Prune bool
	// Strict ends the run at the first record that is refused.
	Strict bool
	// Lenient reads a record that says something RDF would lose, without it.
	Lenient bool

	// Concurrency is how many records are requested at once.
	Concurrency int
	// MaxPage and MaxRecord bound the size of documents, in bytes.
	MaxPage, MaxRecord int64
	// MaxPages and MaxResources bound how much one run may deal with.
	MaxPages, MaxResources int

	// Check, if not nil, is asked about each record; its error refuses it.
	// Several goroutines call it at once.
	Check load.Check
	// Dropped is told of what a lenient reading left out. It may be nil.
	Dropped func(at load.Place, loss serialize.Loss)
	// Refused is told of each resource that is not in step. It may be nil.
	Refused func(Refusal)
	// Note is told what the user should know about the feed. It may be nil.
	Note func(message string)
	// Progress is told how far the run is. It may be nil.
	Progress func(Progress)
}

// Progress says how far a run is.
type Progress struct {
	// Pages were read so far.
	Pages int
	// Resources is how many there are to deal with, 0 while pages are read, and
	// Done how many of them were.
	Resources, Done int
}

// ErrReplaced is wrapped by errors about a feed that is not the one of earlier
// runs any more.
var ErrReplaced = errors.New("the feed is not the one that was harvested before")

// ErrLimit is wrapped by errors about a feed that is larger than was allowed.
var ErrLimit = errors.New("the feed is beyond a limit")

// ErrGone is wrapped by errors about a publisher that stopped answering.
var ErrGone = errors.New("the publisher does not answer any more")

// ErrStrict ends a strict run.
var ErrStrict = errors.New("a record was refused, and nothing after it was stored")

// Run harvests a feed once. The report says what was done, also beside an
// error. The error wraps one of those above, ErrBusy, activity.ErrNotFeed, or is one of
// package client, of the store or of ctx; what was done before it is remembered.
func Run(ctx context.Context, o Options) (*Report, error) {
	o.setDefaults()
	r := &run{Options: o, report: newReport(o.Feed)}
	at, err := url.Parse(o.Feed)
	if err != nil {
		return &r.report, err
	}
	r.feed = at
	unlock, err := lock(o.StateFile, o.Feed)
	if err != nil {
		return &r.report, err
	}
	defer unlock()
	if o.Lock != nil {
		unlockAll, err := o.Lock(ctx, o.Feed)
		if err != nil {
			return &r.report, err
		}
		defer unlockAll()
	}
	if err := r.begin(ctx); err != nil {
		return &r.report, err
	}
	plan, err := r.walk(ctx)
	if err != nil {
		return &r.report, err
	}
	if r.feed.Scheme == "https" && plan.plain > 0 {
		r.note("the feed names %d of its records over http, which others can change on the way; they are fetched all the same", plan.plain)
	}
	if err := r.carryOut(ctx, plan); err != nil {
		return &r.report, err
	}
	return &r.report, r.finish(ctx, plan)
}

func (o *Options) setDefaults() {
	orDefault(&o.Concurrency, DefaultConcurrency)
	orDefault(&o.MaxPage, DefaultMaxPage)
	orDefault(&o.MaxRecord, DefaultMaxRecord)
	orDefault(&o.MaxPages, DefaultMaxPages)
	orDefault(&o.MaxResources, DefaultMaxResources)
	o.Full = o.Full || o.Prune
}

func orDefault[N int | int64](n *N, value N) {
	if *n <= 0 {
		*n = value
	}
}

// run is one harvest.
type run struct {
	Options
	feed *url.URL
	// before is how far earlier runs came; position how far this one is.
	before, position *position
	report           Report
}

// begin finds out where to go on. A store that lacks what the state says was
// stored is filled from the start.
func (r *run) begin(ctx context.Context) error {
	state, err := readState(r.StateFile)
	if err != nil {
		return err
	}
	last, err := r.Store.LastChange(ctx)
	if err != nil {
		return fmt.Errorf("read the store: %w", err)
	}
	r.before = state.Feeds[r.Feed]
	if r.before != nil && !r.Full && last.Seq < r.before.Store {
		r.note("the store lacks changes that were harvested before, so everything is compared")
		r.Full = true
	}
	if r.before == nil {
		r.before = &position{}
	}
	if r.Full {
		r.before = &position{Began: r.before.Began}
	}
	return nil
}

// finish notes that the feed was worked off, after removing what it does not
// name if that is wanted.
func (r *run) finish(ctx context.Context, p *plan) error {
	if r.Prune {
		if err := r.prune(ctx, p); err != nil {
			return err
		}
	}
	r.position.Began = true
	r.position.Complete = true
	r.position.Total = p.collection.Total
	r.position.Collection = p.collection.ID
	r.position.Page = p.last
	return r.save(ctx)
}

func (r *run) note(format string, args ...any) {
	if r.Note != nil {
		r.Note(fmt.Sprintf(format, args...))
	}
}

func (r *run) progress(p Progress) {
	if r.Progress != nil {
		r.Progress(p)
	}
}
