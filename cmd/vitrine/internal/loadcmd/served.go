package loadcmd

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"

	"github.com/knakk/rdf"

	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/harvest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/remote"
	"vitrine/remote/mirror"
)

// servedStore is the store that a server on this machine has open, as a harvest uses it.
type servedStore struct {
	*storeopen.ServiceRecords
	source mirror.Service
	text   func(context.Context, *graph.Graph) ([]byte, error)
}

// LastChange returns the newest entry of the log.
func (s *servedStore) LastChange(ctx context.Context) (rdfstore.LogEntry, error) {
	return s.source.LastChange(ctx)
}

// Entities yields the names of all records.
func (s *servedStore) Entities(ctx context.Context, _ string) iter.Seq2[rdf.IRI, error] {
	return s.source.Names(ctx)
}

// Apply stores records and deletes others. Where it fails, some of the changes may have been
// made. A record that the server does not take is a rdfstore.ChangeError that wraps
// harvest.ErrRefused.
func (s *servedStore) Apply(ctx context.Context, changes ...rdfstore.Change) ([]rdfstore.Outcome, error) {
	outcomes := make([]rdfstore.Outcome, len(changes))
	var batch []int
	var lines [][]byte
	size := 0
	flush := func() error {
		err := s.load(ctx, changes, outcomes, batch, lines)
		batch, lines, size = nil, nil, 0
		return err
	}
	for i, change := range changes {
		if change.Put == nil {
			// What replaces it may be among the records before it.
			if change.Successor != (rdf.IRI{}) {
				if err := flush(); err != nil {
					return nil, err
				}
			}
			if err := s.delete(ctx, change); err != nil {
				return nil, err
			}
			outcomes[i].Kind = rdfstore.Deleted
			continue
		}
		text, err := s.text(ctx, change.Put)
		if err != nil {
			return nil, &rdfstore.ChangeError{Index: i, Name: change.Name(), Err: fmt.Errorf("%w: %w", harvest.ErrRefused, err)}
		}
		if len(batch) == TogetherInUse || size+len(text) > maxSentBytes {
			if err := flush(); err != nil {
				return nil, err
			}
		}
		batch, lines, size = append(batch, i), append(lines, text), size+len(text)
	}
	return outcomes, flush()
}

// load sends the records of the changes with the numbers, and notes their outcomes.
func (s *servedStore) load(ctx context.Context, changes []rdfstore.Change, outcomes []rdfstore.Outcome, numbers []int, lines [][]byte) error {
	if len(numbers) == 0 {
		return nil
	}
	refused := func(n int, reason string) error {
		i := numbers[n]
		return &rdfstore.ChangeError{Index: i, Name: changes[i].Name(), Err: fmt.Errorf("%w: %s", harvest.ErrRefused, reason)}
	}
	said, err := s.Client.Load(ctx, lines)
	var answer *remote.StatusError
	if errors.As(err, &answer) && answer.Status == http.StatusRequestEntityTooLarge && len(lines) == 1 {
		return refused(0, answer.Error())
	}
	if err != nil {
		return err
	}
	for n, line := range said.Lines {
		switch line.Result {
		case remote.Refused:
			if len(line.Findings) > 0 {
				return refused(n, line.Findings[0].Message)
			}
			return refused(n, "the server does not say why")
		case rdfstore.Created.String():
			outcomes[numbers[n]].Kind = rdfstore.Created
		case rdfstore.Updated.String():
			outcomes[numbers[n]].Kind = rdfstore.Updated
		default:
			outcomes[numbers[n]].Kind = rdfstore.Unchanged
		}
	}
	return nil
}

// delete deletes a record. One that is not there is deleted.
func (s *servedStore) delete(ctx context.Context, change rdfstore.Change) (err error) {
	if change.Successor != (rdf.IRI{}) {
		err = s.Client.Replace(ctx, change.Delete.String(), remote.AnyTag, change.Successor.String())
	} else {
		err = s.Client.Delete(ctx, change.Delete.String(), remote.AnyTag)
	}
	var answer *remote.StatusError
	if errors.As(err, &answer) && (answer.Status == http.StatusNotFound || answer.Status == http.StatusGone) {
		return nil
	}
	return err
}

// Close lets go of the connections.
func (s *servedStore) Close() error { return s.Client.Close() }
