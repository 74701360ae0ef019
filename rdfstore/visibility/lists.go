package visibility

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
func (s *Store) Names(ctx context.Context, prefix string, skip uint64) iter.Seq2[rdf.IRI, error] {
	return s.list(ctx,
		func(v *view) (start, error) { return s.seek(ctx, v, prefix, skip) },
		func(skip uint64) iter.Seq2[rdf.IRI, error] { return s.inner.Names(ctx, prefix, skip) })
}

// Members yields the names of the entities of the class. A large skip costs a walk where
// private entities are of the class, too.
func (s *Store) Members(ctx context.Context, class rdf.IRI, skip uint64) iter.Seq2[rdf.IRI, error] {
	return s.list(ctx,
		func(v *view) (start, error) {
			return s.startAt(v, skip, func() bool { return s.totals.classes[class] > 0 }), nil
		},
		func(skip uint64) iter.Seq2[rdf.IRI, error] { return s.inner.Members(ctx, class, skip) })
}

// Related yields the names of the entities that stand in the relation to the IRI. A large
// skip costs a walk where private entities do, too.
func (s *Store) Related(ctx context.Context, to rdf.IRI, by rdfstore.Relation, skip uint64) iter.Seq2[rdf.IRI, error] {
	return s.list(ctx,
		func(v *view) (start, error) {
			return s.startAt(v, skip, func() bool { return s.totals.relations[to.String()][by] > 0 }), nil
		},
		func(skip uint64) iter.Seq2[rdf.IRI, error] { return s.inner.Related(ctx, to, by, skip) })
}

// start is where the walk of a list begins: after so many names of the store's list, and
// without the next skip of those that are not private.
type start struct{ stored, skip uint64 }

// startAt returns the start at which skip names that are not private are left out. hasPrivate
// tells whether the list has private ones; it is called with the lock held for reading.
func (s *Store) startAt(v *view, skip uint64, hasPrivate func() bool) start {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if hasPrivate() || s.current.Load() != v {
		return start{0, skip}
	}
	return start{skip, 0}
}

// maxSeeks bounds how often a place in a list of names is looked at.
const maxSeeks = 64

// seek returns the start at which skip names with a prefix that are not private are left
// out. It looks at the place that would be it if no private names came before, then at the
// one so much further as there are, and so on until there are no more.
func (s *Store) seek(ctx context.Context, v *view, prefix string, skip uint64) (start, error) {
	at := skip
	for range maxSeeks {
		before := v.below(prefix)
		for name, err := range s.inner.Names(ctx, prefix, at) {
			if err != nil {
				return start{}, err
			}
			before = v.between(prefix, name.String())
			break
		}
		if at != skip+before {
			at = skip + before
			continue
		}
		last, err := s.inner.LastChange(ctx)
		if err != nil {
			return start{}, err
		}
		if last.Seq == v.at {
			return start{at, 0}, nil
		}
		break // the places are those of several moments
	}
	return start{0, skip}, nil
}

// list yields the names of a list of the store that are not private, from a start.
func (s *Store) list(ctx context.Context, from func(*view) (start, error), names func(skip uint64) iter.Seq2[rdf.IRI, error]) iter.Seq2[rdf.IRI, error] {
	return func(yield func(rdf.IRI, error) bool) {
		v, err := s.now(ctx)
		if err != nil {
			yield(rdf.IRI{}, err)
			return
		}
		first, err := from(v)
		if err != nil {
			yield(rdf.IRI{}, err)
			return
		}
		f := filter{store: s, begun: v, skip: first.skip, yield: yield}
		f.walk(ctx, names(first.stored))
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
