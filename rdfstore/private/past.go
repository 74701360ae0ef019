package private

import (
	"context"
	"fmt"
	"iter"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// Versions yields the entries of the log that are shown of an entity, without those of states that
// are private by the present rules. An entity that is private now has none.
func (s *Store) Versions(ctx context.Context, name rdf.IRI, before uint64) iter.Seq2[rdfstore.LogEntry, error] {
	return func(yield func(rdfstore.LogEntry, error) bool) {
		v, err := s.now(ctx)
		if err != nil {
			yield(rdfstore.LogEntry{}, err)
			return
		}
		if !v.shows(name) || s.rules.covers(name.String()) {
			return
		}
		end := v.at + 1
		if before != 0 && before <= v.last.Seq {
			end = v.stored(before)
		}
		for e, err := range s.inner.Versions(ctx, name, end) {
			if err != nil {
				yield(rdfstore.LogEntry{}, err)
				return
			}
			shown, ok, err := s.version(ctx, v, e)
			if err != nil {
				yield(rdfstore.LogEntry{}, err)
				return
			}
			if ok && !yield(shown, nil) {
				return
			}
		}
	}
}

// version returns an entry of the store's log as it is shown among the versions of its entity;
// false where it is not.
func (s *Store) version(ctx context.Context, v *view, e rdfstore.LogEntry) (rdfstore.LogEntry, bool, error) {
	if v.hides(e.Seq) {
		return e, false, nil
	}
	shown, err := s.publicEntry(ctx, v.entry(e))
	if err != nil || shown.Kind == rdfstore.Deleted {
		return shown, err == nil, err
	}
	past, err := s.inner.Past(ctx, e.Name, e.Seq)
	if rdfstore.IsMissing(err) { // removed since
		return shown, false, nil
	}
	if err != nil || s.rules.coversGraph(past.Graph) {
		return shown, false, err
	}
	shown.Author, shown.Message = e.Author, e.Message
	return shown, true, nil
}

// Past returns the entity with the name as it was of a version that is shown.
func (s *Store) Past(ctx context.Context, name rdf.IRI, version uint64) (*rdfstore.Entity, error) {
	for e, err := range s.Versions(ctx, name, version+1) {
		switch {
		case err != nil:
			return nil, err
		case e.Seq == version && e.Kind == rdfstore.Deleted:
			return nil, &rdfstore.DeletedError{Name: name, Version: e.Seq, Time: e.Time, Successor: e.Successor}
		case e.Seq == version:
			return s.pastState(ctx, name, version)
		}
		break
	}
	return nil, fmt.Errorf("version %d of %s: %w", version, name, rdfstore.ErrNotFound)
}

// pastState returns the entity with the name as it was of a version that has an entry in Versions.
func (s *Store) pastState(ctx context.Context, name rdf.IRI, version uint64) (*rdfstore.Entity, error) {
	v, err := s.now(ctx)
	if err != nil {
		return nil, err
	}
	e, err := s.inner.Past(ctx, name, v.stored(version))
	if err != nil {
		return nil, err
	}
	e = s.public(v, e)
	if e.Created.After(e.Modified) { // it became public again later
		e.Created = e.Modified
	}
	return e, nil
}
