package mirror

import (
	"context"
	"errors"
	"fmt"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/filelock"
	"vitrine/rdfstore/graph"
	"vitrine/remote"
)

// Errors of Run.
var (
	// ErrState is wrapped by errors about a state file that cannot be used.
	ErrState = errors.New("cannot tell how far earlier runs came")
	// ErrReplaced means that the log of the source is not the one that was followed.
	ErrReplaced = errors.New("the source is not the one that was mirrored before")
	// ErrBusy means that another run, in this process or in another one, has the state file.
	ErrBusy = errors.New("another mirror with this state file is in progress")
)

// Options say what to keep in step. Source, Target and StateFile are needed.
type Options struct {
	Source Service
	Target *remote.GraphStore
	// StateFile keeps how far the mirror came. A file with .lock added to its name keeps other
	// runs away from it, and stays.
	StateFile string
	// Full copies everything again.
	Full bool
	// BatchBytes is about how much is added by one request of the first copy, in bytes.
	BatchBytes int
	// Note is told what a user should know; Progress how many graphs were sent or deleted.
	Note     func(message string)
	Progress func(graphs uint64)
}

// DefaultBatchBytes is how much is added by one request of the first copy.
const DefaultBatchBytes = 8 << 20

// Report is what a run did.
type Report struct {
	// Copied are the graphs that were sent without asking what has changed.
	Copied uint64 `json:"copied"`
	// Changes are the entries of the log that were followed; Replaced and Deleted what
	// they came to.
	Changes  uint64 `json:"changes"`
	Replaced uint64 `json:"replaced"`
	Deleted  uint64 `json:"deleted"`
	// Refused are the graphs that the target does not take, as the state file has them.
	Refused []Refusal `json:"refused,omitempty"`
	// Position is the number of the newest change of the source that the target has.
	Position uint64 `json:"position"`
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
	s, err := readState(o.StateFile, o.Target.Endpoint())
	if err != nil {
		return &Report{}, err
	}
	r := &run{Options: o, state: s}
	err = r.all(ctx)
	r.report.Position, r.report.Refused = s.Position.Seq, s.Refused
	return &r.report, err
}

func (r *run) all(ctx context.Context) error {
	err := r.samePosition(ctx)
	replaced := errors.Is(err, ErrReplaced)
	if err != nil && !(r.Full && replaced) {
		return err
	}
	refused := r.state.Refused
	if !r.state.Copied || r.Full {
		refused = nil
		if err := r.copy(ctx, replaced); err != nil {
			return err
		}
	}
	if err := r.again(ctx, refused); err != nil {
		return err
	}
	return r.follow(ctx)
}

// samePosition returns ErrReplaced unless the source has the change at which the last run
// ended.
func (r *run) samePosition(ctx context.Context) error {
	at := r.state.Position
	if at.Seq == 0 {
		return nil
	}
	entries, err := r.Source.changes(ctx, at.Seq-1)
	if err == nil && (len(entries) == 0 || positionOf(entries[0]) != at) {
		err = fmt.Errorf("%w: its change %d is not that of %s", ErrReplaced, at.Seq, at.Name)
	}
	return err
}

// again sends the graphs that were refused by an earlier run.
func (r *run) again(ctx context.Context, refused []Refusal) error {
	if len(refused) == 0 {
		return nil
	}
	var names []rdf.IRI
	for _, refusal := range refused {
		name, err := graph.IRI(refusal.Name)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrState, err)
		}
		names = append(names, name)
	}
	if err := r.update(ctx, names); err != nil {
		return err
	}
	return r.state.write(r.StateFile)
}

// follow carries out what the log has after the position.
func (r *run) follow(ctx context.Context) error {
	for {
		entries, err := r.Source.changes(ctx, r.state.Position.Seq)
		if err != nil || len(entries) == 0 {
			return err
		}
		if err := r.update(ctx, distinct(entries)); err != nil {
			return err
		}
		r.report.Changes += uint64(len(entries))
		r.state.Position = positionOf(entries[len(entries)-1])
		if err := r.state.write(r.StateFile); err != nil {
			return err
		}
	}
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
