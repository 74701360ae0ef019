package boltstore

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/record"
)

// plan is what a batch of requests comes to, before anything is written: the
// state that each entity they name will have, and the entries for the log. A
// request that fails leaves no trace in it.
type plan struct {
	store *Store
	tx    *bbolt.Tx
	// before is the memtable of the commit before.
	before *memtable.Memtable
	// seq and now are the last sequence number of the log and the time of the
	// entries to come.
	seq uint64
	now time.Time
	// entities has what each name held before the batch and will hold.
	entities map[string]*transition
	// names are the keys of entities in the order in which they came.
	names []string
	log   []rdfstore.LogEntry
}

// transition is what becomes of one entity.
type transition struct {
	name rdf.IRI
	// index is the place of the last change of it in its request.
	index  int
	before record.Stored
	// after is the entity afterwards, nil where there is none.
	after *rdfstore.Entity
	// deleted is the log entry of the deletion where the batch ends with one, or with a purge after
	// one.
	deleted *rdfstore.LogEntry
	// replaced is what came and went before that, but for what was purged: after the last of the
	// entries of purges, which is purged, 0 where there is none.
	replaced []replaced
	purged   uint64
	// first is the number of the first log entry about it in the batch, begun that of the first in
	// all, once the batch is written.
	first, begun uint64
}

// replaced is what an entity was in the place of which something else came: a state, or a
// deletion where the state is nil.
type replaced struct {
	version uint64
	state   *rdfstore.Entity
}

// replace says that what there is of the entity is to be replaced.
func (t *transition) replace() {
	switch {
	case t.after != nil:
		t.replaced = append(t.replaced, replaced{t.after.Version, t.after})
	case t.deleted != nil:
		t.replaced = append(t.replaced, replaced{version: t.deleted.Seq})
	}
}

// version returns that of the entity afterwards, or of its deletion.
func (t *transition) version() uint64 {
	if t.after != nil {
		return t.after.Version
	}
	return t.deleted.Seq
}

func (s *Store) newPlan(tx *bbolt.Tx, before *memtable.Memtable) (*plan, error) {
	last, err := record.LastChange(tx)
	if err != nil {
		return nil, err
	}
	return &plan{store: s, tx: tx, before: before, seq: last.Seq, now: record.TimeAfter(last), entities: map[string]*transition{}}, nil
}

// add takes up the changes of a request, all or none.
func (p *plan) add(r *request) ([]rdfstore.Outcome, error) {
	// Nothing was committed between the last commit and this transaction.
	known := r.after == p.tx.ID()-1
	draft := &draft{plan: p, known: known, seq: p.seq, entities: map[string]*transition{}}
	outcomes := make([]rdfstore.Outcome, len(r.changes))
	for i, c := range r.changes {
		outcome, err := draft.add(i, c)
		if err != nil {
			return nil, &rdfstore.ChangeError{Index: i, Name: c.Name(), Err: err}
		}
		outcomes[i] = outcome
	}
	maps.Copy(p.entities, draft.entities)
	p.names = append(p.names, draft.names...)
	p.log = append(p.log, draft.log...)
	p.seq = draft.seq
	return outcomes, nil
}

// draft is what one request adds to a plan.
type draft struct {
	plan *plan
	// known tells that what was looked up for the request still holds.
	known    bool
	seq      uint64
	entities map[string]*transition
	names    []string
	log      []rdfstore.LogEntry
}

// transition returns what the request has made of an entity so far. It may be
// changed without effect on the plan.
func (d *draft) transition(c preparedChange) (*transition, error) {
	name := c.Name()
	if t, ok := d.entities[name.String()]; ok {
		return t, nil
	}
	t, ok := d.plan.entities[name.String()]
	if ok {
		copied := *t
		copied.replaced = slices.Clip(t.replaced)
		t = &copied
	} else {
		before, err := d.before(c)
		if err != nil {
			return nil, err
		}
		t = &transition{name: name, before: before, after: before.Entity}
		d.names = append(d.names, name.String())
	}
	d.entities[name.String()] = t
	return t, nil
}

// before returns what the file holds of the name of a change.
func (d *draft) before(c preparedChange) (record.Stored, error) {
	if d.known {
		return c.before, nil
	}
	return record.FindEntity(context.Background(), d.plan.tx, d.plan.store.dict, c.Name())
}

func (d *draft) add(index int, c preparedChange) (rdfstore.Outcome, error) {
	t, err := d.transition(c)
	if err != nil {
		return rdfstore.Outcome{}, err
	}
	t.index = index
	if err := c.If.Check(versionOf(t.after)); err != nil {
		return rdfstore.Outcome{}, err
	}
	if err := c.CheckMessage(); err != nil {
		return rdfstore.Outcome{}, err
	}
	switch {
	case c.Put != nil:
		return d.put(t, c), nil
	case c.Delete != rdf.IRI{}:
		return d.delete(t, c)
	default:
		return d.purge(t, c)
	}
}

// versionOf returns the version of an entity, 0 for none.
func versionOf(e *rdfstore.Entity) uint64 {
	if e == nil {
		return 0
	}
	return e.Version
}

func (d *draft) put(t *transition, c preparedChange) rdfstore.Outcome {
	g := c.Put
	old := t.after
	if old != nil && old.Graph.Equal(g) {
		return rdfstore.Outcome{Kind: rdfstore.Unchanged, Version: old.Version, Time: old.Modified}
	}
	kind, created := rdfstore.Created, d.plan.now
	if old != nil {
		kind, created = rdfstore.Updated, old.Created
	}
	t.replace()
	entry := d.append(t, rdfstore.LogEntry{Kind: kind, Class: g.FirstClass(), Author: c.Author, Message: c.Message})
	t.after = &rdfstore.Entity{Graph: g, Version: entry.Seq, Created: created, Modified: entry.Time}
	t.deleted = nil
	return rdfstore.Outcome{Kind: kind, Version: entry.Seq, Time: entry.Time}
}

func (d *draft) delete(t *transition, c preparedChange) (rdfstore.Outcome, error) {
	if t.after == nil {
		return rdfstore.Outcome{}, rdfstore.ErrNotFound
	}
	t.replace()
	entry := d.append(t, rdfstore.LogEntry{Kind: rdfstore.Deleted, Class: t.after.Graph.FirstClass(), Successor: c.Successor, Author: c.Author, Message: c.Message})
	t.after, t.deleted = nil, &entry
	return rdfstore.Outcome{Kind: rdfstore.Deleted, Version: entry.Seq, Time: entry.Time}, nil
}

// purge has the entity lose its past: what the batch has replaced so far, and what the file has.
func (d *draft) purge(t *transition, c preparedChange) (rdfstore.Outcome, error) {
	entry := rdfstore.LogEntry{Kind: rdfstore.Updated, Purged: true, Author: c.Author, Message: c.Message}
	if t.after == nil {
		gone, err := d.deletion(t)
		if err != nil {
			return rdfstore.Outcome{}, err
		}
		entry.Kind, entry.Class, entry.Successor = rdfstore.Deleted, gone.Class, gone.Successor
		entry = d.append(t, entry)
		t.deleted = &entry
	} else {
		entry.Class = t.after.Graph.FirstClass()
		entry = d.append(t, entry)
		t.after = &rdfstore.Entity{Graph: t.after.Graph, Version: entry.Seq, Created: t.after.Created, Modified: entry.Time}
	}
	t.replaced, t.purged = nil, entry.Seq
	return rdfstore.Outcome{Kind: entry.Kind, Version: entry.Seq, Time: entry.Time}, nil
}

// deletion returns the log entry of the deletion of an entity that is not there.
func (d *draft) deletion(t *transition) (rdfstore.LogEntry, error) {
	if t.deleted != nil {
		return *t.deleted, nil
	}
	tombstone, deleted, err := record.GetTombstone(d.plan.tx, t.name.String())
	if err == nil && !deleted {
		err = rdfstore.ErrNotFound
	}
	if err != nil {
		return rdfstore.LogEntry{}, err
	}
	return record.GetLogEntry(d.plan.tx, tombstone.Version)
}

// append gives the next entry of the log, which is about the entity, its number and its time.
func (d *draft) append(t *transition, entry rdfstore.LogEntry) rdfstore.LogEntry {
	d.seq++
	if t.first == 0 {
		t.first = d.seq
	}
	entry.Name, entry.Seq, entry.Time = t.name, d.seq, d.plan.now
	d.log = append(d.log, entry)
	return entry
}
