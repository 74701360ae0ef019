package private

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// open makes the view at the end of the store's log: from the journal and what has changed
// since, or from the whole log where there is no journal of it and of these rules.
func (s *Store) open(ctx context.Context, path string) error {
	snapshot, err := s.inner.Snapshot(ctx)
	if err != nil {
		return err
	}
	defer snapshot.Close()
	v := s.start()
	if path != "" {
		var known step
		if known, err = readJournal(path, s.rules.digest()); err == nil {
			v, err = s.replay(ctx, known, snapshot.At().Seq)
		}
		if errors.Is(err, errStale) {
			if snapshot.At().Seq > 0 { // of an empty log, nothing was shown
				s.logger.Warn("what the public is shown of the log of changes is worked out anew; harvesters have to start over", "journal", path, "why", err)
			}
			v, err = s.start(), nil
		}
	}
	if err != nil {
		return err
	}
	private := map[rdf.IRI]bool{}
	for _, name := range v.private {
		private[name] = true
	}
	if err := s.totals.replace(ctx, snapshot, s.derivation, private); err != nil {
		return err
	}
	s.current.Store(v)
	if v, err = s.advance(ctx, snapshot); err == nil && path != "" {
		at := snapshot.At()
		s.journal, err = newJournal(path, s.rules.digest(), step{At: at.Seq, Time: nanoseconds(at.Time), Hidden: v.hidden, Kinds: v.kinds})
	}
	return err
}

// start returns the view of an empty log, and forgets what any other told.
func (s *Store) start() *view {
	s.past = past{map[string]rdfstore.LogEntry{}, map[string]time.Time{}}
	s.totals = newTotals()
	return &view{kinds: map[uint64]rdfstore.Kind{}}
}

// replay makes the view at which the journal ends, of a log that ends with an entry. The
// error wraps errStale where the journal is that of another log.
func (s *Store) replay(ctx context.Context, known step, end uint64) (*view, error) {
	if known.At > end {
		return nil, fmt.Errorf("%w: it goes beyond the end of the log", errStale)
	}
	v := s.start()
	v.at, v.hidden = known.At, known.Hidden
	maps.Copy(v.kinds, known.Kinds)
	private := map[rdf.IRI]bool{}
	err := s.between(ctx, 0, v.at, func(e rdfstore.LogEntry) error {
		if e.Seq == v.at && nanoseconds(e.Time) != known.Time {
			return fmt.Errorf("%w: entry %d of the log is another one", errStale, e.Seq)
		}
		private[e.Name] = e.Kind != rdfstore.Deleted && (v.hides(e.Seq) || v.kinds[e.Seq] == rdfstore.Deleted)
		v.last = s.past.note(v, e)
		return nil
	})
	v.private = changed(nil, private)
	return v, err
}

// between calls do with each entry of the store's log after one, up to another.
func (s *Store) between(ctx context.Context, after, to uint64, do func(rdfstore.LogEntry) error) error {
	for e, err := range s.inner.Changes(ctx, after) {
		if err != nil {
			return err
		}
		if e.Seq > to {
			return nil
		}
		if err := do(e); err != nil {
			return err
		}
	}
	return nil
}

// stretch is what the entries of the log between two views say of one name.
type stretch struct {
	// created tells that the first entry is a creation, and deleted that the last is a
	// deletion.
	created, deleted bool
	// first and last are the numbers of the first and the last entry, and deletion is that
	// of the first deletion, 0 for none.
	first, last, deletion uint64
	// private tells that there is a private entity of the name in the end.
	private bool
	// The entries from one number to another are hidden, and the turn, 0 for none, is shown
	// as something else.
	hideFrom, hideTo, turn uint64
	shownAs                rdfstore.Kind
}

// add adds an entry.
func (n *stretch) add(e rdfstore.LogEntry) {
	if n.first == 0 {
		n.first, n.created = e.Seq, e.Kind == rdfstore.Created
	}
	n.last, n.deleted = e.Seq, e.Kind == rdfstore.Deleted
	if n.deleted && n.deletion == 0 {
		n.deletion = e.Seq
	}
}

// advance makes the view at a snapshot the current one. The caller holds the lock.
func (s *Store) advance(ctx context.Context, to rdfstore.Snapshot) (*view, error) {
	old := s.current.Load()
	names := map[rdf.IRI]*stretch{}
	err := s.between(ctx, old.at, to.At().Seq, func(e rdfstore.LogEntry) error {
		if names[e.Name] == nil {
			names[e.Name] = &stretch{}
		}
		names[e.Name].add(e)
		return nil
	})
	if err != nil {
		return nil, err
	}
	private, err := s.findPrivate(ctx, to, names)
	if err != nil {
		return nil, err
	}
	if err := s.totals.replace(ctx, to, s.derivation, private); err != nil {
		return nil, err
	}
	// Earlier views keep their length of the same array.
	v := &view{at: to.At().Seq, last: old.last, private: changed(old.private, private), hidden: old.hidden, kinds: old.kinds}
	next := step{At: v.at, Time: nanoseconds(to.At().Time), Kinds: map[uint64]rdfstore.Kind{}}
	for name, n := range names {
		if s.judge(name, n, !old.shows(name)); n.turn > 0 {
			next.Kinds[n.turn] = n.shownAs
		}
	}
	if len(next.Kinds) > 0 {
		v.kinds = maps.Clone(old.kinds)
		maps.Copy(v.kinds, next.Kinds)
	}
	err = s.between(ctx, old.at, v.at, func(e rdfstore.LogEntry) error {
		if n := names[e.Name]; n.hideFrom <= e.Seq && e.Seq <= n.hideTo {
			v.hidden = append(v.hidden, e.Seq)
		}
		v.last = s.past.note(v, e)
		return nil
	})
	if err != nil {
		return nil, err
	}
	next.Hidden = v.hidden[len(old.hidden):]
	s.keep(next)
	s.current.Store(v)
	return v, nil
}

// judge decides what is shown of the entries of a name between two views. Nothing is known
// of the states in between, so what lies between two that are not both public is hidden.
func (s *Store) judge(name rdf.IRI, n *stretch, wasPrivate bool) {
	wasPublic := !wasPrivate && !n.created
	mayHaveBeenPrivate := n.deleted && len(s.rules.Statements) > 0
	n.hideTo = n.last
	switch {
	case s.rules.covers(name.String()), wasPrivate && (n.private || n.deleted), !wasPrivate && !wasPublic && (n.private || mayHaveBeenPrivate):
		n.hideFrom = n.first
	case wasPrivate:
		n.hideFrom, n.hideTo = n.first, n.last-1
		n.turn, n.shownAs = n.last, rdfstore.Created
	case n.private:
		n.hideFrom = n.first + 1
		n.turn, n.shownAs = n.first, rdfstore.Deleted
	case mayHaveBeenPrivate:
		n.hideFrom = n.deletion + 1
	default:
		n.hideFrom = n.last + 1
	}
}

// many is the number of changed names from which on the list of all private ones costs less
// than a question about each.
const many = 1000

// findPrivate returns for each name whether there is a private entity of it in a snapshot.
func (s *Store) findPrivate(ctx context.Context, in rdfstore.Snapshot, names map[rdf.IRI]*stretch) (map[rdf.IRI]bool, error) {
	private := make(map[rdf.IRI]bool, len(names))
	if len(names) > many {
		all, err := s.rules.list(ctx, in)
		if err != nil {
			return nil, err
		}
		for _, name := range all {
			if n := names[name]; n != nil {
				n.private = true
			}
		}
	}
	for name, n := range names {
		if len(names) <= many && !n.deleted {
			var err error
			if n.private, err = s.rules.isPrivate(ctx, in, name); err != nil {
				return nil, err
			}
		}
		private[name] = n.private
	}
	return private, nil
}

// keep writes a stretch of the log into the journal. A journal that cannot be written ends
// where it was: the stretch is gone through again when the store is opened next.
func (s *Store) keep(next step) {
	if err := s.journal.add(next); err != nil {
		s.logger.Error("cannot keep what the public is shown of the log of changes", "error", err)
		_ = s.journal.close()
		s.journal = nil
	}
}

// changed returns a sorted list of names with those that are private and without those
// that are not.
func changed(names []rdf.IRI, private map[rdf.IRI]bool) []rdf.IRI {
	same := true
	for name, is := range private {
		_, was := slices.BinarySearchFunc(names, name, compare)
		same = same && is == was
	}
	if same {
		return names
	}
	next := slices.DeleteFunc(slices.Clone(names), func(name rdf.IRI) bool { _, changed := private[name]; return changed })
	for name, is := range private {
		if is {
			next = append(next, name)
		}
	}
	slices.SortFunc(next, compare)
	return next
}

// past is what the log of the view says of names.
type past struct {
	// gone are the names that the log shows as deleted, with the entries.
	gone map[string]rdfstore.LogEntry
	// since are the times at which entities that were private became public.
	since map[string]time.Time
}

// note notes the next entry of the store's log, and returns the last entry that the view
// shows up to there.
func (p past) note(v *view, e rdfstore.LogEntry) rdfstore.LogEntry {
	if v.hides(e.Seq) {
		return v.last
	}
	shown, name := v.entry(e), e.Name.String()
	if shown.Kind == rdfstore.Deleted {
		p.gone[name] = shown
		delete(p.since, name)
		return shown
	}
	delete(p.gone, name)
	if shown.Kind == rdfstore.Created && e.Kind != rdfstore.Created {
		p.since[name] = e.Time
	}
	return shown
}
