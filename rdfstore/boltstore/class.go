package boltstore

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/record"
)

// membersOf is the list of the entities of a class. Each has one posting in it, of
// predicate 0.
func membersOf(c record.Class) postings.Part {
	return postings.Part{List: postings.List{Kind: postings.ByClass, Hash: c.ID}}
}

// Members yields the names of the entities of the class, in order of the numbers
// of their graphs.
func (s *Store) Members(ctx context.Context, class rdf.IRI, skip uint64) iter.Seq2[rdf.IRI, error] {
	return listedWalk{
		store: s,
		// A class that loses all its entities and gets others has another number.
		list: func(tx *bbolt.Tx) (postings.Part, bool, error) {
			c, err := record.GetClass(tx, class)
			return membersOf(c), c.ID != 0, err
		},
		look: func(payload []byte) (rdf.IRI, bool, error) {
			name, err := record.NameInRecord(payload, s.dict)
			return name, true, err
		},
		skip: skip,
	}.names(ctx)
}

// classChanger counts how the classes of a store change.
type classChanger struct {
	tx       *bbolt.Tx
	counters *record.Counters
	changed  map[rdf.IRI]record.Class
}

func newClassChanger(tx *bbolt.Tx, c *record.Counters) *classChanger {
	return &classChanger{tx: tx, counters: c, changed: map[rdf.IRI]record.Class{}}
}

// change adds n to the entities of a class and returns the class. A class that
// had none gets a number.
func (cc *classChanger) change(iri rdf.IRI, n int) (record.Class, error) {
	c, ok := cc.changed[iri]
	if !ok {
		var err error
		if c, err = record.GetClass(cc.tx, iri); err != nil {
			return c, err
		}
	}
	if c.ID == 0 {
		cc.counters.Classes++
		c.ID = cc.counters.Classes
	}
	c.Entities += uint64(n)
	cc.changed[iri] = c
	return c, nil
}

// index counts how the classes of a graph change from one state of its entity
// to another, either of which may be nil, and returns how its postings in the
// lists of the classes change, in order.
func (cc *classChanger) index(before, after *rdfstore.Entity, id uint64) ([]postings.Change, error) {
	removed, added := classChanges(before, after)
	var changes []postings.Change
	for _, iri := range removed {
		c, err := cc.change(iri, -1)
		if err != nil {
			return nil, err
		}
		changes = append(changes, postings.Change{Place: membersOf(c).Place(0, id), From: 1, To: 0})
	}
	for _, iri := range added {
		c, err := cc.change(iri, 1)
		if err != nil {
			return nil, err
		}
		changes = append(changes, postings.Change{Place: membersOf(c).Place(0, id), From: 0, To: 1})
	}
	slices.SortFunc(changes, func(a, b postings.Change) int { return cmp.Compare(a.Hash, b.Hash) })
	return changes, nil
}

// classChanges returns the classes that an entity loses and gains from one
// state to another, either of which may be nil.
func classChanges(before, after *rdfstore.Entity) (removed, added []rdf.IRI) {
	var from, to []rdf.IRI
	if before != nil {
		from = before.Graph.Classes()
	}
	if after != nil {
		to = after.Graph.Classes()
	}
	return without(from, to), without(to, from)
}

// fewClasses is how many classes take less time to look through than to make a
// map of.
const fewClasses = 16

// without returns the classes that are not among others.
func without(classes, others []rdf.IRI) (rest []rdf.IRI) {
	has := func(iri rdf.IRI) bool { return slices.Contains(others, iri) }
	if len(others) > fewClasses {
		set := make(map[rdf.IRI]bool, len(others))
		for _, iri := range others {
			set[iri] = true
		}
		has = func(iri rdf.IRI) bool { return set[iri] }
	}
	for _, iri := range classes {
		if !has(iri) {
			rest = append(rest, iri)
		}
	}
	return rest
}
