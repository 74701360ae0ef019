package boltstore

import (
	"cmp"
	"context"
	"encoding/binary"
	"iter"
	"slices"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/graph"
)

// class is an entry of the classes table.
type class struct {
	iri rdf.IRI
	// id is the class's number, under which the index lists its entities.
	id uint64
	// entities is how many there are.
	entities uint64
}

func decodeClass(key, payload []byte) (class, error) {
	f := table.Fields{Rest: string(payload)}
	c := class{id: f.Uvarint(), entities: f.Uvarint()}
	if err := f.Err("class " + string(key)); err != nil {
		return c, err
	}
	var err error
	if c.iri, err = graph.IRI(string(key)); err != nil {
		return c, table.Classes.Corrupt(key, err.Error())
	}
	return c, nil
}

// getClass returns a class, with number 0 where no entity is of it.
func getClass(tx *bbolt.Tx, iri rdf.IRI) (class, error) {
	payload, err := table.Classes.Get(tx, []byte(iri.String()))
	if payload == nil || err != nil {
		return class{iri: iri}, err
	}
	return decodeClass([]byte(iri.String()), payload)
}

// encode returns the entry of a class that has entities.
func (c class) encode() []byte {
	return binary.AppendUvarint(binary.AppendUvarint(nil, c.id), c.entities)
}

// putClass stores a class, or removes one that has no entities.
func putClass(tx *bbolt.Tx, c class) error {
	key := []byte(c.iri.String())
	if c.entities == 0 {
		return table.Classes.Delete(tx, key)
	}
	return table.Classes.Put(tx, key, c.encode())
}

// members is the list of the entities of a class. Each has one posting in it, of
// predicate 0.
func (c class) members() walkList { return walkList{list: list{byClass, c.id}} }

// Members yields the names of the entities of the class, in order of the numbers
// of their graphs.
func (s *Store) Members(ctx context.Context, class rdf.IRI, skip uint64) iter.Seq2[rdf.IRI, error] {
	return listedWalk{
		store: s,
		// A class that loses all its entities and gets others has another number.
		list: func(tx *bbolt.Tx) (walkList, bool, error) {
			c, err := getClass(tx, class)
			return c.members(), c.id != 0, err
		},
		look: func(record []byte) (rdf.IRI, bool, error) {
			name, err := nameInRecord(record, s.dict)
			return name, true, err
		},
		skip: skip,
	}.names(ctx)
}

// classChanger counts how the classes of a store change.
type classChanger struct {
	tx       *bbolt.Tx
	counters *counters
	changed  map[rdf.IRI]class
}

func newClassChanger(tx *bbolt.Tx, c *counters) *classChanger {
	return &classChanger{tx: tx, counters: c, changed: map[rdf.IRI]class{}}
}

// change adds n to the entities of a class and returns the class. A class that
// had none gets a number.
func (cc *classChanger) change(iri rdf.IRI, n int) (class, error) {
	c, ok := cc.changed[iri]
	if !ok {
		var err error
		if c, err = getClass(cc.tx, iri); err != nil {
			return c, err
		}
	}
	if c.id == 0 {
		cc.counters.classes++
		c.id = cc.counters.classes
	}
	c.entities += uint64(n)
	cc.changed[iri] = c
	return c, nil
}

// index counts how the classes of a graph change from one state of its entity
// to another, either of which may be nil, and returns how its postings in the
// lists of the classes change, in order.
func (cc *classChanger) index(before, after *rdfstore.Entity, id uint64) ([]change, error) {
	removed, added := classChanges(before, after)
	var changes []change
	for _, iri := range removed {
		c, err := cc.change(iri, -1)
		if err != nil {
			return nil, err
		}
		changes = append(changes, change{c.members().place(0, id), 1, 0})
	}
	for _, iri := range added {
		c, err := cc.change(iri, 1)
		if err != nil {
			return nil, err
		}
		changes = append(changes, change{c.members().place(0, id), 0, 1})
	}
	slices.SortFunc(changes, func(a, b change) int { return cmp.Compare(a.hash, b.hash) })
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
	for _, iri := range from {
		if !slices.Contains(to, iri) {
			removed = append(removed, iri)
		}
	}
	for _, iri := range to {
		if !slices.Contains(from, iri) {
			added = append(added, iri)
		}
	}
	return removed, added
}
