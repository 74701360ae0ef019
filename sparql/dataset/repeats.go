package dataset

import (
	"cmp"
	"context"
	"hash/maphash"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// maxKept bounds how many answers of each kind repeats keeps, and maxNamed those of the kind
// that is asked for most.
const (
	maxKept  = 1 << 16
	maxNamed = 1 << 19
)

// repeats finds out which triples repeat what another graph states. Records mention
// the same few thousand concepts and people again and again, so it keeps the answers
// for a while.
type repeats struct {
	reader Reader
	// cache is nil where records are not kept.
	cache *cache

	names  answers[rdf.IRI, bool]
	firsts answers[rdf.Triple, rdf.Context]
	// named and stated are the same by the keys that records give of terms, of which named has
	// digests.
	named  answers[digest, bool]
	stated answers[statement, rdf.IRI]
	said   saidOf
}

// statement is a triple without blank nodes by the keys of its terms.
type statement struct {
	// own tells that the subject has no record of its own, as far as that was asked.
	own             bool
	subject, object string
	predicate       rdf.Predicate
}

// answers are what is kept of one kind. The old ones are let go when the young ones are
// half of what may be kept, and the young ones are then old.
type answers[K comparable, V any] struct {
	young, old map[K]V
	// most is how many may be kept, maxKept where it is 0.
	most int
}

// digest is 128 bits of a text: that two of ten million texts agree in them has a chance of one in
// 10^24.
type digest [2]uint64

// seeds are other ones in each process, so that nobody can make texts for which they agree.
var seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

func digestOf(text string) digest {
	return digest{maphash.String(seeds[0], text), maphash.String(seeds[1], text)}
}

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
	if a.young == nil || len(a.young) >= cmp.Or(a.most, maxKept)/2 {
		a.old, a.young = a.young, map[K]V{}
	}
	a.young[key] = v
}

func (a *answers[K, V]) len() int { return len(a.young) + len(a.old) }

func newRepeats(reader Reader, c *cache) repeats {
	return repeats{reader: reader, cache: c, named: answers[digest, bool]{most: maxNamed}}
}

// has tells whether there is a record of the name.
func (r *repeats) has(ctx context.Context, name rdf.IRI) (bool, error) {
	return ask(&r.names, name, func() (bool, error) {
		if r.cache != nil && r.cache.has(name) {
			return true, nil
		}
		return r.reader.Has(ctx, name)
	})
}

// countsIn tells whether a triple of a record whose subject is an IRI, and another than the
// name where the plan asks for own triples, counts by that record.
func (r *repeats) countsIn(ctx context.Context, p plan, in rdfstore.Record, number int) (bool, error) {
	subject, object := in.Ends(number)
	key := statement{own: p.own, subject: in.Key(subject)}
	if p.own { // most subjects have a record
		if has, err := r.hasNamed(ctx, in, subject, key.subject); has || err != nil {
			return false, err
		}
	}
	if key.object = in.Key(object); !p.once || key.object == "" {
		return true, nil
	}
	var err error
	if key.predicate, err = in.Predicate(number); err != nil {
		return false, err
	}
	if first, ok := r.stated.get(key); ok {
		return first == in.Name(), nil
	}
	first, err := r.firstOf(ctx, in, number)
	if err != nil {
		return false, err
	}
	r.stated.put(statement{p.own, strings.Clone(key.subject), strings.Clone(key.object), key.predicate}, first)
	return first == in.Name(), nil
}

// hasNamed tells whether there is a record of the name that is a term of another record,
// which gives the key of it.
func (r *repeats) hasNamed(ctx context.Context, in rdfstore.Record, term int, key string) (bool, error) {
	return ask(&r.named, digestOf(key), func() (bool, error) {
		made, err := in.Term(term)
		name, isIRI := made.(rdf.IRI)
		if err != nil || !isIRI {
			return false, err
		}
		return r.reader.Has(ctx, name)
	})
}

// firstOf returns the first graph that states a triple of a record, which has no blank
// nodes.
func (r *repeats) firstOf(ctx context.Context, in rdfstore.Record, number int) (name rdf.IRI, err error) {
	var t rdf.Triple
	subject, object := in.Ends(number)
	s, err := in.Term(subject)
	if err != nil {
		return name, err
	}
	t.Subj, _ = s.(rdf.Subject)
	if t.Obj, err = in.Term(object); err != nil {
		return name, err
	}
	if t.Pred, err = in.Predicate(number); err != nil {
		return name, err
	}
	first, err := r.first(ctx, t)
	name, _ = first.(rdf.IRI)
	return name, err
}

// first returns the first graph, in the order of the store, that states a triple
// without blank nodes, nil where none does.
func (r *repeats) first(ctx context.Context, t rdf.Triple) (rdf.Context, error) {
	return ask(&r.firsts, t, func() (rdf.Context, error) {
		for m, err := range r.reader.Match(ctx, rdfstore.Pattern{Subject: t.Subj, Predicate: t.Pred, Object: t.Obj}, "") {
			return m.Quad.Ctx, err
		}
		return nil, nil
	})
}

// ask returns what is kept of a key, or else finds it and keeps it.
func ask[K comparable, V any](kept *answers[K, V], key K, find func() (V, error)) (V, error) {
	found, ok := kept.get(key)
	if ok {
		return found, nil
	}
	found, err := find()
	if err != nil {
		return found, err
	}
	kept.put(key, found)
	return found, nil
}
