package boltstore

import (
	"encoding/binary"
	"slices"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
)

// carryOut writes a plan into its transaction and returns how many entries the
// dictionary in the file then has.
func (p *plan) carryOut() (dictionary int, err error) {
	w := &changer{plan: p, tx: p.tx, dict: p.store.dict}
	if w.counters, err = getCounters(p.tx); err != nil {
		return 0, err
	}
	w.classes = newClassChanger(p.tx, w.counters)
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
	classes  *classChanger
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
	changes, err := w.plan.store.indexer().changes(t.before.entity, t.after, id)
	w.postings = append(w.postings, changes...)
	return err
}

// changes returns how the postings of a graph change from one state of its
// entity to another, either of which may be nil.
func (x indexer) changes(before, after *rdfstore.Entity, id uint64) ([]change, error) {
	var from, to []posting
	var err error
	if before != nil {
		if from, err = x.postings(before.Graph, id); err != nil {
			return nil, err
		}
	}
	if after != nil {
		if to, err = x.postings(after.Graph, id); err != nil {
			return nil, err
		}
	}
	return diff(from, to), nil
}

// members writes how the entity's classes change.
func (w *changer) members(t *transition) error {
	removed, added := classChanges(t.before.entity, t.after)
	for _, iri := range removed {
		c, err := w.classes.change(iri, -1)
		if err != nil {
			return err
		}
		if err := membersTable.delete(w.tx, memberKey(c.id, t.name.String())); err != nil {
			return err
		}
	}
	for _, iri := range added {
		c, err := w.classes.change(iri, 1)
		if err != nil {
			return err
		}
		if err := membersTable.put(w.tx, memberKey(c.id, t.name.String()), nil); err != nil {
			return err
		}
	}
	return nil
}

// finish writes what the entities have in common.
func (w *changer) finish() (dictionary int, err error) {
	slices.SortFunc(w.postings, func(a, b change) int { return a.compare(&b.place) })
	if err := updateIndex(w.tx, w.postings); err != nil {
		return 0, err
	}
	for _, c := range w.classes.changed {
		if err := putClass(w.tx, c); err != nil {
			return 0, err
		}
	}
	if err := w.counters.put(w.tx); err != nil {
		return 0, err
	}
	return w.dict.store(w.tx)
}
