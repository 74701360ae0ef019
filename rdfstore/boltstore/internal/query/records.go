package query

import (
	"context"
	"iter"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/codec"
)

// Record returns the graph of the name.
func (e *Engine) Record(ctx context.Context, name rdf.IRI) (rdfstore.Record, error) {
	var r *codec.Record
	err := e.source.View(ctx, func(tx *bbolt.Tx, m *memtable.Memtable) (err error) {
		if version, ok := e.named.get(tx.ID(), name.String()); ok {
			if r, ok = e.caches.records.Get(version); ok {
				return nil
			}
		}
		r, err = e.find(tx, name)
		return err
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// find finds the graph of the name in the tables.
func (e *Engine) find(tx *bbolt.Tx, name rdf.IRI) (*codec.Record, error) {
	id, err := e.graphID(tx, name.String())
	if err != nil {
		return nil, err
	}
	if id == 0 {
		return nil, record.Missing(tx, name)
	}
	graphs, err := e.graphs(tx)
	if err != nil {
		return nil, err
	}
	payload, err := record.PayloadOf(graphs, id)
	if err != nil {
		return nil, err
	}
	r, err := e.read(payload, true, nil)
	if err == nil {
		e.named.put(tx.ID(), r.Name().String(), codec.VersionOf(payload))
	}
	return r, err
}

// Records yields the graphs that have quads of the pattern.
func (e *Engine) Records(ctx context.Context, p rdfstore.Pattern) iter.Seq2[rdfstore.Found, error] {
	return func(yield func(rdfstore.Found, error) bool) {
		w := &recordWalk{query: e.newQuery(p)}
		inPortions(ctx, e.source, w.fetch, yield)
	}
}

// recordWalk is a walk of the graphs that match, in portions.
type recordWalk struct {
	*query
	// portion has its graphs; numbers of the query are those of its triples.
	portion []rdfstore.Found
	// read is how many the portions before had, and looked how many graphs were looked at.
	read, looked int
	// room is for the records that are not kept.
	room codec.Room
	// predicate and graph are the place to go on from.
	predicate uint32
	graph     uint64
	done      bool
}

// fetch reads the next portion. The first is one graph, which is enough for who asks whether
// there is any, and each other as many as those before: going on in a snapshot takes about as
// long as reading a graph.
func (w *recordWalk) fetch(ctx context.Context) ([]rdfstore.Found, bool, error) {
	w.portion, w.numbers = w.portion[:0], nil
	size, examined := min(max(w.read, 1), maxPortion), 0
	err := w.engine.source.View(ctx, func(tx *bbolt.Tx, over *memtable.Memtable) (err error) {
		w.done, err = w.walk(ctx, tx, over, w.predicate, w.graph, func(p postings.Place, payload []byte) (bool, error) {
			examined++
			err := w.look(p, payload)
			return len(w.portion) < size && examined < maxExamined, err
		})
		return err
	})
	w.read += len(w.portion)
	return w.portion, w.done, err
}

// look takes one graph into the portion, if it has a quad that matches.
func (w *recordWalk) look(p postings.Place, payload []byte) error {
	w.predicate, w.graph = p.Predicate, p.Graph+1
	r, err := w.record(payload)
	if err != nil {
		return err
	}
	before := len(w.numbers)
	w.numbers = w.find(w.numbers, r, p)
	w.take(r, before)
	return nil
}

// record reads the record of a graph that the walk comes by.
func (w *recordWalk) record(payload []byte) (*codec.Record, error) {
	w.looked++
	return w.engine.read(payload, w.looked <= maxCachedOfWalk, &w.room)
}

// take takes a graph into the portion with the numbers from a place on, if there are any.
func (w *recordWalk) take(r *codec.Record, from int) {
	if found := w.numbers[from:len(w.numbers):len(w.numbers)]; len(found) > 0 {
		w.portion = append(w.portion, rdfstore.Found{Record: r, Triples: found})
	}
}
