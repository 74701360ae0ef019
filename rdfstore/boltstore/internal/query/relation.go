package query

import (
	"context"
	"iter"
	"math"
	"slices"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/postings"
)

// Relations returns the relations in which entities stand to the IRI. Their
// numbers are those of the index: an IRI that has the hash of another counts
// the other's.
func (e *Engine) Relations(ctx context.Context, to rdf.IRI) ([]rdfstore.RelationCount, error) {
	var counts []rdfstore.RelationCount
	err := e.source.View(ctx, func(tx *bbolt.Tx, m *memtable.Memtable) (err error) {
		if e.derivation.Of != nil {
			counts, err = e.countRelations(tx, m, postings.RelatedTo(to))
		}
		return err
	})
	return counts, err
}

// lend gives an iterator room for a block, and returns what takes it back: room takes
// longer to allocate than a block to decode.
func (e *Engine) lend(w *postings.Iterator) (done func()) {
	room, ok := e.blocks.Get().(*[]postings.Posting)
	if !ok {
		room = new([]postings.Posting)
	}
	w.Buf = (*room)[:0]
	return func() {
		*room = w.Buf
		e.blocks.Put(room)
	}
}

// countRelations goes from the first posting of each relation to that of the
// next.
func (e *Engine) countRelations(tx *bbolt.Tx, m *memtable.Memtable, l postings.List) ([]rdfstore.RelationCount, error) {
	all := postings.Part{List: l, AnyPredicate: true}
	runs, err := m.PostingsOf()
	if err != nil {
		return nil, err
	}
	w, err := postings.NewIterator(tx, all, runs)
	if err != nil {
		return nil, err
	}
	defer e.lend(w)()
	var counts []rdfstore.RelationCount
	first, ok, err := w.Seek(0, 0)
	for ok && err == nil {
		by := first.Predicate
		length, failed := postings.Part{List: l, Predicate: by}.Count(tx, runs)
		if failed != nil {
			return nil, failed
		}
		first, ok, err = w.Seek(by, math.MaxUint64)
		counts = append(counts, rdfstore.RelationCount{Relation: rdfstore.Relation(by), Count: length.Postings})
	}
	return counts, err
}

// Related yields the names of the entities that stand in the relation to the
// IRI, in order of the numbers of their graphs. What is skipped is counted by
// the index alone; what is yielded, the derivation has found in the graph.
func (e *Engine) Related(ctx context.Context, to rdf.IRI, by rdfstore.Relation, skip uint64) iter.Seq2[rdf.IRI, error] {
	list := postings.Part{List: postings.RelatedTo(to), Predicate: uint32(by)}
	return listedWalk{
		engine: e,
		list:   func(*bbolt.Tx) (postings.Part, bool, error) { return list, e.derivation.Of != nil, nil },
		look: func(payload []byte, looked int) (rdf.IRI, bool, error) {
			return e.lookForRelation(payload, to, by, looked < maxCachedOfWalk)
		},
		skip: skip,
	}.names(ctx)
}

// lookForRelation returns the name in a record and whether its entity stands in
// the relation. keep tells whether to keep what is derived of it.
func (e *Engine) lookForRelation(payload []byte, to rdf.IRI, by rdfstore.Relation, keep bool) (rdf.IRI, bool, error) {
	r, err := e.relationsOf(payload, keep)
	if err != nil {
		return rdf.IRI{}, false, err
	}
	return r.name, slices.Contains(r.stood, rdfstore.Related{To: to, By: by}), nil
}
