package query

import (
	"cmp"
	"context"
	"slices"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
)

// maxPopular is how many objects Popular returns at most, and fewQuads how many quads a
// predicate has of which it looks for none.
const (
	maxPopular = 1 << 13
	fewQuads   = 1 << 10
)

// Popular returns the objects that the most graphs have with a predicate, as far as the lengths
// of their lists are stored: none where these are not a quarter of the quads with the predicate.
func (e *Engine) Popular(ctx context.Context, predicate rdf.Predicate) (objects []rdf.Object, err error) {
	number, known := e.dict.Number(codec.IRI, predicate.String())
	if !known {
		return nil, nil
	}
	err = e.source.View(ctx, func(tx *bbolt.Tx, m *memtable.Memtable) error {
		runs, err := m.PostingsOf()
		if err != nil {
			return err
		}
		all, err := e.length(tx, postings.Part{List: postings.List{Kind: postings.ByPredicate}, Predicate: number}, runs)
		if err != nil || all.Triples < fewQuads {
			return err
		}
		lists, err := longLists(ctx, tx, number)
		if err != nil {
			return err
		}
		slices.SortFunc(lists, func(a, b longList) int { return cmp.Compare(b.triples, a.triples) })
		lists = lists[:min(len(lists), maxPopular)]
		stated := uint64(0)
		for _, l := range lists {
			stated += l.triples
		}
		if 4*stated < all.Triples {
			return nil
		}
		for _, l := range lists {
			o, err := e.objectOf(tx, l.Part, runs)
			if err != nil {
				return err
			}
			if o != nil {
				objects = append(objects, o)
			}
		}
		return ctx.Err()
	})
	return objects, err
}

// longList is a list whose length is stored.
type longList struct {
	postings.Part
	triples uint64
}

// longLists returns the lists of the objects of a predicate whose lengths are stored.
func longLists(ctx context.Context, tx *bbolt.Tx, predicate uint32) (lists []longList, err error) {
	s, err := table.Counts.Scan(tx)
	if err != nil {
		return nil, err
	}
	k, payload, err := s.Seek([]byte{byte(postings.ByObject)})
	for ; err == nil && k != nil && k[0] == byte(postings.ByObject); k, payload, err = s.Next() {
		part, ok := postings.PartOf(k)
		if !ok || part.AnyPredicate || part.Predicate != predicate {
			continue
		}
		length, err := postings.DecodeTotal(payload)
		if err != nil {
			return nil, err
		}
		if lists = append(lists, longList{part, length.Triples}); ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return lists, err
}

// objectOf returns the object that a list is of, nil where the list is empty.
func (e *Engine) objectOf(tx *bbolt.Tx, l postings.Part, runs []postings.Run) (rdf.Object, error) {
	w, done, err := e.list(tx, l, runs)
	if err != nil {
		return nil, err
	}
	defer done()
	p, ok, err := w.Seek(l.Predicate, 0)
	if !ok || err != nil {
		return nil, err
	}
	graphs, err := e.graphs(tx)
	if err != nil {
		return nil, err
	}
	payload, err := record.PayloadOf(graphs, p.Graph)
	if err != nil {
		return nil, err
	}
	r, err := e.read(payload, false, nil)
	if err != nil {
		return nil, err
	}
	for _, number := range r.FindPredicate(nil, rdfstore.Pattern{}, int(l.Predicate)) {
		_, object := r.Ends(number)
		o, err := r.Term(object)
		if err != nil {
			return nil, err
		}
		if hash, _ := codec.HashTerm(o, nil); !codec.IsBlank(o) && hash == l.Hash {
			return o, nil
		}
	}
	return nil, nil
}
