package search

import (
	"context"

	index "github.com/blevesearch/bleve_index_api"
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// A document holds words of the names of the entities that its own refers to. When such
// an entity gets other names, the documents that refer to it are made again: the
// follower goes through the log a second time, behind what is covered, and compares the
// names of each entity with those that were indexed for it elsewhere. The log is the list
// of what is to be done, so a batch writes only how far that is.

// The limits of one batch: entries of the log, references that are looked at, and
// documents that are made again.
const (
	maxNameEntries    = 1000
	maxNameReferences = 5000
	maxNameDocuments  = 1000
)

// completeNames completes the note of an entity that an entry of the log is about. base is the
// entry of the log as of which the index was begun.
func (x *Index) completeNames(ctx context.Context, n *note, e rdfstore.LogEntry, version, base uint64) error {
	n.IndexedNames = stale
	if version <= base {
		n.IndexedNames = n.Names // records that refer to it were read later
		return nil
	}
	before, found, err := x.engine.note(e.Name.String())
	if err != nil {
		return err
	}
	// Where the entity changed twice, documents that were written between may know the
	// names that it had for a moment.
	if found && (e.Seq == version || e.Seq > x.at.Read) {
		n.IndexedNames = before.IndexedNames
	}
	if n.IndexedNames == n.Names {
		return nil
	}
	referred, err := x.isReferredTo(ctx, e.Name)
	if err == nil && !referred {
		n.IndexedNames = n.Names // a later record that refers to it reads it as it is then
	}
	return err
}

// isReferredTo tells whether a record refers to an entity.
func (x *Index) isReferredTo(ctx context.Context, name rdf.IRI) (bool, error) {
	for _, err := range x.store.Match(ctx, rdfstore.Pattern{Object: name}, "") {
		return err == nil, err
	}
	return false, nil
}

// nameBatch is one batch of documents that are made again for names that changed.
type nameBatch struct {
	*Index
	ctx   context.Context
	batch *index.Batch
	next  state
	// last is the entry with which the log ended before the batch.
	last uint64
	// written are the notes of the documents in the batch.
	written map[string]note
	// looked is the number of references that were looked at.
	looked int
}

// followNames does the next part in one batch: it goes on with the entity whose names are
// being followed, and with those after it.
func (x *Index) followNames(ctx context.Context, last uint64) error {
	r := nameBatch{Index: x, ctx: ctx, batch: index.NewBatch(), next: x.at, last: last, written: map[string]note{}}
	entries, err := x.entriesAfter(ctx, x.at.NamesUntil, maxNameEntries)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Seq > x.at.Last.Seq || r.full() {
			break
		}
		over, err := r.entry(e)
		if err != nil {
			return err
		}
		if !over {
			break
		}
		r.next.NamesUntil, r.next.Renaming = e.Seq, renaming{}
	}
	if r.next.Read, err = x.newest(ctx); err != nil {
		return err
	}
	return x.write(r.batch, r.next)
}

func (r *nameBatch) full() bool {
	return r.looked >= maxNameReferences || len(r.written) >= maxNameDocuments
}

// entry follows the names of the entity of an entry of the log. It is true where that is done.
func (r *nameBatch) entry(e rdfstore.LogEntry) (over bool, err error) {
	t := &r.next.Renaming
	if t.Seq != e.Seq {
		n, found, err := r.note(e.Name)
		if err != nil {
			return false, err
		}
		if !found && e.Kind == rdfstore.Deleted {
			n = note{Names: missing, IndexedNames: stale}
		}
		if n.Names == n.IndexedNames {
			return true, nil
		}
		*t = renaming{Seq: e.Seq, Name: e.Name.String(), Names: n.Names, Read: r.at.Read}
	}
	for over := false; !over; {
		if r.full() {
			return false, nil
		}
		var referrers []rdf.IRI
		if referrers, over, err = r.referrers(e.Name, t); err != nil {
			return false, err
		}
		for _, referrer := range referrers {
			if err := r.reindex(referrer, t.Read); err != nil {
				return false, err
			}
		}
	}
	_, found, err := r.note(e.Name)
	if err != nil || !found {
		return true, err
	}
	return true, r.put(e.Name, t.Names)
}

// note returns the note of an entity as it is after the batch.
func (r *nameBatch) note(name rdf.IRI) (n note, found bool, err error) {
	if n, found = r.written[name.String()]; found {
		return n, true, nil
	}
	return r.engine.note(name.String())
}

// put makes the document of an entity anew, with the names that are indexed elsewhere.
func (r *nameBatch) put(name rdf.IRI, indexed string) error {
	n, _, err := r.Index.put(r.ctx, r.batch, name, r.last, func(n *note, _ uint64) error { n.IndexedNames = indexed; return nil })
	r.written[name.String()] = n
	return err
}

// reindex makes the document of an entity anew that refers to another one, where it may
// not know its names as of an entry of the log.
func (r *nameBatch) reindex(referrer rdf.IRI, read uint64) error {
	before, found, err := r.note(referrer)
	if err != nil || !found || before.Read >= read {
		return err // where there is no document, the log has the entity still before it
	}
	return r.put(referrer, before.IndexedNames)
}

// referrers returns the next entities that refer to one, each once, apart from everything
// else so that the walk is short. It tells whether they are the last.
func (r *nameBatch) referrers(name rdf.IRI, t *renaming) (out []rdf.IRI, over bool, err error) {
	seen := map[rdf.IRI]bool{name: true}
	for m, err := range r.store.Match(r.ctx, rdfstore.Pattern{Object: name}, t.After) {
		if err != nil {
			return nil, false, err
		}
		t.After, t.Done = m.Cursor, t.Done+1
		if referrer, ok := m.Quad.Ctx.(rdf.IRI); ok && !seen[referrer] {
			seen[referrer] = true
			out = append(out, referrer)
		}
		if r.looked++; r.looked >= maxNameReferences || len(r.written)+len(out) >= maxNameDocuments {
			return out, false, nil
		}
	}
	return out, true, nil
}
