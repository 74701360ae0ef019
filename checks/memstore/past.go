package memstore

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// Versions yields the entries of the log about the name, newest first, back to its last purge.
func (s *Store) Versions(ctx context.Context, name rdf.IRI, before uint64) iter.Seq2[rdfstore.LogEntry, error] {
	return func(yield func(rdfstore.LogEntry, error) bool) {
		now, err := s.snapshot(ctx)
		if err != nil {
			yield(rdfstore.LogEntry{}, err)
			return
		}
		for _, e := range slices.Backward(now.log) {
			if e.Name != name || before != 0 && e.Seq >= before || e.Seq < now.purged[name.String()] {
				continue
			}
			if err := s.proceed(ctx); err != nil {
				yield(rdfstore.LogEntry{}, err)
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

// Past returns the entity with the name as it was of a version.
func (s *Store) Past(ctx context.Context, name rdf.IRI, version uint64) (*rdfstore.Entity, error) {
	for e, err := range s.Versions(ctx, name, version+1) {
		switch {
		case err != nil:
			return nil, err
		case e.Seq != version:
			return nil, fmt.Errorf("version %d of %s: %w", version, name, rdfstore.ErrNotFound)
		case e.Kind == rdfstore.Deleted:
			return nil, &rdfstore.DeletedError{Name: name, Version: e.Seq, Time: e.Time, Successor: e.Successor}
		}
		now, err := s.snapshot(ctx)
		if err != nil {
			return nil, err
		}
		if past := now.states[version]; past != nil {
			return past, nil
		}
		break
	}
	return nil, fmt.Errorf("version %d of %s: %w", version, name, rdfstore.ErrNotFound)
}

// purge removes the past states of an entity, and what the log says of their authors and reasons.
func (s *Store) purge(c rdfstore.Change, old *rdfstore.Entity, now time.Time) (rdfstore.Outcome, error) {
	name := c.Purge.String()
	gone, deleted := s.tombstones[name]
	if old == nil && !deleted {
		return rdfstore.Outcome{}, rdfstore.ErrNotFound
	}
	s.log = slices.Clone(s.log)
	for i := range s.log {
		if s.log[i].Name == c.Purge {
			delete(s.states, s.log[i].Seq)
			s.log[i].Author, s.log[i].Message = "", ""
		}
	}
	entry := rdfstore.LogEntry{Name: c.Purge, Time: now, Purged: true, Author: c.Author, Message: c.Message}
	if deleted {
		entry.Kind, entry.Class, entry.Successor = rdfstore.Deleted, gone.Class, gone.Successor
		entry = s.append(entry)
		s.tombstones[name] = entry
	} else {
		entry.Kind, entry.Class = rdfstore.Updated, old.Graph.FirstClass()
		entry = s.append(entry)
		e := &rdfstore.Entity{Graph: old.Graph, Version: entry.Seq, Created: old.Created, Modified: now}
		s.entities[name], s.states[entry.Seq] = e, e
	}
	s.purged[name] = entry.Seq
	return rdfstore.Outcome{Kind: entry.Kind, Version: entry.Seq, Time: now}, nil
}
