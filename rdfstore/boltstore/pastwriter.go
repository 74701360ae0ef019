package boltstore

import (
	"slices"

	"vitrine/rdfstore/boltstore/internal/past"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/states"
)

// pastStates writes what is past of an entity after a batch, under the number of its first entry of
// the log. Tombstone is the version of that in the file, 0 where there is none, and state the
// record of what there is now.
func (w *batchWriter) pastStates(t *transition, first, tombstone uint64, state []byte) error {
	all := t.replaced
	if tombstone > 0 && t.purged == 0 {
		all = append([]replaced{{version: tombstone}}, all...)
	}
	gone, all, err := w.keep(t, first, all)
	if err != nil || gone == 0 && len(all) == 0 {
		return err
	}
	var emptied [][]byte
	chain := past.Chain(first, func(key, payload []byte) error {
		if payload == nil {
			emptied = append(emptied, key)
			return nil
		}
		w.past = append(w.past, table.Entry{Key: key, Value: table.ValueOf(payload)})
		return nil
	})
	if err := past.Continue(w.tx, chain, first, gone); err != nil {
		return err
	}
	// The last goes first: the entry before one that goes must not be beyond pages that are empty.
	for _, key := range slices.Backward(emptied) {
		w.batch.Delete(table.Past, key)
	}
	for _, r := range all {
		old, err := w.replacedRecord(t, first, r)
		if err == nil {
			err = chain.Add(r.version, old)
		}
		if err != nil {
			return err
		}
	}
	return chain.End(t.version(), state)
}

// replacedRecord returns the record of a state that was replaced, nil for a deletion.
func (w *batchWriter) replacedRecord(t *transition, first uint64, r replaced) ([]byte, error) {
	switch r.state {
	case nil:
		return nil, nil
	case t.before.Entity:
		return record.GraphPayload(w.tx, t.before.ID)
	default:
		return w.dict.Encode(r.state, first, codec.NumberTerms(r.state.Graph))
	}
}

// keep returns how many of the past states of an entity in the file are kept no longer, oldest first,
// and what stays of those that a batch replaced.
func (w *batchWriter) keep(t *transition, first uint64, all []replaced) (gone int, _ []replaced, err error) {
	if t.purged > 0 {
		if w.unsigned == nil {
			w.unsigned = map[uint64]bool{}
		}
		w.unsigned[first] = true
	}
	var items []states.Item
	for _, r := range all {
		items = append(items, states.Item{Version: r.version, Deletion: r.state == nil})
	}
	gone, n, err := w.keeper.Gone(w.tx, first, items, t.version())
	if t.purged > 0 {
		gone = states.All
	}
	return gone, all[n:], err
}
