package postings

import (
	"cmp"
	"slices"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/record"
)

// Members is the list of the entities of a class. Each has one posting in it, of
// predicate 0.
func Members(c record.Class) Part {
	return Part{List: List{Kind: ByClass, Hash: c.ID}}
}

// ClassChanger counts how the classes of a store change.
type ClassChanger struct {
	tx       *bbolt.Tx
	counters *record.Counters
	// Changed are the classes that were looked at, as they are afterwards.
	Changed map[rdf.IRI]record.Class
}

// NewClassChanger counts in c, from the classes that the transaction sees.
func NewClassChanger(tx *bbolt.Tx, c *record.Counters) *ClassChanger {
	return &ClassChanger{tx: tx, counters: c, Changed: map[rdf.IRI]record.Class{}}
}

// Change adds n to the entities of a class and returns the class. A class that
// had none gets a number.
func (cc *ClassChanger) Change(iri rdf.IRI, n int) (record.Class, error) {
	c, ok := cc.Changed[iri]
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
	cc.Changed[iri] = c
	return c, nil
}

// Index counts how the classes of a graph change from one state of its entity
// to another, either of which may be nil, and returns how its postings in the
// lists of the classes change, in order.
func (cc *ClassChanger) Index(before, after *rdfstore.Entity, id uint64) ([]Change, error) {
	removed, added := classChanges(before, after)
	var changes []Change
	for _, iri := range removed {
		c, err := cc.Change(iri, -1)
		if err != nil {
			return nil, err
		}
		changes = append(changes, Change{Place: Members(c).Place(0, id), From: 1, To: 0})
	}
	for _, iri := range added {
		c, err := cc.Change(iri, 1)
		if err != nil {
			return nil, err
		}
		changes = append(changes, Change{Place: Members(c).Place(0, id), From: 0, To: 1})
	}
	slices.SortFunc(changes, func(a, b Change) int { return cmp.Compare(a.Hash, b.Hash) })
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
