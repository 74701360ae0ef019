package loadcmd

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"

	"github.com/knakk/rdf"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/harvest"
	"vitrine/linkedart"
	"vitrine/linkedart/report"
	"vitrine/load"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/remote"
	"vitrine/remote/mirror"
)

// What one request to a service holds, unless all records have to be stored or none; to a
// server on this machine up to TogetherInUse records. Its caches follow them while its readers
// wait, which takes less than a millisecond.
const (
	maxSentRecords = 1000
	maxSentBytes   = 8 << 20
	TogetherInUse  = 50
)

// servedStore is the store of a service elsewhere, or of the server on this machine that has it
// open, as loads and harvests use it.
type servedStore struct {
	*storeopen.ServiceRecords
	source mirror.Service
	text   func(context.Context, *graph.Graph) ([]byte, error)
	// atomic sends all records of an Apply in one request, others up to together.
	atomic   bool
	together int
	// refused is told of a record that the service does not take, and the others are stored; where
	// it is nil, Apply ends there.
	refused func(*graph.Graph, []linkedart.Finding)
	// flush is called before each request.
	flush func() error
	// counts and stored are of the records that were sent.
	counts load.Counts
	stored storedRecords
}

// LastChange returns the newest entry of the log.
func (s *servedStore) LastChange(ctx context.Context) (rdfstore.LogEntry, error) {
	return s.source.LastChange(ctx)
}

// Entities yields the names of all records.
func (s *servedStore) Entities(ctx context.Context, _ string) iter.Seq2[rdf.IRI, error] {
	return s.source.Names(ctx)
}

// sentRecord is a record that is sent: a change of an Apply with its number and text.
type sentRecord struct {
	number int
	graph  *graph.Graph
	text   []byte
}

// Apply stores records and deletes others. Where it fails, some of the changes may have been
// made. A record that the server does not take is a rdfstore.ChangeError that wraps
// harvest.ErrRefused.
func (s *servedStore) Apply(ctx context.Context, changes ...rdfstore.Change) ([]rdfstore.Outcome, error) {
	outcomes := make([]rdfstore.Outcome, len(changes))
	var batch []sentRecord
	size := 0
	flush := func() error {
		err := s.send(ctx, batch, outcomes)
		batch, size = nil, 0
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
			return nil, notTaken(sentRecord{i, change.Put, nil}, err)
		}
		if !s.atomic && (len(batch) == s.together || size+len(text) > maxSentBytes) {
			if err := flush(); err != nil {
				return nil, err
			}
		}
		batch, size = append(batch, sentRecord{i, change.Put, text}), size+len(text)
	}
	return outcomes, flush()
}

// send sends records, and notes their outcomes. Where some are refused, the others are sent again
// without them; records that are too many are sent in two parts.
func (s *servedStore) send(ctx context.Context, batch []sentRecord, outcomes []rdfstore.Outcome) error {
	if len(batch) == 0 {
		return nil
	}
	if err := s.flush(); err != nil {
		return err
	}
	lines := make([][]byte, len(batch))
	for i, r := range batch {
		lines[i] = r.text
	}
	said, err := s.Client.Load(ctx, lines)
	var answer *remote.StatusError
	isAnswer := errors.As(err, &answer)
	switch {
	case isAnswer && answer.Status == http.StatusRequestEntityTooLarge && s.atomic:
		return fmt.Errorf("%w: %w", load.ErrTooMany, err)
	case isAnswer && answer.Status == http.StatusRequestEntityTooLarge && len(batch) == 1:
		return s.refuse(batch[0], []linkedart.Finding{{Level: linkedart.Error, Rule: report.Refused, Message: answer.Error()}})
	case isAnswer && answer.Status == http.StatusRequestEntityTooLarge:
		if err := s.send(ctx, batch[:len(batch)/2], outcomes); err != nil {
			return err
		}
		return s.send(ctx, batch[len(batch)/2:], outcomes)
	case err != nil && !isAnswer:
		s.stored.unknown = len(batch)
		return err
	case err != nil:
		return err
	case said.Refused > 0:
		return s.sendOthers(ctx, said, batch, outcomes)
	}
	for i, line := range said.Lines {
		switch outcome := &outcomes[batch[i].number]; line.Result {
		case rdfstore.Created.String():
			outcome.Kind = rdfstore.Created
		case rdfstore.Updated.String():
			outcome.Kind = rdfstore.Updated
		default:
			outcome.Kind = rdfstore.Unchanged
		}
	}
	s.counts.Created += uint64(said.Created)
	s.counts.Updated += uint64(said.Updated)
	s.counts.Unchanged += uint64(said.Unchanged)
	s.stored.number, s.stored.last = s.stored.number+len(batch), batch[len(batch)-1].graph.Name
	return nil
}

// sendOthers sends the records that the service did not refuse; it stored none.
func (s *servedStore) sendOthers(ctx context.Context, said *remote.Report, batch []sentRecord, outcomes []rdfstore.Outcome) error {
	var others []sentRecord
	for i, line := range said.Lines {
		if line.Result != remote.Refused {
			others = append(others, batch[i])
		} else if err := s.refuse(batch[i], line.Findings); err != nil {
			return err
		}
	}
	switch {
	case len(others) == len(batch):
		return errors.New("the service refuses records without saying which")
	case s.atomic:
		return fmt.Errorf("%s refused by the service", console.Count(said.Refused, "record"))
	}
	return s.send(ctx, others, outcomes)
}

// refuse tells of a record that the service refused.
func (s *servedStore) refuse(r sentRecord, found []linkedart.Finding) error {
	switch {
	case s.refused != nil:
		s.refused(r.graph, found)
		return nil
	case len(found) == 0:
		return notTaken(r, errors.New("the server does not say why"))
	}
	return notTaken(r, errors.New(found[0].Message))
}

// notTaken is the error about a record that cannot be stored.
func notTaken(r sentRecord, why error) error {
	return &rdfstore.ChangeError{Index: r.number, Name: r.graph.Name, Err: fmt.Errorf("%w: %w", harvest.ErrRefused, why)}
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
