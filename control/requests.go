package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"vitrine/control/wire"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/yield"
)

func (s *Server) record(r *http.Request, e *wire.Encoder) error {
	name, err := graph.IRI(r.FormValue(wire.Name))
	if err != nil {
		return err
	}
	entity, err := s.Store.Get(r.Context(), name)
	if err != nil {
		return err
	}
	return e.Entity(entity)
}

func (s *Server) records(r *http.Request, e *wire.Encoder) error {
	for entity, err := range s.Store.Graphs(r.Context(), r.FormValue(wire.After)) {
		if err == nil {
			err = e.Entity(entity)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Server) names(r *http.Request, e *wire.Encoder) error {
	for name, err := range s.Store.Entities(r.Context(), r.FormValue(wire.After)) {
		if err == nil {
			err = e.EntityName(name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Server) lastChange(r *http.Request, e *wire.Encoder) error {
	entry, err := s.Store.LastChange(r.Context())
	if err != nil {
		return err
	}
	return e.LogEntry(entry)
}

func (s *Server) changes(r *http.Request, e *wire.Encoder) error {
	after, err := strconv.ParseUint(r.FormValue(wire.After), 10, 64)
	if err != nil {
		return fmt.Errorf("the number of a change: %w", err)
	}
	for entry, err := range s.Store.Changes(r.Context(), after) {
		if err == nil {
			err = e.LogEntry(entry)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Server) backup(r *http.Request, e *wire.Encoder) error {
	_, err := s.Store.Backup(r.Context(), parts{e})
	return err
}

func (s *Server) query(r *http.Request, e *wire.Encoder) error {
	var q wire.Query
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
		return fmt.Errorf("%w: a query: %w", wire.ErrFrame, err)
	}
	// The end of the body has the connection tell when the peer goes away.
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		return err
	}
	return s.Query(r.Context(), q, parts{e})
}

// parts writes a file as Parts.
type parts struct{ encoder *wire.Encoder }

// maxPart is the size of the largest Part that is written, in bytes.
const maxPart = 1 << 20

func (p parts) Write(b []byte) (written int, err error) {
	for len(b) > 0 {
		n := min(len(b), maxPart)
		if err := p.encoder.Part(b[:n]); err != nil {
			return written, err
		}
		written, b = written+n, b[n:]
	}
	return written, nil
}

// apply carries out changes, all of them or none. Once all have come, they are carried
// out even if the peer goes away. Unless the peer asks for full speed, others go first
// before the answer ends, and the peer sends more.
func (s *Server) apply(r *http.Request, e *wire.Encoder) error {
	began := time.Now()
	changes, err := readChanges(r.Context(), wire.NewDecoder(r.Body))
	if err != nil {
		// A peer that is still sending would not read the answer.
		_, _ = io.Copy(io.Discard, r.Body)
		return err
	}
	outcomes, err := s.Store.Apply(context.WithoutCancel(r.Context()), changes...)
	if err != nil {
		return err
	}
	counts := map[rdfstore.Kind]int{}
	for _, o := range outcomes {
		counts[o.Kind]++
		if err := e.Outcome(o); err != nil {
			return err
		}
	}
	s.Logger.Info("a command changed records", "created", counts[rdfstore.Created], "updated", counts[rdfstore.Updated],
		"deleted", counts[rdfstore.Deleted], "unchanged", counts[rdfstore.Unchanged])
	if parameters := r.URL.Query(); !parameters.Has(wire.FullSpeed) {
		s.GiveWay(r.Context(), time.Since(began), parameters.Has(wire.Gentle))
	}
	return nil
}

// readChanges reads the changes of one Apply.
func readChanges(ctx context.Context, d *wire.Decoder) ([]rdfstore.Change, error) {
	var changes []rdfstore.Change
	left := wire.MaxTriples
	others := yield.New()
	for {
		others.Pause()
		kind, err := d.Next()
		switch {
		case errors.Is(err, io.EOF):
			return changes, nil
		case err != nil:
			return nil, err
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case kind != wire.Put && kind != wire.Delete:
			return nil, fmt.Errorf("%w: a frame %q among changes", wire.ErrFrame, kind)
		case len(changes) == wire.MaxChanges:
			return nil, fmt.Errorf("%w: more than %d changes at once", graph.ErrTooLarge, wire.MaxChanges)
		}
		change, err := d.Change(kind, left)
		if err != nil {
			return nil, err
		}
		if change.Put != nil {
			left -= len(change.Put.Triples)
		}
		changes = append(changes, change)
	}
}
