package dataset

import (
	"context"
	"errors"
	"fmt"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// maxCached bounds the records that a cache keeps, in bytes of memory, about.
const maxCached = 16 << 20

// cache keeps the records that were read last: a query asks for many triples of one
// record, one after the other.
type cache struct {
	records rdfstore.Records
	// ahead is nil where nothing is read ahead.
	ahead  rdfstore.Ahead
	labels Labels

	// first is the record that came first, as many a query asks for no other: it is not
	// among young and old.
	first cached
	// young and old are the records. The old ones are let go when the young ones take
	// half of what may be kept, and the young ones are then old.
	young, old map[rdf.IRI]*cached
	// size is that of the young ones, and oldSize of the old.
	size, oldSize int
	// passing is the record that a long walk came to last, and is not among them.
	passing *cached
}

// cached is a record with the terms that it was asked for, as they are in the dataset.
type cached struct {
	rdfstore.Record
	// terms are by their numbers, nil for those that were not made. There are none
	// before the record is asked again.
	terms []rdf.Object
	// numbers is room for those of triples, nil while a match needs it.
	numbers []int
	// prefix begins the labels of the blank nodes, once there is one.
	prefix string
}

func newCache(reader Reader, labels Labels) *cache {
	records, ok := reader.(rdfstore.Records)
	if !ok {
		return nil
	}
	ahead, _ := reader.(rdfstore.Ahead)
	return &cache{records: records, ahead: ahead, labels: labels}
}

// of returns the record of a name, nil where there is none.
func (c *cache) of(ctx context.Context, name rdf.IRI) (*cached, error) {
	if c.passing != nil && c.passing.Name() == name {
		return c.passing, nil
	}
	if known := c.kept(name); known != nil {
		return known, nil
	}
	record, err := c.records.Record(ctx, name)
	if err != nil {
		var deleted *rdfstore.DeletedError
		if errors.Is(err, rdfstore.ErrNotFound) || errors.As(err, &deleted) {
			err = nil
		}
		return nil, err
	}
	return c.add(record), nil
}

// known returns the record in the cache that is the same as one that was found, or
// else keeps that, only until the next where keep is false.
func (c *cache) known(record rdfstore.Record, keep bool) *cached {
	if !keep {
		c.passing = &cached{Record: record}
		return c.passing
	}
	if known := c.kept(record.Name()); known != nil {
		return known
	}
	return c.add(record)
}

// kept returns the record of a name that is kept, nil where it is not.
func (c *cache) kept(name rdf.IRI) *cached {
	if c.isFirst(name) {
		return &c.first
	}
	if known, ok := c.young[name]; ok {
		return known
	}
	if known, ok := c.old[name]; ok {
		return c.put(known)
	}
	return nil
}

func (c *cache) isFirst(name rdf.IRI) bool { return c.first.Record != nil && c.first.Name() == name }

// add keeps a record.
func (c *cache) add(record rdfstore.Record) *cached {
	if c.first.Record == nil {
		c.first.Record = record
		return &c.first
	}
	return c.put(&cached{Record: record})
}

// put keeps a record among the young ones.
func (c *cache) put(r *cached) *cached {
	if c.young == nil {
		c.young = map[rdf.IRI]*cached{}
	}
	c.young[r.Name()] = r
	const perTerm = 96
	if c.size += r.Size() + perTerm*r.Terms(); c.size > maxCached/2 {
		c.old, c.young, c.oldSize, c.size = c.young, nil, c.size, 0
	}
	return r
}

// triple returns a triple of a record as it is in the dataset, without the ends that the plan
// omits.
func (c *cache) triple(r *cached, number int, p *plan) (t rdf.Triple, err error) {
	subject, object := r.Ends(number)
	if !p.omit.Subject {
		if t.Subj, err = c.subject(r, subject); err != nil {
			return t, err
		}
	}
	if !p.omit.Object {
		if t.Obj, err = c.term(r, object); err != nil {
			return t, err
		}
	}
	t.Pred, err = r.Predicate(number)
	return t, err
}

func (c *cache) subject(r *cached, number int) (rdf.Subject, error) {
	term, err := c.term(r, number)
	if err != nil {
		return nil, err
	}
	s, ok := term.(rdf.Subject)
	if !ok {
		return nil, fmt.Errorf("%w: a triple of %s has %v for a subject", rdfstore.ErrCorrupt, r.Name(), term)
	}
	return s, nil
}

// term returns a term of a record as it is in the dataset, and keeps it if the record
// keeps any.
func (c *cache) term(r *cached, number int) (rdf.Object, error) {
	if r.terms != nil && r.terms[number] != nil {
		return r.terms[number], nil
	}
	t, err := r.Term(number)
	if err != nil {
		return nil, err
	}
	if b, ok := t.(rdf.Blank); ok {
		t = c.scoped(r, b)
	}
	if r.terms != nil {
		r.terms[number] = t
	}
	return t, nil
}

// scoped returns a blank node of a record as it is in the dataset.
func (c *cache) scoped(r *cached, b rdf.Blank) rdf.Blank {
	if r.prefix == "" {
		r.prefix = c.labels.prefix(r.Name())
	}
	return scoped(b, r.prefix)
}

// count returns how many triples of the record of a name match.
func (c *cache) count(ctx context.Context, name rdf.IRI, p rdfstore.Pattern) (uint64, error) {
	r, err := c.of(ctx, name)
	if r == nil || err != nil {
		return 0, err
	}
	r.numbers = r.Find(r.numbers[:0], p)
	return uint64(len(r.numbers)), nil
}

// has tells whether the record of a name is at hand.
func (c *cache) has(name rdf.IRI) bool {
	return c.passing != nil && c.passing.Name() == name || c.isFirst(name) || c.young[name] != nil || c.old[name] != nil
}
