package boltstore

import (
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
)

// write writes a plan into its transaction and returns how many entries the
// dictionary in the file then has, and the memtable.
func (p *plan) write() (dictionary int, after *memtable.Memtable, err error) {
	w := &batchWriter{plan: p, tx: p.tx, dict: p.store.dict}
	if w.counters, err = record.GetCounters(p.tx); err != nil {
		return 0, nil, err
	}
	if w.tombstones, err = table.Tombstones.Scan(p.tx); err != nil {
		return 0, nil, err
	}
	w.classes = postings.NewClassChanger(p.tx, w.counters)
	for _, name := range p.names {
		t := p.entities[name]
		if err := p.store.guard(func() error { return w.entity(t) }); err != nil {
			return 0, nil, &rdfstore.ChangeError{Index: t.index, Name: t.name, Err: err}
		}
	}
	for _, entry := range p.log {
		graph := p.entities[entry.Name.String()].graph
		value := table.NewValue(64 + len(entry.Class.String()) + len(entry.Name.String()))
		w.logEntries = append(w.logEntries, table.Entry{Key: table.NumberKey(entry.Seq), Value: record.AppendLogEntry(value, entry, graph)})
	}
	dictionary, err = w.finish()
	return dictionary, p.before.Add(w.runs, len(p.log)), err
}

// batchWriter writes a plan.
type batchWriter struct {
	plan     *plan
	tx       *bbolt.Tx
	dict     *record.Dictionary
	counters *record.Counters
	classes  *postings.ClassChanger
	// runs are the changes that the memtable gets, a run for each entity.
	runs []memtable.Run
	// tombstones is for taking away those of names that are used again.
	tombstones *table.Scan
	// The others are the entries that the tables get: values with room for their
	// seal.
	records, logEntries, pending []table.Entry
}

// entity writes what becomes of one entity.
func (w *batchWriter) entity(t *transition) error {
	if t.after == t.before.Entity {
		if t.deleted != nil { // created and deleted again
			return record.PutTombstone(w.tx, t.name, t.deleted.Seq, t.deleted.Time)
		}
		return nil
	}
	id := t.before.ID
	if t.before.Entity == nil {
		w.counters.Graphs++
		id = w.counters.Graphs
	}
	if t.after != nil {
		t.graph = id
	}
	changes, err := w.index(t, id)
	if err != nil {
		return err
	}
	w.addRun(t, changes)
	w.counters.Triples -= uint64(t.before.Triples)
	if t.after == nil {
		w.counters.Entities--
		return w.remove(t, id)
	}
	w.counters.Triples += uint64(len(t.after.Graph.Triples))
	value, err := w.record(t)
	if err != nil {
		return err
	}
	w.records = append(w.records, table.Entry{Key: table.NumberKey(id), Value: value})
	if t.before.Entity != nil {
		return nil
	}
	w.counters.Entities++
	return w.tombstones.Delete([]byte(t.name.String()))
}

// record returns the value with the record of what the entity will be.
func (w *batchWriter) record(t *transition) ([]byte, error) {
	if t.ready != nil {
		var head [table.TailRoom]byte
		return t.ready.record.After(record.AppendHead(head[:0], t.after)), nil
	}
	payload, err := w.dict.Encode(t.after)
	return table.ValueOf(payload), err
}

// remove writes the deletion of an entity.
func (w *batchWriter) remove(t *transition, id uint64) error {
	if err := table.Graphs.Delete(w.tx, table.NumberKey(id)); err != nil {
		return err
	}
	return record.PutTombstone(w.tx, t.name, t.deleted.Seq, t.deleted.Time)
}

// addRun takes down what the memtable gets of an entity: its changes of the index, and
// its name where it has come to be or gone.
func (w *batchWriter) addRun(t *transition, changes []postings.Change) {
	run := memtable.Run{Postings: postings.NewRun(changes)}
	if (t.before.Entity == nil) != (t.after == nil) {
		run.Names = []memtable.NameChange{{Name: t.name.String(), Graph: t.graph}}
	}
	if run.Len() > 0 {
		w.runs = append(w.runs, run)
	}
}

// index returns how the postings of a graph change, and takes down the entry that the
// pending table gets of it.
func (w *batchWriter) index(t *transition, id uint64) ([]postings.Change, error) {
	classes, err := w.classes.Index(t.before.Entity, t.after, id)
	if err != nil {
		return nil, err
	}
	if t.ready != nil && t.before.Entity == nil {
		var head [table.TailRoom]byte
		w.addPending(t, t.ready.encoded.After(memtable.AppendEntry(head[:0], id, classes)))
		return t.ready.with(classes, id), nil
	}
	changes, err := w.plan.store.indexer().Changes(t.before.Entity, t.after, id)
	if err != nil || len(classes)+len(changes) == 0 {
		return nil, err
	}
	changes = append(classes, changes...)
	w.addPending(t, memtable.AppendEntry(table.NewValue(12*len(changes)), id, changes))
	return changes, nil
}

// addPending takes down the value that the pending table gets of an entity.
func (w *batchWriter) addPending(t *transition, value []byte) {
	w.pending = append(w.pending, table.Entry{Key: table.NumberKey(t.version()), Value: value})
}

// finish writes what the entities have in common.
func (w *batchWriter) finish() (dictionary int, err error) {
	for _, add := range []struct {
		table   table.Table
		entries []table.Entry
	}{{table.Graphs, w.records}, {table.Log, w.logEntries}, {table.Pending, w.pending}} {
		if err := add.table.Insert(w.tx, add.entries); err != nil {
			return 0, err
		}
	}
	for _, c := range w.classes.Changed {
		if err := record.PutClass(w.tx, c); err != nil {
			return 0, err
		}
	}
	if err := w.counters.Put(w.tx); err != nil {
		return 0, err
	}
	return w.dict.Store(w.tx)
}
