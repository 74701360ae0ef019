package mirror

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/filelock"
	"vitrine/rdfstore/graph"
)

// Source has the records. rdfstore.Store says what its methods do.
type Source interface {
	// Get returns the record with the name; rdfstore.IsMissing tells the errors for none.
	Get(ctx context.Context, name rdf.IRI) (*graph.Graph, error)
	// Graphs yields all records in byte order of their names, beginning with the first
	// that is greater than after, each as it is at some moment of the walk.
	Graphs(ctx context.Context, after string) iter.Seq2[*graph.Graph, error]
	// Names yields their names, in the same order.
	Names(ctx context.Context) iter.Seq2[rdf.IRI, error]
	// Changes yields the entries of the log after one, oldest first. Seq, Name and Kind
	// are needed.
	Changes(ctx context.Context, after uint64) iter.Seq2[rdfstore.LogEntry, error]
	// LastChange returns the newest entry of the log, the zero entry for none.
	LastChange(ctx context.Context) (rdfstore.LogEntry, error)
}

// Target has the graphs that follow. remote.GraphStore says what its methods do, and what
// their errors are.
type Target interface {
	Put(ctx context.Context, graph, body string) error
	Delete(ctx context.Context, graph string) error
	Get(ctx context.Context, graph string) (body []byte, found bool, err error)
	Add(ctx context.Context, body string) error
	Names(ctx context.Context) iter.Seq2[string, error]
}

// Errors of Run.
var (
	// ErrState is wrapped by errors about a state file that cannot be used.
	ErrState = errors.New("cannot tell how far earlier runs came")
	// ErrReplaced means that the log of the source is not the one that was followed.
	ErrReplaced = errors.New("the source is not the one that was mirrored before")
	// ErrBusy means that another run, in this process or in another one, has the state file.
	ErrBusy = errors.New("another mirror with this state file is in progress")
)

// Options say what to keep in step. Source, Target, Endpoint and StateFile are needed.
type Options struct {
	Source Source
	Target Target
	// Endpoint is the address of the target, which the state file keeps.
	Endpoint string
	// StateFile keeps how far the mirror came. A file with .lock added to its name keeps other
	// runs away from it, and stays.
	StateFile string
	// Full copies everything again.
	Full bool
	// Prune deletes the graphs of the target that the source has no record for.
	Prune bool
	// Concurrency is how many graphs are sent at once; 0 stands for 1.
	Concurrency int
	// BatchBytes is about how much is added by one request of the first copy, in bytes; 0
	// stands for DefaultBatchBytes.
	BatchBytes int
	// Note is told what a user should know; Progress how far it came. Both may be nil.
	Note     func(message string)
	Progress func(Progress)
}

// DefaultBatchBytes is how much is added by one request of the first copy.
const DefaultBatchBytes = 8 << 20

// Progress is how far a run came.
type Progress struct {
	// Graphs is the number of graphs that were sent, deleted or compared.
	Graphs uint64
}

// Report is what a run did.
type Report struct {
	// Copied are the graphs that were sent without asking what has changed.
	Copied uint64 `json:"copied"`
	// Changes are the entries of the log that were followed; Replaced and Deleted what
	// they came to.
	Changes  uint64 `json:"changes"`
	Replaced uint64 `json:"replaced"`
	Deleted  uint64 `json:"deleted"`
	// Pruned are the graphs that were deleted because the source has no record for them.
	Pruned uint64 `json:"pruned"`
	// Refused are the graphs that the target does not take, as the state file has them.
	Refused []Refusal `json:"refused,omitempty"`
	// Position is the number of the newest change of the source that the target has.
	Position uint64 `json:"position"`
}

// Add adds what a later run did.
func (r *Report) Add(later *Report) {
	r.Copied += later.Copied
	r.Changes += later.Changes
	r.Replaced += later.Replaced
	r.Deleted += later.Deleted
	r.Pruned += later.Pruned
	r.Refused, r.Position = later.Refused, later.Position
}

// Refusal is a graph that the target does not take.
type Refusal struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

// run is one run.
type run struct {
	Options
	state  *state
	report Report
	sent   uint64
}

// Run brings the target in step with the source and returns what it did, also where an
// error ended it. The error is one of the source or the target, or wraps ErrState,
// ErrReplaced or ErrBusy.
func Run(ctx context.Context, o Options) (*Report, error) {
	unlock, err := filelock.Lock(o.StateFile + ".lock")
	if errors.Is(err, filelock.ErrBusy) {
		err = fmt.Errorf("%w: %s", ErrBusy, o.StateFile)
	}
	if err != nil {
		return &Report{}, err
	}
	defer unlock()
	r, err := start(ctx, o)
	if err != nil {
		return &Report{}, err
	}
	err = r.all(ctx)
	r.report.Position, r.report.Refused = r.state.Position.Seq, r.state.Refused
	return &r.report, err
}

func start(ctx context.Context, o Options) (*run, error) {
	if o.Note == nil {
		o.Note = func(string) {}
	}
	if o.Progress == nil {
		o.Progress = func(Progress) {}
	}
	if o.BatchBytes <= 0 {
		o.BatchBytes = DefaultBatchBytes
	}
	o.Concurrency = max(1, o.Concurrency)
	s, err := readState(o.StateFile, o.Endpoint)
	if err != nil {
		return nil, err
	}
	return &run{Options: o, state: s}, nil
}

func (r *run) all(ctx context.Context) error {
	if err := r.samePosition(ctx); err != nil && !r.Full {
		return err
	}
	if !r.state.Began || r.Full {
		if err := r.beginCopy(ctx); err != nil {
			return err
		}
	}
	if r.state.Copy != nil {
		if err := r.copy(ctx); err != nil {
			return err
		}
	}
	if err := r.follow(ctx); err != nil {
		return err
	}
	if err := r.again(ctx); err != nil {
		return err
	}
	if r.Prune {
		return r.prune(ctx)
	}
	return nil
}

// samePosition returns ErrReplaced unless the source has the change at which the last run
// ended.
func (r *run) samePosition(ctx context.Context) error {
	at := r.state.Position
	if at.Seq == 0 {
		return nil
	}
	for entry, err := range r.Source.Changes(ctx, at.Seq-1) {
		if err != nil {
			return err
		}
		if entry.Seq == at.Seq && entry.Name.String() == at.Name && entry.Kind == at.Kind {
			return nil
		}
		break
	}
	return fmt.Errorf("%w: its change %d is not that of %s", ErrReplaced, at.Seq, at.Name)
}

// follow carries out what the log has after the position.
func (r *run) follow(ctx context.Context) error {
	for {
		entries, err := r.next(ctx)
		if err != nil || len(entries) == 0 {
			return err
		}
		last := entries[len(entries)-1]
		if err := r.update(ctx, distinct(entries)); err != nil {
			return err
		}
		r.report.Changes += uint64(len(entries))
		r.state.Position = positionOf(last)
		if err := r.state.write(r.StateFile); err != nil {
			return err
		}
	}
}

// batchChanges is after how many changes the state is written.
const batchChanges = 1000

// next returns the next entries of the log.
func (r *run) next(ctx context.Context) ([]rdfstore.LogEntry, error) {
	var entries []rdfstore.LogEntry
	for entry, err := range r.Source.Changes(ctx, r.state.Position.Seq) {
		if err != nil {
			return nil, err
		}
		if want := r.state.Position.Seq + uint64(len(entries)) + 1; entry.Seq != want {
			return nil, fmt.Errorf("the log of the source has change %d where %d follows", entry.Seq, want)
		}
		if entries = append(entries, entry); len(entries) == batchChanges {
			break
		}
	}
	return entries, nil
}

// distinct returns the names that changed, each once.
func distinct(entries []rdfstore.LogEntry) []rdf.IRI {
	var names []rdf.IRI
	seen := map[rdf.IRI]bool{}
	for _, entry := range entries {
		if !seen[entry.Name] {
			seen[entry.Name] = true
			names = append(names, entry.Name)
		}
	}
	return names
}

// again sends the graphs that were refused by an earlier run.
func (r *run) again(ctx context.Context) error {
	var names []rdf.IRI
	for _, refusal := range r.state.Refused {
		name, err := graph.IRI(refusal.Name)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrState, err)
		}
		if !r.state.fresh[refusal.Name] {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	if err := r.update(ctx, names); err != nil {
		return err
	}
	return r.state.write(r.StateFile)
}

// prune deletes the graphs of the target that the source has no record for. The default
// graph is left alone.
func (r *run) prune(ctx context.Context) error {
	extra, err := strangers(ctx, r.Source, r.Target)
	if err != nil {
		return err
	}
	for _, name := range extra {
		if err := r.Target.Delete(ctx, name); err != nil {
			return err
		}
		r.report.Pruned++
		r.moved()
	}
	return nil
}

// moved reports one more graph.
func (r *run) moved() {
	r.sent++
	r.Progress(Progress{Graphs: r.sent})
}
