package boltstore

import (
	"encoding/binary"
	"slices"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
)

// carryOut writes a plan into its transaction and returns how many entries the
// dictionary in the file then has.
func (p *plan) carryOut() (dictionary int, err error) {
	w := &changer{plan: p, tx: p.tx, dict: p.store.dict, classes: map[rdf.IRI]class{}}
	if w.counters, err = getCounters(p.tx); err != nil {
		return 0, err
	}
	for _, name := range p.names {
		if err := w.entity(p.entities[name]); err != nil {
			return 0, err
		}
	}
	for _, entry := range p.log {
		if err := putLogEntry(p.tx, entry); err != nil {
			return 0, err
		}
	}
	return w.finish()
}

// changer writes a plan.
type changer struct {
	plan     *plan
	tx       *bbolt.Tx
	dict     *dictionary
	counters *counters
	// classes are those whose number of entities changes.
	classes  map[rdf.IRI]class
	postings []change
}

// entity writes what becomes of one entity.
func (w *changer) entity(t *transition) error {
	if t.after == t.before.entity {
		if t.deleted != nil { // created and deleted again
			return putTombstone(w.tx, t.name, t.deleted.Seq, t.deleted.Time)
		}
		return nil
	}
	id := t.before.id
	if t.before.entity == nil {
		w.counters.graphs++
		id = w.counters.graphs
	}
	if err := w.index(t, id); err != nil {
		return err
	}
	if err := w.members(t); err != nil {
		return err
	}
	w.counters.triples -= uint64(t.before.triples)
	if t.after == nil {
		w.counters.entities--
		return w.remove(t, id)
	}
	w.counters.triples += uint64(len(t.after.Graph.Triples))
	payload, err := w.dict.encode(t.after)
	if err != nil {
		return err
	}
	if err := graphsTable.put(w.tx, number(id), payload); err != nil || t.before.entity != nil {
		return err
	}
	w.counters.entities++
	key := []byte(t.name.String())
	if err := tombstonesTable.delete(w.tx, key); err != nil {
		return err
	}
	return namesTable.put(w.tx, key, binary.AppendUvarint(nil, id))
}

// remove writes the deletion of an entity.
func (w *changer) remove(t *transition, id uint64) error {
	if err := graphsTable.delete(w.tx, number(id)); err != nil {
		return err
	}
	if err := namesTable.delete(w.tx, []byte(t.name.String())); err != nil {
		return err
	}
	return putTombstone(w.tx, t.name, t.deleted.Seq, t.deleted.Time)
}

// index takes down how the postings of a graph change.
func (w *changer) index(t *transition, id uint64) error {
	tallyOf := func(e *rdfstore.Entity) (map[place]uint32, error) {
		if e == nil {
			return nil, nil
		}
		return tally(e.Graph, id, w.dict)
	}
	before, err := tallyOf(t.before.entity)
	if err != nil {
		return err
	}
	after, err := tallyOf(t.after)
	if err != nil {
		return err
	}
	w.postings = append(w.postings, diff(before, after)...)
	return nil
}

// members writes how the entity's classes change.
func (w *changer) members(t *transition) error {
	classesOf := func(e *rdfstore.Entity) []rdf.IRI {
		if e == nil {
			return nil
		}
		return e.Graph.Classes()
	}
	before, after := classesOf(t.before.entity), classesOf(t.after)
	for _, iri := range before {
		if !slices.Contains(after, iri) {
			if err := w.member(iri, t.name.String(), false); err != nil {
				return err
			}
		}
	}
	for _, iri := range after {
		if !slices.Contains(before, iri) {
			if err := w.member(iri, t.name.String(), true); err != nil {
				return err
			}
		}
	}
	return nil
}

// member lists an entity in a class, or takes it off the list.
func (w *changer) member(iri rdf.IRI, name string, add bool) error {
	c, ok := w.classes[iri]
	if !ok {
		var err error
		if c, err = getClass(w.tx, iri); err != nil {
			return err
		}
	}
	if c.id == 0 {
		w.counters.classes++
		c.id = w.counters.classes
	}
	key := memberKey(c.id, name)
	if add {
		c.entities++
	} else {
		c.entities--
	}
	w.classes[iri] = c
	if add {
		return membersTable.put(w.tx, key, nil)
	}
	return membersTable.delete(w.tx, key)
}

// finish writes what the entities have in common.
func (w *changer) finish() (dictionary int, err error) {
	slices.SortFunc(w.postings, func(a, b change) int { return a.compare(b.place) })
	if err := updateIndex(w.tx, w.postings); err != nil {
		return 0, err
	}
	for _, c := range w.classes {
		if err := putClass(w.tx, c); err != nil {
			return 0, err
		}
	}
	if err := w.counters.put(w.tx); err != nil {
		return 0, err
	}
	return w.dict.store(w.tx)
}
