package search

import (
	"context"
	"errors"
	"slices"
	"time"

	index "github.com/blevesearch/bleve_index_api"
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/server/data/search/internal/document"
	"vitrine/server/data/search/query"
)

// The limits of one batch: entries of the log, bytes of text, and the time in which it is
// put together. A batch is written at once, which takes all processors, and is the shorter
// the busier they are.
const (
	maxBatchChanges = 1000
	maxBatchText    = 8 << 20
	maxBatchTime    = 100 * time.Millisecond
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
			// What fails again and again is reported once.
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

// catchUp covers what the log has, batch by batch, and then tells the entities that
// refer to what has other names. What comes to the log meanwhile is for the next call, so
// that many small changes make few batches. An index that turns out to be damaged is built
// anew, once in a call.
func (x *Index) catchUp(ctx context.Context) error {
	report := x.reporter()
	if err := x.takeRoom(ctx); err != nil {
		return err
	}
	if x.engine == nil || x.damaged.Load() {
		if err := x.rebuild(ctx, errDamaged); err != nil {
			return err
		}
	}
	rebuilt := false
	for {
		more, err := x.next(ctx, report)
		if err != nil && !x.hasRoom() {
			// Whatever it is, it comes of that.
			return x.stopFor(err)
		}
		if errors.Is(err, ErrStale) && !rebuilt {
			rebuilt, more = true, true
			err = x.rebuild(ctx, err)
		}
		if err != nil || !more {
			return err
		}
	}
}

// next covers the next entries of the log, or where there are none, of the names. It returns
// whether there may be more to do. What has come since the report began is left where
// the rest is covered and no search waits.
func (x *Index) next(ctx context.Context, report *reporter) (more bool, err error) {
	last, err := x.store.LastChange(ctx)
	if err != nil {
		return false, err
	}
	if last.Seq != x.at.Last.Seq && !(report.covered(x.at.Last.Seq) && x.waiting.Load() == 0) {
		if err := x.step(ctx, last.Seq); err != nil {
			return false, err
		}
		report.reached(x.at.Last.Seq, last.Seq)
		return true, nil
	}
	if x.at.NamesUntil < x.at.Last.Seq {
		if err := x.followNames(ctx, last.Seq); err != nil {
			return false, err
		}
		report.renamed(x.at)
		return true, nil
	}
	report.done(x.at.Last.Seq)
	return false, x.engine.warm()
}

// step covers the next entries of the log in one batch, where the log ended with the entry
// last before anything of that was read. What is read of an entity may be newer than the
// entry, which then comes up again later.
func (x *Index) step(ctx context.Context, last uint64) error {
	batch, next := index.NewBatch(), x.at
	if next.Last.Seq == 0 {
		// All of these are read as they are now.
		next.Base, next.NamesUntil = last, last
	}
	began, seen := time.Now(), map[rdf.IRI]bool{}
	var size, news uint64
	entries, err := x.entries(ctx)
	if err != nil {
		return err
	}
	x.names.forget(entries)
	for _, e := range entries {
		if size >= maxBatchText || time.Since(began) > maxBatchTime {
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
		n, bytes, err := x.put(ctx, batch, e.Name, last, func(n *note, version uint64) error { return x.completeNames(ctx, n, e, version, next.Base) })
		if err != nil {
			return err
		}
		if size += bytes; n.Names != n.IndexedNames && news == 0 {
			news = e.Seq
		}
	}
	if x.at.NamesUntil == x.at.Last.Seq && next.NamesUntil < next.Last.Seq {
		if next.NamesUntil = next.Last.Seq; news > 0 {
			next.NamesUntil = news - 1
		}
	}
	if next.Read, err = x.newest(ctx); err != nil {
		return err
	}
	return x.write(batch, next)
}

// write carries out a batch that leads to a state.
func (x *Index) write(batch *index.Batch, next state) error {
	if !x.hasRoom() {
		return errFull
	}
	batch.SetInternal([]byte(stateKey), next.encode())
	if err := x.engine.write(batch); err != nil {
		return err
	}
	x.at = next
	x.generation.Add(1)
	x.progress.reach(next.Last.Seq)
	x.staleNames.Store(next.Last.Seq - min(next.NamesUntil, next.Last.Seq))
	return nil
}

// newest is the number of the last entry of the log.
func (x *Index) newest(ctx context.Context) (uint64, error) {
	last, err := x.store.LastChange(ctx)
	return last.Seq, err
}

// entries reads the next entries of the log, apart from everything else so that
// the walk is short.
func (x *Index) entries(ctx context.Context) ([]rdfstore.LogEntry, error) {
	return x.entriesAfter(ctx, x.at.Last.Seq, maxBatchChanges)
}

func (x *Index) entriesAfter(ctx context.Context, seq uint64, limit int) ([]rdfstore.LogEntry, error) {
	var out []rdfstore.LogEntry
	for e, err := range x.store.Changes(ctx, seq) {
		if err != nil {
			return nil, err
		}
		if out = append(out, e); len(out) == limit {
			break
		}
	}
	return out, nil
}

// put adds to a batch what an entity is now, and returns its note and the size of its
// text. The log ended with the entry last before the batch: what is read is that state or a
// newer one, so that the store is asked for the end of its log once a batch. complete
// completes the note; it gets the version of the entity.
func (x *Index) put(ctx context.Context, batch *index.Batch, name rdf.IRI, last uint64, complete func(*note, uint64) error) (note, uint64, error) {
	entity, err := x.store.Get(ctx, name)
	if rdfstore.IsMissing(err) {
		var n names
		if deleted := new(rdfstore.DeletedError); errors.As(err, &deleted) && deleted.Successor != (rdf.IRI{}) {
			if n, err = x.names.read(ctx, deleted.Successor.String()); err != nil {
				return note{}, 0, err
			}
		}
		x.names.learn(name.String(), n, last)
		batch.Delete(name.String())
		return note{Names: missing, IndexedNames: stale}, 0, nil
	}
	if err != nil {
		return note{}, 0, err
	}
	t := document.Read(entity.Graph)
	own := names{all: t.Called(), free: t.Free}
	n := note{Names: own.mark(), SortName: t.SortName(), SortDate: t.Begin, Version: entity.Version}
	if err := complete(&n, entity.Version); err != nil {
		return note{}, 0, err
	}
	if before, ok := x.names.known[name.String()]; ok && before.mark() != n.Names {
		n.IndexedNames = stale // a document of this batch may know names that it had for a moment
	}
	x.names.learn(name.String(), own, last)
	known, read, err := x.names.of(ctx, t, last)
	if err != nil {
		return note{}, 0, err
	}
	n.Read = read
	called := make(map[string][]string, len(known))
	for iri, other := range known {
		called[iri] = other.all
		t.Free = t.Free || other.free && slices.Contains(t.Shown, iri)
	}
	doc := document.New(name, t, called, n.keyOf(query.ByChange), n.encode(), x.words)
	batch.Update(doc)
	x.rest(ctx)
	return n, doc.NumPlainTextBytes(), nil
}

// rest pauses after a document while others wait for a processor, unless a search waits
// for the index.
func (x *Index) rest(ctx context.Context) {
	if x.waiting.Load() == 0 {
		x.pause(ctx)
	}
}
