package dataset

import (
	"context"
	"errors"
	"sync"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// maxCached bounds the records that a cache keeps, in bytes of memory, about.
const maxCached = 16 << 20

// cache keeps the records that were read last: a query asks for many triples of one
// record, one after the other.
type cache struct {
	records rdfstore.Records
	labels  Labels

	mu sync.Mutex
	// young and old are the records. The old ones are let go when the young ones take
	// half of what may be kept, and the young ones are then old.
	young, old map[rdf.IRI]*cached
	size       int
	// local has the nodes of the records by their labels in the dataset.
	local map[rdf.Blank]localNode
}

// cached is a record with the triples that were asked for, labelled as in the dataset.
type cached struct {
	rdfstore.Record
	made    []rdf.Triple
	blanks  map[rdf.Blank]rdf.Blank
	numbers []int
}

// localNode is a blank node as it is in a record.
type localNode struct {
	node  rdf.Blank
	graph rdf.IRI
}

// maxLocal bounds how many blank nodes are kept.
const maxLocal = 1 << 16

func newCache(reader Reader, labels Labels) *cache {
	records, ok := reader.(rdfstore.Records)
	if !ok {
		return nil
	}
	return &cache{records: records, labels: labels, young: map[rdf.IRI]*cached{}, local: map[rdf.Blank]localNode{}}
}

// of returns the record of a name, nil where there is none. The caller holds the lock.
func (c *cache) of(ctx context.Context, name rdf.IRI) (*cached, error) {
	if known, ok := c.young[name]; ok {
		return known, nil
	}
	if known, ok := c.old[name]; ok {
		c.add(known)
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
	return c.add(&cached{Record: record}), nil
}

// known returns the record in the cache that is the same as one that was found, or
// else keeps that. The caller holds the lock.
func (c *cache) known(record rdfstore.Record) *cached {
	if known, ok := c.young[record.Name()]; ok {
		return known
	}
	if known, ok := c.old[record.Name()]; ok {
		return c.add(known)
	}
	return c.add(&cached{Record: record})
}

func (c *cache) add(r *cached) *cached {
	c.young[r.Name()] = r
	if c.size += r.Size(); c.size > maxCached/2 {
		c.old, c.young, c.size = c.young, map[rdf.IRI]*cached{}, 0
	}
	return r
}

// triple returns a triple of a record as it is in the dataset. The caller holds the
// lock.
func (c *cache) triple(r *cached, number int) (rdf.Triple, error) {
	if r.made == nil {
		r.made = make([]rdf.Triple, r.Len())
	}
	if r.made[number].Subj != nil {
		return r.made[number], nil
	}
	t, err := r.Triple(number)
	if err != nil {
		return t, err
	}
	if b, ok := t.Subj.(rdf.Blank); ok {
		t.Subj = c.scoped(r, b)
	}
	if b, ok := t.Obj.(rdf.Blank); ok {
		t.Obj = c.scoped(r, b)
	}
	r.made[number] = t
	return t, nil
}

// scoped returns a blank node of a record as it is in the dataset.
func (c *cache) scoped(r *cached, b rdf.Blank) rdf.Blank {
	if made, ok := r.blanks[b]; ok {
		return made
	}
	if r.blanks == nil {
		r.blanks = map[rdf.Blank]rdf.Blank{}
	}
	made := c.labels.Scoped(b, r.Name())
	r.blanks[b] = made
	if len(c.local) >= maxLocal {
		clear(c.local)
	}
	c.local[made] = localNode{b, r.Name()}
	return made
}

// find appends the triples of a record that match, as they are in the dataset.
func (c *cache) find(ctx context.Context, out []rdf.Triple, name rdf.IRI, p rdfstore.Pattern) ([]rdf.Triple, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, err := c.of(ctx, name)
	if r == nil || err != nil {
		return out, err
	}
	r.numbers = r.Find(r.numbers[:0], p)
	return c.triples(out, r, r.numbers)
}

// found appends the triples that were found in a record, as they are in the dataset.
func (c *cache) found(out []rdf.Triple, found rdfstore.Found) ([]rdf.Triple, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.triples(out, c.known(found.Record), found.Triples)
}

func (c *cache) triples(out []rdf.Triple, r *cached, numbers []int) ([]rdf.Triple, error) {
	for _, number := range numbers {
		t, err := c.triple(r, number)
		if err != nil {
			return out, err
		}
		out = append(out, t)
	}
	return out, nil
}

// has tells whether the record of a name is kept.
func (c *cache) has(name rdf.IRI) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.young[name] != nil || c.old[name] != nil
}

// node returns what a label of the dataset stands for, if that is known.
func (c *cache) node(scoped rdf.Blank) (localNode, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	node, ok := c.local[scoped]
	return node, ok
}
