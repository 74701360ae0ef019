package search

import (
	"context"
	"errors"
	"time"

	index "github.com/blevesearch/bleve_index_api"
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// The limits of one batch: entries of the log, and bytes of text.
const (
	maxBatchChanges = 1000
	maxBatchText    = 8 << 20
)

// follow keeps the index in step until ctx ends.
func (x *Index) follow(ctx context.Context) {
	defer close(x.ended)
	ticker := time.NewTicker(x.options.Interval)
	defer ticker.Stop()
	var said string
	for {
		err := x.catchUp(ctx)
		switch {
		case err == nil:
			said = ""
		case ctx.Err() == nil && err.Error() != said:
			// What goes wrong again and again is told once.
			said = err.Error()
			x.options.Logger.Error("the search index cannot follow the store, and tries again", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-x.wake:
		case <-ticker.C:
		}
	}
}

// catchUp covers what the log has, batch by batch. An index that turns out to
// be damaged is built anew, once in a call.
func (x *Index) catchUp(ctx context.Context) error {
	report := x.reporter()
	if x.engine == nil || x.damaged.Load() {
		if err := x.rebuild(errDamaged); err != nil {
			return err
		}
	}
	rebuilt := false
	for {
		last, err := x.store.LastChange(ctx)
		if err != nil {
			return err
		}
		if last.Seq == x.at.Last.Seq {
			report.done(last.Seq)
			return nil
		}
		err = x.step(ctx)
		if errors.Is(err, ErrStale) && !rebuilt {
			rebuilt = true
			err = x.rebuild(err)
		}
		if err != nil {
			return err
		}
		report.reached(x.at.Last.Seq, last.Seq)
	}
}

// step covers the next entries of the log in one batch. What is read of an
// entity may be newer than the entry, which then comes up again later.
func (x *Index) step(ctx context.Context) error {
	batch, next := index.NewBatch(), x.at
	seen := map[rdf.IRI]bool{}
	var size uint64
	entries, err := x.entries(ctx)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if size >= maxBatchText {
			break
		}
		if next.First.Seq == 0 {
			next.First = markOf(e)
		}
		next.Last = markOf(e)
		if seen[e.Name] {
			continue
		}
		seen[e.Name] = true
		n, err := x.put(ctx, batch, e.Name)
		if err != nil {
			return err
		}
		size += n
	}
	batch.SetInternal([]byte(stateKey), next.encode())
	if err := x.engine.write(batch); err != nil {
		return err
	}
	x.at = next
	x.progress.reach(next.Last.Seq)
	return nil
}

// entries reads the next entries of the log, apart from everything else so that
// the walk is short.
func (x *Index) entries(ctx context.Context) ([]rdfstore.LogEntry, error) {
	var out []rdfstore.LogEntry
	for e, err := range x.store.Changes(ctx, x.at.Last.Seq) {
		if err != nil {
			return nil, err
		}
		if out = append(out, e); len(out) == maxBatchChanges {
			break
		}
	}
	return out, nil
}

// put adds to a batch what an entity is now, and returns the size of its text.
func (x *Index) put(ctx context.Context, batch *index.Batch, name rdf.IRI) (uint64, error) {
	entity, err := x.store.Get(ctx, name)
	if rdfstore.IsMissing(err) {
		batch.Delete(name.String())
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	doc := newDocument(entity.Graph, x.words)
	batch.Update(doc)
	return doc.NumPlainTextBytes(), nil
}
