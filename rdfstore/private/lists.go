package private

import (
	"context"
	"iter"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// attempts is how often a count is made anew because the store changed meanwhile. After
// that, it may be that of two moments.
const attempts = 8

// counted returns what ask does of the store, and has subtract take from it what private
// entities contribute at the same moment.
func counted[T any](ctx context.Context, s *Store, ask func() (T, error), subtract func(*view, T) T) (T, error) {
	for i := 1; ; i++ {
		v, err := s.now(ctx)
		if err != nil {
			var none T
			return none, err
		}
		all, err := ask()
		if err != nil {
			return all, err
		}
		last, err := s.inner.LastChange(ctx)
		if err != nil {
			return all, err
		}
		s.mu.RLock()
		if i == attempts || last.Seq == v.at && s.current.Load() == v {
			defer s.mu.RUnlock()
			return subtract(v, all), nil
		}
		s.mu.RUnlock()
	}
}

// less returns a-b, 0 where b is more.
func less(a, b uint64) uint64 { return a - min(a, b) }

// Relations returns the relations in which entities stand to the IRI, with their number.
func (s *Store) Relations(ctx context.Context, to rdf.IRI) ([]rdfstore.RelationCount, error) {
	ask := func() ([]rdfstore.RelationCount, error) { return s.inner.Relations(ctx, to) }
	return counted(ctx, s, ask, func(_ *view, all []rdfstore.RelationCount) []rdfstore.RelationCount {
		private := s.totals.relations[to.String()]
		if len(private) == 0 {
			return all
		}
		var out []rdfstore.RelationCount
		for _, c := range all {
			if c.Count = less(c.Count, private[c.Relation]); c.Count > 0 {
				out = append(out, c)
			}
		}
		return out
	})
}

// Classes returns each class that has entities and their number.
func (s *Store) Classes(ctx context.Context) ([]rdfstore.ClassCount, error) {
	ask := func() ([]rdfstore.ClassCount, error) { return s.inner.Classes(ctx) }
	return counted(ctx, s, ask, func(_ *view, all []rdfstore.ClassCount) []rdfstore.ClassCount {
		var out []rdfstore.ClassCount
		for _, c := range all {
			if c.Count = less(c.Count, s.totals.classes[c.Class]); c.Count > 0 || c.Class == (rdf.IRI{}) {
				out = append(out, c)
			}
		}
		return out
	})
}

// CountNames returns the number of the names of entities that begin with the prefix and go
// on after it.
func (s *Store) CountNames(ctx context.Context, prefix string) (uint64, error) {
	ask := func() (uint64, error) { return s.inner.CountNames(ctx, prefix) }
	return counted(ctx, s, ask, func(v *view, all uint64) uint64 { return less(all, v.below(prefix)) })
}

// Names yields the names of the entities that begin with the prefix and go on after it.
//
// A large skip costs a walk of the names where private ones are in a list, here as below.
func (s *Store) Names(ctx context.Context, prefix string, skip uint64) iter.Seq2[rdf.IRI, error] {
	return s.list(ctx, skip, func(v *view) bool { return v.below(prefix) > 0 },
		func(skip uint64) iter.Seq2[rdf.IRI, error] { return s.inner.Names(ctx, prefix, skip) })
}

// Members yields the names of the entities of the class.
func (s *Store) Members(ctx context.Context, class rdf.IRI, skip uint64) iter.Seq2[rdf.IRI, error] {
	return s.list(ctx, skip, func(*view) bool { return s.totals.classes[class] > 0 },
		func(skip uint64) iter.Seq2[rdf.IRI, error] { return s.inner.Members(ctx, class, skip) })
}

// Related yields the names of the entities that stand in the relation to the IRI.
func (s *Store) Related(ctx context.Context, to rdf.IRI, by rdfstore.Relation, skip uint64) iter.Seq2[rdf.IRI, error] {
	return s.list(ctx, skip, func(*view) bool { return s.totals.relations[to.String()][by] > 0 },
		func(skip uint64) iter.Seq2[rdf.IRI, error] { return s.inner.Related(ctx, to, by, skip) })
}

// list yields the names of a list of the store that are not private, without the first skip
// of them: the store skips where the list has no private ones. hasPrivate tells whether it
// has, and is called with the lock held for reading.
func (s *Store) list(ctx context.Context, skip uint64, hasPrivate func(*view) bool, names func(skip uint64) iter.Seq2[rdf.IRI, error]) iter.Seq2[rdf.IRI, error] {
	return func(yield func(rdf.IRI, error) bool) {
		v, err := s.now(ctx)
		if err != nil {
			yield(rdf.IRI{}, err)
			return
		}
		f := filter{store: s, begun: v, yield: yield}
		inStore := skip
		s.mu.RLock()
		if hasPrivate(v) || s.current.Load() != v {
			f.skip, inStore = skip, 0
		}
		s.mu.RUnlock()
		f.walk(ctx, names(inStore))
	}
}

// filter yields the names of a walk that are not private, without the first skip of them.
type filter struct {
	store *Store
	// begun is the view when the walk began.
	begun *view
	skip  uint64
	yield func(rdf.IRI, error) bool
}

// chunk is how many names are read before it is asked which of them are private.
const chunk = 128

func (f *filter) walk(ctx context.Context, names iter.Seq2[rdf.IRI, error]) {
	var read []rdf.IRI
	for name, err := range names {
		if err != nil {
			if f.flush(ctx, read) {
				f.yield(rdf.IRI{}, err)
			}
			return
		}
		if read = append(read, name); len(read) == chunk {
			if !f.flush(ctx, read) {
				return
			}
			read = read[:0]
		}
	}
	f.flush(ctx, read)
}

// flush yields those of the names that are entities and not private at one moment after
// they were read, and tells whether to go on.
func (f *filter) flush(ctx context.Context, read []rdf.IRI) bool {
	shows, done, err := f.shown(ctx)
	if err != nil {
		f.yield(rdf.IRI{}, err)
		return false
	}
	defer done()
	for _, name := range read {
		is, err := shows(name)
		switch {
		case err != nil:
			f.yield(rdf.IRI{}, err)
			return false
		case !is:
		case f.skip > 0:
			f.skip--
		case !f.yield(name, nil):
			return false
		}
	}
	return true
}

// shown returns what tells whether a name is to be yielded, until done is called. A store
// that has not changed since the walk began need not be asked.
func (f *filter) shown(ctx context.Context) (shows func(rdf.IRI) (bool, error), done func() error, err error) {
	v, err := f.store.now(ctx)
	if err != nil {
		return nil, nil, err
	}
	if v == f.begun {
		return func(name rdf.IRI) (bool, error) { return v.shows(name), nil }, func() error { return nil }, nil
	}
	snapshot, err := f.store.Snapshot(ctx)
	if err != nil {
		return nil, nil, err
	}
	return func(name rdf.IRI) (bool, error) { return snapshot.Has(ctx, name) }, snapshot.Close, nil
}
