package query

import (
	"context"
	"iter"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/record"
)

// listedWalk is a walk of the entities in a list whose postings all have one
// predicate, in order of the numbers of their graphs. What is skipped is counted
// by the index alone.
type listedWalk struct {
	engine *Engine
	// list returns the list as of a transaction, false where there is none.
	list func(tx *bbolt.Tx) (postings.Part, bool, error)
	// look returns the name in the record of a graph, and whether to yield it; looked is
	// how many records the walk looked at before.
	look func(record []byte, looked int) (rdf.IRI, bool, error)
	// skip is how many are still to be skipped, and graph the number to go on
	// from.
	skip, graph uint64
	looked      int
}

// names yields the names.
func (l listedWalk) names(ctx context.Context) iter.Seq2[rdf.IRI, error] {
	return func(yield func(rdf.IRI, error) bool) {
		l := l
		atPace(ctx, l.engine, fewAtATime, l.fetch)(yield)
	}
}

// fetch reads the next portion.
func (l *listedWalk) fetch(tx *bbolt.Tx, m *memtable.Memtable, portion []rdf.IRI, n int) ([]rdf.IRI, bool, error) {
	list, ok, err := l.list(tx)
	if !ok || err != nil {
		return portion, true, err
	}
	runs, err := m.PostingsOf()
	if err != nil {
		return nil, false, err
	}
	w, err := postings.NewIterator(tx, list, runs)
	if err != nil {
		return nil, false, err
	}
	defer l.engine.lend(w)()
	p, ok, err := w.Seek(list.Predicate, l.graph)
	if ok && err == nil && l.skip > 0 {
		p, ok, err = w.Skip(l.skip)
		l.skip = 0
	}
	for ; ok && err == nil; p, ok, err = w.Next() {
		l.graph = p.Graph + 1
		record, err := record.GraphPayload(tx, p.Graph)
		if err != nil {
			return nil, false, err
		}
		name, yields, err := l.look(record, l.looked)
		l.looked++
		if err != nil {
			return nil, false, err
		}
		if yields {
			portion = append(portion, name)
		}
		if n--; n == 0 {
			return portion, false, nil
		}
	}
	return portion, true, err
}
