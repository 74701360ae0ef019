package dump

import (
	"context"
	"iter"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// Walk is a walk through a snapshot of the store.
type Walk struct {
	// At is the newest change in the snapshot.
	At    rdfstore.LogEntry
	first *rdfstore.Entity
	next  func() (*rdfstore.Entity, error, bool)
	// Stop ends the walk and closes the snapshot.
	Stop func()
}

// Source is what the package asks of a store; rdfstore.Store says how.
type Source interface {
	Snapshot(ctx context.Context) (rdfstore.Snapshot, error)
}

// Snapshot begins a walk through all entities of a snapshot, with the newest change
// that it has. The caller ends it by Stop. The errors are the store's.
func Snapshot(ctx context.Context, store Source) (Walk, error) {
	snapshot, err := store.Snapshot(ctx)
	if err != nil {
		return Walk{}, err
	}
	w := Walk{At: snapshot.At()}
	next, stop := iter.Pull2(snapshot.Graphs(ctx, ""))
	w.next, w.Stop = next, func() {
		stop()
		_ = snapshot.Close()
	}
	if w.first, err, _ = w.next(); err != nil {
		w.Stop()
		return Walk{}, err
	}
	return w, nil
}

// Graphs yields what the walk comes by.
func (w Walk) Graphs(yield func(*graph.Graph, error) bool) {
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
