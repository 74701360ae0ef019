package boltstore

import (
	"slices"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/past"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/yield"
)

// write returns how many entries the dictionary in the file has after a plan, the
// memtable, and what the tables get.
func (p *plan) write() (dictionary int, after *memtable.Memtable, batch *table.Batch, err error) {
	w := &batchWriter{plan: p, tx: p.tx, dict: p.store.dict, keeper: past.Keeper{Keep: p.store.keep, Last: p.seq - uint64(len(p.log)), Now: p.now}}
	if w.counters, err = record.GetCounters(p.tx); err != nil {
		return 0, nil, nil, err
	}
	if w.tombstones, err = table.Tombstones.Scan(p.tx); err != nil {
		return 0, nil, nil, err
	}
	w.classes = postings.NewClassChanger(p.tx, w.counters)
	others := yield.New()
	for _, name := range p.names {
		others.Pause()
		t := p.entities[name]
		if err := p.store.guard(func() error { return w.entity(t) }); err != nil {
			return 0, nil, nil, &rdfstore.ChangeError{Index: t.index, Name: t.name, Err: err}
		}
	}
	if err := w.log(); err != nil {
		return 0, nil, nil, err
	}
	if w.runs, err = mergeMany(w.runs); err != nil {
		return 0, nil, nil, err
	}
	dictionary, err = w.finish()
	return dictionary, p.before.Add(w.runs, len(p.log)), &w.batch, err
}

// maxRuns is the number of runs that a commit adds to the memtable. Each reader looks
// into every run until they are compacted, which is in the background: more than so many
// would have readers wait.
const maxRuns = 128

// mergeMany makes one run of the runs of a commit if they are many.
func mergeMany(runs []postings.Run) ([]postings.Run, error) {
	if len(runs) <= maxRuns {
		return runs, nil
	}
	run, err := memtable.MergeRuns(runs)
	if err != nil || run.Len() == 0 {
		return nil, err
	}
	return []postings.Run{run}, nil
}

// batchWriter writes a plan.
type batchWriter struct {
	plan     *plan
	tx       *bbolt.Tx
	dict     *codec.Dictionary
	counters *record.Counters
	classes  *postings.ClassChanger
	keeper   past.Keeper
	// runs are the changes that the memtable gets, a run for each entity.
	runs []postings.Run
	// tombstones is for finding those of names that are used again.
	tombstones *table.Scan
	// batch is what the tables get.
	batch table.Batch
	// The others are the entries that the tables get: values with room for their
	// seal.
	records, names, logBlocks, past, pending []table.Entry
	// unsigned are the first entries of the names that are purged.
	unsigned map[uint64]bool
}

// log writes the entries of the log.
func (w *batchWriter) log() error {
	log := record.LogWriter{Put: func(key, payload []byte) error {
		w.logBlocks = append(w.logBlocks, table.Entry{Key: key, Value: table.ValueOf(payload)})
		return nil
	}}
	if err := log.Continue(w.tx, w.unsigned); err != nil {
		return err
	}
	for _, entry := range w.plan.log {
		t := w.plan.entities[entry.Name.String()]
		if entry.Seq < t.purged {
			entry.Author, entry.Message = "", ""
		}
		if err := log.Add(record.Logged{LogEntry: entry, First: t.begun}); err != nil {
			return err
		}
	}
	return log.Flush()
}

// entity writes what becomes of one entity.
func (w *batchWriter) entity(t *transition) error {
	if t.first == 0 { // nothing was changed
		return nil
	}
	first, gone, err := w.number(t)
	if err != nil {
		return err
	}
	t.begun = first
	var state []byte
	if t.after != t.before.Entity {
		if state, err = w.present(t, first); err != nil {
			return err
		}
	}
	if t.deleted != nil {
		buried := record.Tombstone{Version: t.deleted.Seq, Time: t.deleted.Time, First: first}
		w.batch.Put(table.Tombstones, []byte(t.name.String()), buried.Encode())
	} else if gone.Version > 0 {
		w.batch.Delete(table.Tombstones, []byte(t.name.String()))
	}
	return w.pastStates(t, first, gone.Version, state)
}

// number returns the number of the first entry that the log has of the name of an entity, and its
// tombstone in the file, the zero one where there is none.
func (w *batchWriter) number(t *transition) (first uint64, gone record.Tombstone, err error) {
	if t.before.Entity != nil {
		return t.before.First, gone, nil
	}
	name := t.name.String()
	payload, err := w.tombstones.Get([]byte(name))
	if payload == nil || err != nil {
		return t.first, gone, err
	}
	gone, err = record.DecodeTombstone(name, payload)
	return gone.First, gone, err
}

// present writes the present state of an entity that is another than before, and returns its
// record, nil where there is none.
func (w *batchWriter) present(t *transition, first uint64) ([]byte, error) {
	id := t.before.ID
	if t.before.Entity == nil {
		w.counters.Graphs++
		id = w.counters.Graphs
	}
	var numbered *codec.Numbered
	if t.after != nil {
		numbered = codec.NumberTerms(t.after.Graph)
	}
	changes, err := w.index(t, numbered, id)
	if err != nil {
		return nil, err
	}
	if len(changes) > 0 {
		w.runs = append(w.runs, postings.NewRun(changes))
	}
	w.counters.Triples -= uint64(t.before.Triples)
	if t.after == nil {
		w.counters.Entities--
		w.batch.Delete(table.Graphs, table.NumberKey(id))
		w.batch.Delete(table.Names, []byte(t.name.String()))
		return nil, nil
	}
	w.counters.Triples += uint64(len(t.after.Graph.Triples))
	payload, err := w.dict.Encode(t.after, first, numbered)
	if err != nil {
		return nil, err
	}
	w.records = append(w.records, table.Entry{Key: table.NumberKey(id), Value: table.ValueOf(payload)})
	if t.before.Entity == nil {
		w.counters.Entities++
		w.names = append(w.names, table.Entry{Key: []byte(t.name.String()), Value: table.ValueOf(record.EncodeGraphNumber(id))})
	}
	return payload, nil
}

// index returns how the postings of a graph change, and takes down the entry that the
// pending table gets of it.
func (w *batchWriter) index(t *transition, after *codec.Numbered, id uint64) ([]postings.Change, error) {
	classes, err := w.classes.Index(t.before.Entity, t.after, id)
	if err != nil {
		return nil, err
	}
	others, err := w.plan.store.indexer().Changes(t.before.Entity, after, id)
	if err != nil {
		return nil, err
	}
	changes := slices.AppendSeq(classes, others)
	if len(changes) == 0 {
		return nil, nil
	}
	value := memtable.AppendEntry(table.NewValue(12*len(changes)), id, changes)
	w.pending = append(w.pending, table.Entry{Key: table.NumberKey(t.version()), Value: value})
	return changes, nil
}

// finish completes the batch with what the entities have in common.
func (w *batchWriter) finish() (dictionary int, err error) {
	w.batch.Insert(table.Graphs, w.records)
	w.batch.Insert(table.Names, w.names)
	w.batch.Insert(table.Log, w.logBlocks)
	w.batch.Insert(table.Past, w.past)
	w.batch.Insert(table.Pending, w.pending)
	for _, c := range w.classes.Changed {
		record.PutClass(&w.batch, c)
	}
	w.counters.Put(&w.batch)
	return record.StoreDictionary(w.tx, &w.batch, w.dict)
}
