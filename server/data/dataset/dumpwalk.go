package dataset

import (
	"context"
	"iter"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// walk is a walk through a snapshot of the store.
type walk struct {
	// at is the newest change in the snapshot.
	at    rdfstore.LogEntry
	first *rdfstore.Entity
	next  func() (*rdfstore.Entity, error, bool)
	// stop ends the walk and closes the snapshot.
	stop func()
}

// begin begins a walk through all entities of a snapshot, with the newest change
// that it has. The caller ends it by stop. The errors are the store's.
func begin(ctx context.Context, store DumpStore) (walk, error) {
	snapshot, err := store.Snapshot(ctx)
	if err != nil {
		return walk{}, err
	}
	w := walk{at: snapshot.At()}
	next, stop := iter.Pull2(snapshot.Graphs(ctx, ""))
	w.next, w.stop = next, func() {
		stop()
		_ = snapshot.Close()
	}
	if w.first, err, _ = w.next(); err != nil {
		w.stop()
		return walk{}, err
	}
	return w, nil
}

// graphs yields what the walk comes by.
func (w walk) graphs(yield func(*graph.Graph, error) bool) {
	e, err, ok := w.first, error(nil), w.first != nil
	for ok {
		if err != nil {
			yield(nil, err)
			return
		}
		if !yield(e.Graph, nil) {
			return
		}
		e, err, ok = w.next()
	}
}
