package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"strconv"

	"github.com/knakk/rdf"

	"vitrine/control/wire"
	"vitrine/rdfstore"
)

// Get returns the entity with the name.
func (s *Store) Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error) {
	return one(s.frames(ctx, wire.RecordPath, url.Values{wire.Name: {name.String()}}), wire.Record, (*wire.Decoder).Entity)
}

// LastChange returns the newest entry of the log.
func (s *Store) LastChange(ctx context.Context) (rdfstore.LogEntry, error) {
	return one(s.frames(ctx, wire.LastChangePath, nil), wire.Change, (*wire.Decoder).LogEntry)
}

// Changes yields the entries of the log after the one with the number, oldest first.
func (s *Store) Changes(ctx context.Context, after uint64) iter.Seq2[rdfstore.LogEntry, error] {
	parameters := url.Values{wire.After: {strconv.FormatUint(after, 10)}}
	return each(s.frames(ctx, wire.ChangesPath, parameters), wire.Change, (*wire.Decoder).LogEntry)
}

// Entities yields the names of all entities in byte order.
func (s *Store) Entities(ctx context.Context, after string) iter.Seq2[rdf.IRI, error] {
	return each(s.frames(ctx, wire.NamesPath, url.Values{wire.After: {after}}), wire.NameOf, (*wire.Decoder).EntityName)
}

// Graphs yields all entities in byte order of the name, as they are at one moment.
func (s *Store) Graphs(ctx context.Context, after string) iter.Seq2[*rdfstore.Entity, error] {
	return each(s.frames(ctx, wire.RecordsPath, url.Values{wire.After: {after}}), wire.Record, (*wire.Decoder).Entity)
}

// Backup writes a copy of the store, which is a store itself, and returns its length
// in bytes. What is written is complete only if there is no error.
func (s *Store) Backup(ctx context.Context, w io.Writer) (n int64, err error) {
	return writeParts(w, s.frames(ctx, wire.BackupPath, nil))
}

// Query writes the answer to a query, as the server makes it. What is written is complete
// only if there is no error.
func (s *Store) Query(ctx context.Context, q wire.Query, w io.Writer) error {
	text, err := json.Marshal(q)
	if err != nil {
		return err
	}
	_, err = writeParts(w, func() (io.ReadCloser, error) {
		return s.send(ctx, http.MethodPost, wire.QueryPath, nil, bytes.NewReader(text))
	})
	return err
}

// writeParts writes the Parts of an answer, and returns their length in bytes.
func writeParts(w io.Writer, open opening) (n int64, err error) {
	for part, err := range each(open, wire.Part, (*wire.Decoder).Part) {
		if err != nil {
			return n, err
		}
		written, err := w.Write(part)
		n += int64(written)
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// Apply carries out the changes, all of them or none. It does not end with ctx once it
// has begun: what became of the changes would not be known. The error wraps ErrUnknown
// if the connection is lost meanwhile.
func (s *Store) Apply(ctx context.Context, changes ...rdfstore.Change) ([]rdfstore.Outcome, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	body, writer := io.Pipe()
	encoded := make(chan error, 1)
	go func() {
		err := encode(wire.NewEncoder(writer), changes)
		writer.CloseWithError(err)
		encoded <- err
	}()
	outcomes, err := s.outcomes(context.WithoutCancel(ctx), body, len(changes))
	body.CloseWithError(io.ErrClosedPipe) // the server may have answered before it read all
	if failed := <-encoded; failed != nil && !errors.Is(failed, io.ErrClosedPipe) {
		return nil, failed
	}
	if errors.Is(err, ErrLost) {
		return nil, fmt.Errorf("%w; %w", err, ErrUnknown)
	}
	return outcomes, err
}

func encode(e *wire.Encoder, changes []rdfstore.Change) error {
	for _, c := range changes {
		if err := e.Change(c); err != nil {
			return err
		}
	}
	return e.End(nil)
}

// outcomes sends the body of an Apply and returns the outcomes of its changes.
func (s *Store) outcomes(ctx context.Context, body io.Reader, changes int) ([]rdfstore.Outcome, error) {
	var parameters url.Values
	switch {
	case s.FullSpeed:
		parameters = url.Values{wire.FullSpeed: {""}}
	case s.Gentle:
		parameters = url.Values{wire.Gentle: {""}}
	}
	open := func() (io.ReadCloser, error) {
		return s.send(ctx, http.MethodPost, wire.ApplyPath, parameters, body)
	}
	out := make([]rdfstore.Outcome, 0, changes)
	for outcome, err := range each(open, wire.Outcome, (*wire.Decoder).Outcome) {
		if err != nil {
			return nil, err
		}
		out = append(out, outcome)
	}
	if len(out) != changes {
		return nil, fmt.Errorf("%w: %d outcomes of %d changes", wire.ErrFrame, len(out), changes)
	}
	return out, nil
}

// opening begins a request and returns the body of its answer.
type opening func() (io.ReadCloser, error)

func (s *Store) frames(ctx context.Context, path string, parameters url.Values) opening {
	return func() (io.ReadCloser, error) { return s.send(ctx, http.MethodGet, path, parameters, nil) }
}

// each yields what the frames of an answer hold, all of which are of one kind.
func each[T any](open opening, kind wire.Kind, read func(*wire.Decoder) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		body, err := open()
		if err != nil {
			yield(none, lost(err))
			return
		}
		defer body.Close()
		d := wire.NewDecoder(body)
		for {
			got, err := d.Next()
			if errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
				return
			}
			if err == nil && got != kind {
				err = fmt.Errorf("%w: a frame %q, where %q was asked for", wire.ErrFrame, got, kind)
			}
			var value T
			if err == nil {
				value, err = read(d)
			}
			if err != nil {
				yield(none, lost(err))
				return
			}
			if !yield(value, nil) {
				return
			}
		}
	}
}

// one returns what the one frame of an answer holds.
func one[T any](open opening, kind wire.Kind, read func(*wire.Decoder) (T, error)) (T, error) {
	for value, err := range each(open, kind, read) {
		return value, err
	}
	var none T
	return none, fmt.Errorf("%w: an answer without a frame", wire.ErrFrame)
}

// lost marks an error of the connection as one.
func lost(err error) error {
	var remote *wire.RemoteError
	var change *rdfstore.ChangeError
	var deleted *rdfstore.DeletedError
	switch {
	case errors.As(err, &remote), errors.As(err, &change), errors.As(err, &deleted), errors.Is(err, wire.ErrFrame),
		errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	}
	return fmt.Errorf("%w: %w", ErrLost, err)
}
