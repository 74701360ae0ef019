package visibility

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// open makes the view at the end of the store's log: from the journal and what has changed
// since, or from nothing where there is no journal of this log and these rules.
func (s *Store) open(ctx context.Context, path string) error {
	s.past = past{map[string]rdfstore.LogEntry{}, map[string]time.Time{}}
	s.current.Store(&view{kinds: map[uint64]rdfstore.Kind{}})
	s.totals = newTotals()
	snapshot, err := s.inner.Snapshot(ctx)
	if err != nil {
		return err
	}
	defer snapshot.Close()
	err = errStale
	if path != "" {
		s.journal, err = readJournal(path, s.rules.digest())
	}
	if err == nil {
		err = s.replay(ctx, snapshot)
	}
	if errors.Is(err, errStale) {
		if path != "" && snapshot.At().Seq > 0 { // of an empty log, nobody was shown anything
			s.logger.Warn("what the public is shown of the log of changes is worked out anew; harvesters have to start over", "journal", path, "why", err)
		}
		err = s.begin(ctx, snapshot, path)
	}
	if err == nil {
		_, err = s.advance(ctx, snapshot)
	}
	return err
}

// replay makes the view at which the journal ends. The error wraps errStale where the
// journal is not that of the store.
func (s *Store) replay(ctx context.Context, snapshot rdfstore.Snapshot) error {
	kept := s.journal.kept
	if kept.at.Seq > snapshot.At().Seq {
		return fmt.Errorf("%w: it goes beyond the end of the log", errStale)
	}
	v := &view{at: kept.at.Seq, hidden: kept.hidden, kinds: kept.kinds}
	private, since := map[rdf.IRI]bool{}, map[rdf.IRI]bool{}
	err := s.upTo(ctx, snapshot.At().Seq, func(e rdfstore.LogEntry) error {
		if e.Seq > v.at {
			since[e.Name] = true
			return nil
		}
		if e.Seq == v.at && !e.Time.Equal(kept.at.Time) {
			return fmt.Errorf("%w: entry %d of the log is another one", errStale, e.Seq)
		}
		private[e.Name] = e.Kind != rdfstore.Deleted && (v.hides(e.Seq) || v.kinds[e.Seq] == rdfstore.Deleted)
		v.last = s.past.tell(v, e, v.last)
		return nil
	})
	if err != nil {
		return err
	}
	v.private = changed(nil, private)
	return s.confirm(ctx, snapshot, v, since)
}

// confirm makes a view current if what it has as private is so in a snapshot, but for names
// that changed since.
func (s *Store) confirm(ctx context.Context, snapshot rdfstore.Snapshot, v *view, since map[rdf.IRI]bool) error {
	now, err := s.rules.list(ctx, snapshot)
	if err != nil {
		return err
	}
	unchanged := func(names []rdf.IRI) (out []rdf.IRI) {
		for _, name := range names {
			if !since[name] {
				out = append(out, name)
			}
		}
		return out
	}
	was, is := unchanged(v.private), unchanged(now)
	if !slices.EqualFunc(was, is, func(a, b rdf.IRI) bool { return a == b }) {
		return fmt.Errorf("%w: other records are private than it says", errStale)
	}
	// Names that changed since and are not private in the snapshot have no part in totals.
	private := map[rdf.IRI]bool{}
	for _, name := range is {
		private[name] = true
	}
	if err := s.totals.replace(ctx, snapshot, s.derivation, private); err != nil {
		return err
	}
	s.current.Store(v)
	return nil
}

// begin makes the view at a snapshot from nothing: private records have never been there.
// Nor have those that are deleted, where statements decide, since it is not known whether
// they were private.
func (s *Store) begin(ctx context.Context, snapshot rdfstore.Snapshot, path string) error {
	s.past = past{map[string]rdfstore.LogEntry{}, map[string]time.Time{}}
	s.totals = newTotals()
	names, err := s.rules.list(ctx, snapshot)
	if err != nil {
		return err
	}
	taken := step{private: map[rdf.IRI]bool{}}
	for _, name := range names {
		taken.private[name] = true
	}
	if err := s.neverShown(ctx, snapshot.At().Seq, &taken); err != nil {
		return err
	}
	v := (&view{kinds: map[uint64]rdfstore.Kind{}}).with(snapshot.At().Seq, taken)
	err = s.upTo(ctx, v.at, func(e rdfstore.LogEntry) error {
		v.last = s.past.tell(v, e, v.last)
		return nil
	})
	if err != nil {
		return err
	}
	if err := s.totals.replace(ctx, snapshot, s.derivation, taken.private); err != nil {
		return err
	}
	s.current.Store(v)
	if path != "" {
		s.journal, err = newJournal(path, s.rules.digest(), snapshot.At(), taken)
	}
	return err
}

// neverShown adds the entries of the log up to one that tell of names that are private or
// may have been.
func (s *Store) neverShown(ctx context.Context, at uint64, taken *step) error {
	deleted := map[rdf.IRI]bool{}
	err := s.upTo(ctx, at, func(e rdfstore.LogEntry) error {
		if delete(deleted, e.Name); e.Kind == rdfstore.Deleted {
			deleted[e.Name] = true
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.upTo(ctx, at, func(e rdfstore.LogEntry) error {
		if taken.private[e.Name] || s.rules.covers(e.Name.String()) || deleted[e.Name] && len(s.rules.Statements) > 0 {
			taken.hidden = append(taken.hidden, e.Seq)
		}
		return nil
	})
}

// upTo calls do with each entry of the store's log up to one.
func (s *Store) upTo(ctx context.Context, at uint64, do func(rdfstore.LogEntry) error) error {
	for e, err := range s.inner.Changes(ctx, 0) {
		if err != nil {
			return err
		}
		if e.Seq > at {
			return nil
		}
		if err := do(e); err != nil {
			return err
		}
	}
	return nil
}
