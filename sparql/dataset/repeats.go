package dataset

import (
	"context"
	"sync"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// maxKept bounds how many answers of each kind repeats keeps.
const maxKept = 1 << 16

// repeats finds out which triples repeat what another graph states. Records mention
// the same few thousand concepts and people again and again, so it keeps the answers
// for a while.
type repeats struct {
	reader Reader
	// cache is nil where records are not kept.
	cache *cache

	mu     sync.Mutex
	names  answers[rdf.IRI, bool]
	firsts answers[rdf.Triple, rdf.Context]
}

// answers are what is kept of one kind. The old ones are let go when the young ones are
// half of what may be kept, and the young ones are then old.
type answers[K comparable, V any] struct{ young, old map[K]V }

func (a *answers[K, V]) get(key K) (V, bool) {
	if v, ok := a.young[key]; ok {
		return v, true
	}
	v, ok := a.old[key]
	if ok {
		a.put(key, v)
	}
	return v, ok
}

func (a *answers[K, V]) put(key K, v V) {
	if a.young == nil || len(a.young) >= maxKept/2 {
		a.old, a.young = a.young, map[K]V{}
	}
	a.young[key] = v
}

func newRepeats(reader Reader, c *cache) repeats {
	return repeats{reader: reader, cache: c}
}

// has tells whether there is a record of the name.
func (r *repeats) has(ctx context.Context, name rdf.IRI) (bool, error) {
	return ask(r, &r.names, name, func() (bool, error) {
		if r.cache != nil && r.cache.has(name) {
			return true, nil
		}
		return r.reader.Has(ctx, name)
	})
}

// first returns the first graph, in the order of the store, that states a triple
// without blank nodes, nil where none does.
func (r *repeats) first(ctx context.Context, t rdf.Triple) (rdf.Context, error) {
	return ask(r, &r.firsts, t, func() (rdf.Context, error) {
		for m, err := range r.reader.Match(ctx, rdfstore.Pattern{Subject: t.Subj, Predicate: t.Pred, Object: t.Obj}, "") {
			return m.Quad.Ctx, err
		}
		return nil, nil
	})
}

// ask returns what is kept of a key, or else finds it and keeps it.
func ask[K comparable, V any](r *repeats, kept *answers[K, V], key K, find func() (V, error)) (V, error) {
	r.mu.Lock()
	found, ok := kept.get(key)
	r.mu.Unlock()
	if ok {
		return found, nil
	}
	found, err := find()
	if err != nil {
		return found, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	kept.put(key, found)
	return found, nil
}
