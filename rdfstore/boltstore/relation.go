package boltstore

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
	"vitrine/rdfstore/boltstore/internal/record"
)

// Relations returns the relations in which entities stand to the IRI. Their
// numbers are those of the index: an IRI that has the hash of another counts
// the other's.
func (s *Store) Relations(ctx context.Context, to rdf.IRI) ([]rdfstore.RelationCount, error) {
	var counts []rdfstore.RelationCount
	err := s.viewIndex(ctx, func(tx *bbolt.Tx, p *memtable.Memtable) (err error) {
		if s.derivation.Of != nil {
			counts, err = s.countRelations(tx, p, relationList(to))
		}
		return err
	})
	return counts, err
}

// relationList is the list of all relations to an IRI.
func relationList(to rdf.IRI) postings.List {
	hash, _ := record.HashTerm(to, nil)
	return postings.List{Kind: postings.ByRelation, Hash: hash}
}

// countRelations goes from the first posting of each relation to that of the
// next. The room for a block is kept for the next call: it takes longer to
// allocate than the block to decode.
func (s *Store) countRelations(tx *bbolt.Tx, p *memtable.Memtable, l postings.List) ([]rdfstore.RelationCount, error) {
	all := postings.Part{List: l, AnyPredicate: true}
	late, err := p.RunsOf(tx, all)
	if err != nil {
		return nil, err
	}
	w, err := postings.NewIterator(tx, all, late)
	if err != nil {
		return nil, err
	}
	room, ok := s.blocks.Get().(*[]postings.Posting)
	if !ok {
		room = new([]postings.Posting)
	}
	w.Buf = *room
	defer func() {
		*room = w.Buf
		s.blocks.Put(room)
	}()
	var counts []rdfstore.RelationCount
	first, ok, err := w.Seek(0, 0)
	for ok && err == nil {
		by := first.Predicate
		length, failed := postings.Part{List: l, Predicate: by}.Count(tx, late)
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
func (s *Store) Related(ctx context.Context, to rdf.IRI, by rdfstore.Relation, skip uint64) iter.Seq2[rdf.IRI, error] {
	list := postings.Part{List: relationList(to), Predicate: uint32(by)}
	return listedWalk{
		store: s,
		list:  func(*bbolt.Tx) (postings.Part, bool, error) { return list, s.derivation.Of != nil, nil },
		look:  func(payload []byte) (rdf.IRI, bool, error) { return s.lookForRelation(payload, to, by) },
		skip:  skip,
	}.names(ctx)
}

// lookForRelation returns the name in a record and whether its entity stands in
// the relation.
func (s *Store) lookForRelation(payload []byte, to rdf.IRI, by rdfstore.Relation) (rdf.IRI, bool, error) {
	e, err := record.Decode(payload, s.dict)
	if err != nil {
		return rdf.IRI{}, false, err
	}
	return e.Graph.Name, slices.Contains(s.derivation.Of(e.Graph), rdfstore.Related{To: to, By: by}), nil
}
