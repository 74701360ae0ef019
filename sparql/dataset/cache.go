package dataset

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"

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
	size       int
	// passing is the record that a long walk came to last, and is not among them.
	passing *cached
	// seed and local have blank nodes of the records that were made last, each in the
	// place that the hash of its label in the dataset gives it; none before the first.
	seed  maphash.Seed
	local []localNode
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

// localNode is a blank node as it is in a record, and as it is in the dataset.
type localNode struct {
	scoped, node rdf.Blank
	graph        rdf.IRI
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
		c.old, c.young, c.size = c.young, nil, 0
	}
	return r
}

// triple returns a triple of a record as it is in the dataset, without the ends that the plan
// omits.
func (c *cache) triple(r *cached, number int, p *plan) (t rdf.Triple, err error) {
	subject, object := r.Ends(number)
	if !p.omit.Subject {
		if t.Subj, err = c.subject(r, subject, p); err != nil {
			return t, err
		}
	}
	if !p.omit.Object {
		if t.Obj, err = c.term(r, object, p); err != nil {
			return t, err
		}
	}
	t.Pred, err = r.Predicate(number)
	return t, err
}

func (c *cache) subject(r *cached, number int, p *plan) (rdf.Subject, error) {
	term, err := c.term(r, number, p)
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
func (c *cache) term(r *cached, number int, p *plan) (rdf.Object, error) {
	if r.terms != nil && r.terms[number] != nil {
		return r.terms[number], nil
	}
	t, err := r.Term(number)
	if err != nil {
		return nil, err
	}
	if b, ok := t.(rdf.Blank); ok {
		t = c.scoped(r, b, p)
	}
	if r.terms != nil {
		r.terms[number] = t
	}
	return t, nil
}

// scoped returns a blank node of a record as it is in the dataset, and keeps it in mind unless
// it will not be asked for.
func (c *cache) scoped(r *cached, b rdf.Blank, p *plan) rdf.Blank {
	if r.prefix == "" {
		r.prefix = c.labels.prefix(r.Name())
	}
	made := scoped(b, r.prefix)
	if p.last {
		return made
	}
	if at := c.place(made); at.graph != (rdf.IRI{}) && at.scoped != made {
		c.moreLocal()
	}
	*c.place(made) = localNode{made, b, r.Name()}
	return made
}

// The number of blank nodes that are kept, at first and at most: a query asks for one soon
// after it is made.
const (
	fewLocal = 1 << 3
	maxLocal = 1 << 6
)

// moreLocal makes room for more blank nodes, up to the most.
func (c *cache) moreLocal() {
	before := c.local
	if len(before) == maxLocal {
		return
	}
	c.local = make([]localNode, 2*len(before))
	for _, node := range before {
		if node.graph != (rdf.IRI{}) {
			*c.place(node.scoped) = node
		}
	}
}

// place returns where a blank node is kept.
func (c *cache) place(scoped rdf.Blank) *localNode {
	if c.local == nil {
		c.seed, c.local = maphash.MakeSeed(), make([]localNode, fewLocal)
	}
	return &c.local[maphash.String(c.seed, scoped.String())%uint64(len(c.local))]
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

// has tells whether the record of a name is kept.
func (c *cache) has(name rdf.IRI) bool {
	return c.isFirst(name) || c.young[name] != nil || c.old[name] != nil
}

// node returns what a label of the dataset stands for, if that is known.
func (c *cache) node(scoped rdf.Blank) (localNode, bool) {
	if c.local == nil {
		return localNode{}, false
	}
	node := *c.place(scoped)
	return node, node.scoped == scoped
}
