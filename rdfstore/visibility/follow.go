package visibility

import (
	"context"
	"maps"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// step is what a stretch of the log comes to.
type step struct {
	// hidden are the entries that are not shown, and kinds those that are shown as
	// something else.
	hidden []uint64
	kinds  map[uint64]rdfstore.Kind
	// private tells of each name that changed whether there is a private entity of it.
	private map[rdf.IRI]bool
}

// many is the number of changed names from which on the list of all private ones costs less
// than a question about each.
const many = 1000

// advance makes the view at a snapshot the current one. The caller holds the lock.
func (s *Store) advance(ctx context.Context, to rdfstore.Snapshot) (*view, error) {
	old := s.current.Load()
	entries, err := s.entries(ctx, old.at, to.At().Seq)
	if err != nil {
		return nil, err
	}
	private, err := s.nowPrivate(ctx, to, entries)
	if err != nil {
		return nil, err
	}
	taken := s.judge(old, entries, private)
	if err := s.totals.replace(ctx, to, s.derivation, taken.private); err != nil {
		return nil, err
	}
	s.keep(to.At(), taken)
	v := old.with(to.At().Seq, taken)
	for _, e := range entries {
		v.last = s.past.tell(v, e, v.last)
	}
	s.current.Store(v)
	return v, nil
}

// keep writes a stretch of the log into the journal. A journal that cannot be written ends
// where it was: the stretch is gone through again when the store is opened next.
func (s *Store) keep(at rdfstore.LogEntry, taken step) {
	if err := s.journal.add(at, taken); err != nil {
		s.logger.Error("cannot keep what the public is shown of the log of changes", "error", err)
		_ = s.journal.close()
		s.journal = nil
	}
}

// entries returns the entries of the store's log after one, up to another.
func (s *Store) entries(ctx context.Context, after, to uint64) (all []rdfstore.LogEntry, err error) {
	for e, err := range s.inner.Changes(ctx, after) {
		if err != nil {
			return nil, err
		}
		if e.Seq > to {
			break
		}
		all = append(all, e)
	}
	return all, nil
}

// nowPrivate tells of each name in entries of the log whether there is a private entity of
// it in a snapshot.
func (s *Store) nowPrivate(ctx context.Context, in rdfstore.Snapshot, entries []rdfstore.LogEntry) (map[rdf.IRI]bool, error) {
	private, last := map[rdf.IRI]bool{}, map[rdf.IRI]rdfstore.LogEntry{}
	for _, e := range entries {
		private[e.Name], last[e.Name] = false, e
	}
	if len(last) > many {
		all, err := s.rules.list(ctx, in)
		for _, name := range all {
			if _, changed := last[name]; changed {
				private[name] = true
			}
		}
		return private, err
	}
	for name, e := range last {
		if e.Kind == rdfstore.Deleted {
			continue
		}
		is, err := s.rules.isPrivate(ctx, in, name)
		if err != nil {
			return nil, err
		}
		private[name] = is
	}
	return private, nil
}

// judge decides what of a stretch of the log after a view is shown. Nothing is known of
// states within the stretch, so what lies between two that are not both public is hidden.
func (s *Store) judge(old *view, entries []rdfstore.LogEntry, private map[rdf.IRI]bool) step {
	taken := step{kinds: map[uint64]rdfstore.Kind{}, private: private}
	byName := map[rdf.IRI][]rdfstore.LogEntry{}
	for _, e := range entries {
		byName[e.Name] = append(byName[e.Name], e)
	}
	for name, own := range byName {
		first, last := own[0], own[len(own)-1]
		wasPrivate := !old.shows(name)
		wasPublic := !wasPrivate && first.Kind != rdfstore.Created
		var hidden []rdfstore.LogEntry
		switch {
		case s.rules.covers(name.String()), wasPrivate && (private[name] || last.Kind == rdfstore.Deleted):
			hidden = own
		case wasPrivate:
			taken.kinds[last.Seq], hidden = rdfstore.Created, own[:len(own)-1]
		case private[name] && wasPublic:
			taken.kinds[first.Seq], hidden = rdfstore.Deleted, own[1:]
		case private[name]:
			hidden = own
		case last.Kind == rdfstore.Deleted && len(s.rules.Statements) > 0:
			hidden = afterDeletion(own, wasPublic)
		}
		for _, e := range hidden {
			taken.hidden = append(taken.hidden, e.Seq)
		}
	}
	slices.Sort(taken.hidden)
	return taken
}

// afterDeletion returns the entries of a name, which is deleted in the end, that tell of
// more than the deletion of what was public: it may have been private before the end.
func afterDeletion(own []rdfstore.LogEntry, wasPublic bool) []rdfstore.LogEntry {
	if !wasPublic {
		return own
	}
	deletion := slices.IndexFunc(own, func(e rdfstore.LogEntry) bool { return e.Kind == rdfstore.Deleted })
	return own[deletion+1:]
}

// with returns the view after a stretch of the log, without its last entry.
func (v *view) with(at uint64, taken step) *view {
	next := &view{at: at, last: v.last, private: v.private, kinds: v.kinds}
	// Earlier views keep their length of the same array.
	next.hidden = append(v.hidden, taken.hidden...)
	if len(taken.kinds) > 0 {
		next.kinds = maps.Clone(v.kinds)
		maps.Copy(next.kinds, taken.kinds)
	}
	next.private = changed(v.private, taken.private)
	return next
}

// changed returns a sorted list of names with those that are private and without those
// that are not.
func changed(names []rdf.IRI, private map[rdf.IRI]bool) []rdf.IRI {
	var added []rdf.IRI
	removed := false
	for name, is := range private {
		_, found := slices.BinarySearchFunc(names, name, compare)
		switch {
		case is && !found:
			added = append(added, name)
		case !is && found:
			removed = true
		}
	}
	if len(added) == 0 && !removed {
		return names
	}
	next := make([]rdf.IRI, 0, len(names)+len(added))
	for _, name := range names {
		if is, known := private[name]; is || !known {
			next = append(next, name)
		}
	}
	next = append(next, added...)
	slices.SortFunc(next, compare)
	return next
}

// tell notes an entry of the store's log in a view, and returns the last entry that is
// shown, which was another one before.
func (p past) tell(v *view, e, last rdfstore.LogEntry) rdfstore.LogEntry {
	if v.hides(e.Seq) {
		return last
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
