package boltstore

import (
	"slices"

	"vitrine/rdfstore/boltstore/internal/past"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
)

// pastStates writes what is past of an entity after a batch, under the number of its first entry of
// the log. Gone is the version of its tombstone in the file, 0 where there is none, and state the
// record of what there is now.
func (w *batchWriter) pastStates(t *transition, first, gone uint64, state []byte) error {
	all := t.replaced
	if gone > 0 && t.purged == 0 {
		all = append([]replaced{{version: gone}}, all...)
	}
	all, err := w.keep(t, first, all)
	if err != nil {
		return err
	}
	if t.purged > 0 {
		if err := record.Unsign(w.tx, &w.batch, t.name.String(), first); err != nil {
			return err
		}
	}
	if len(all) == 0 {
		return nil
	}
	chain := past.NewChain(first, func(key, payload []byte) error {
		w.past = append(w.past, table.Entry{Key: key, Value: table.ValueOf(payload)})
		return nil
	})
	if t.purged == 0 {
		if err := chain.Continue(w.tx); err != nil {
			return err
		}
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
	return chain.Add(t.version(), state)
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

// keep has go what is not kept of the past of an entity any more, in the file and of what a batch
// replaced, and returns what stays of that.
func (w *batchWriter) keep(t *transition, first uint64, all []replaced) ([]replaced, error) {
	var items []past.Item
	for _, r := range all {
		items = append(items, past.Item{Version: r.version, Deletion: r.state == nil})
	}
	keys, n, err := w.keeper.Gone(w.tx, first, items, t.version())
	if t.purged > 0 && err == nil {
		items, err = past.Items(w.tx, first)
		keys = past.Keys(first, items)
	}
	// The last goes first: the entry before one that goes must not be beyond pages that are empty.
	for _, key := range slices.Backward(keys) {
		w.batch.Delete(table.Past, key)
	}
	return all[n:], err
}
