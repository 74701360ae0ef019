package boltstore

import (
	"context"
	"iter"
	"math"
	"slices"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
)

// Relations returns the relations in which entities stand to the IRI. Their
// numbers are those of the index: an IRI that has the hash of another counts
// the other's.
func (s *Store) Relations(ctx context.Context, to rdf.IRI) ([]rdfstore.RelationCount, error) {
	var counts []rdfstore.RelationCount
	err := s.viewIndex(ctx, func(tx *bbolt.Tx, p *pending) (err error) {
		if s.derivation.Of != nil {
			counts, err = s.countRelations(tx, p, relationList(to))
		}
		return err
	})
	return counts, err
}

// relationList is the list of all relations to an IRI.
func relationList(to rdf.IRI) list {
	hash, _ := hashTerm(to, nil)
	return list{byRelation, hash}
}

// countRelations goes from the first posting of each relation to that of the
// next. The room for a block is kept for the next call: it takes longer to
// allocate than the block to decode.
func (s *Store) countRelations(tx *bbolt.Tx, pending *pending, l list) ([]rdfstore.RelationCount, error) {
	w, err := newWalker(tx, walkList{list: l, anyPredicate: true}, pending)
	if err != nil {
		return nil, err
	}
	room, ok := s.blocks.Get().(*[]posting)
	if !ok {
		room = new([]posting)
	}
	w.buf = *room
	defer func() {
		*room = w.buf
		s.blocks.Put(room)
	}()
	var counts []rdfstore.RelationCount
	p, ok, err := w.seek(0, 0)
	for ok && err == nil {
		by := p.predicate
		length, failed := walkList{list: l, predicate: by}.count(tx, pending)
		if failed != nil {
			return nil, failed
		}
		p, ok, err = w.seek(by, math.MaxUint64)
		counts = append(counts, rdfstore.RelationCount{Relation: rdfstore.Relation(by), Count: length.postings})
	}
	return counts, err
}

// Related yields the names of the entities that stand in the relation to the
// IRI, in order of the numbers of their graphs. What is skipped is counted by
// the index alone; what is yielded, the derivation has found in the graph.
func (s *Store) Related(ctx context.Context, to rdf.IRI, by rdfstore.Relation, skip uint64) iter.Seq2[rdf.IRI, error] {
	return func(yield func(rdf.IRI, error) bool) {
		r := &relatedWalk{
			store: s, related: rdfstore.Related{To: to, By: by}, skip: skip,
			list: walkList{list: relationList(to), predicate: uint32(by)},
		}
		inPortionsOf(ctx, s, r.view, fewAtATime, r.fetch)(yield)
	}
}

// relatedWalk is a walk of Related in progress.
type relatedWalk struct {
	store   *Store
	related rdfstore.Related
	list    walkList
	// skip is how many are still to be skipped, and graph the number to go on
	// from.
	skip, graph uint64
	// pending is what the index lacks in the transaction of a portion.
	pending *pending
}

// view runs fn in a transaction with what the index lacks there.
func (r *relatedWalk) view(ctx context.Context, fn func(tx *bbolt.Tx) error) error {
	return r.store.viewIndex(ctx, func(tx *bbolt.Tx, p *pending) error {
		r.pending = p
		return fn(tx)
	})
}

// fetch reads the next portion.
func (r *relatedWalk) fetch(tx *bbolt.Tx, portion []rdf.IRI, n int) ([]rdf.IRI, bool, error) {
	if r.store.derivation.Of == nil {
		return portion, true, nil
	}
	w, err := newWalker(tx, r.list, r.pending)
	if err != nil {
		return nil, false, err
	}
	p, ok, err := w.seek(r.list.predicate, r.graph)
	for ; ok && err == nil; p, ok, err = w.next() {
		if r.graph = p.graph + 1; r.skip > 0 {
			r.skip--
			continue
		}
		name, stands, err := r.look(tx, p.graph)
		if err != nil {
			return nil, false, err
		}
		if stands {
			portion = append(portion, name)
		}
		if n--; n == 0 {
			return portion, false, nil
		}
	}
	return portion, true, err
}

// look returns the name of a graph and whether its entity stands in the
// relation.
func (r *relatedWalk) look(tx *bbolt.Tx, id uint64) (name rdf.IRI, stands bool, err error) {
	payload, err := graphPayload(tx, id)
	if err != nil {
		return name, false, err
	}
	e, err := decode(payload, r.store.dict)
	if err != nil {
		return name, false, err
	}
	return e.Graph.Name, slices.Contains(r.store.derivation.Of(e.Graph), r.related), nil
}
