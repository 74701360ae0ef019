package query

import (
	"bytes"
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
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/graph"
)

// query is a pattern on its way through the index.
type query struct {
	rdfstore.Pattern
	engine *Engine
	// fingerprint is for cursors, and only Match has it.
	fingerprint codec.Fingerprint
	// lists are the parts of the index that every matching graph is in: none,
	// one or two.
	lists []postings.Part
	room  [2]postings.Part
	// nothing tells that no quad can match.
	nothing bool
	scratch []byte
	numbers []int
}

// newQuery decides how a pattern is answered: from the graph that is given, or else from the
// lists of the given subject and object, from both where both are given, or else from the list
// of the predicate, or else from all graphs.
func (e *Engine) newQuery(p rdfstore.Pattern) *query {
	q := &query{Pattern: p, engine: e}
	q.lists = q.room[:0]
	if l, ok := p.Object.(rdf.Literal); ok {
		if same, err := graph.Literal(l); err == nil {
			q.Object = same
		}
	}
	_, named := p.Graph.(rdf.IRI)
	if p.Graph != nil {
		q.nothing = !named
		return q
	}
	if codec.IsBlank(p.Subject) || codec.IsBlank(p.Object) {
		q.nothing = true
		return q
	}
	number, known := uint32(0), true
	if p.Predicate != nil {
		number, known = e.dict.Number(codec.IRI, p.Predicate.String())
	}
	q.nothing = !known
	add := func(kind postings.ListKind, term rdf.Term) {
		l := postings.Part{List: postings.List{Kind: kind}, Predicate: number, AnyPredicate: p.Predicate == nil}
		if term != nil {
			l.Hash, q.scratch = codec.HashTerm(term, q.scratch)
		}
		q.lists = append(q.lists, l)
	}
	if p.Object != nil {
		add(postings.ByObject, q.Object)
	}
	if p.Subject != nil {
		add(postings.BySubject, p.Subject)
	}
	if p.Predicate != nil && len(q.lists) == 0 {
		add(postings.ByPredicate, nil)
	}
	return q
}

// Match yields the quads that match the pattern.
func (e *Engine) Match(ctx context.Context, p rdfstore.Pattern, after rdfstore.Cursor) iter.Seq2[rdfstore.Match, error] {
	return func(yield func(rdfstore.Match, error) bool) {
		q := e.newQuery(p)
		q.fingerprint = codec.FingerprintOf(p)
		m := &matching{query: q}
		if after != "" {
			var err error
			if m.from, err = codec.ParseCursor(after, q.fingerprint); err != nil {
				yield(rdfstore.Match{}, err)
				return
			}
			m.resumed = true
		}
		inPortions(ctx, e.source, m.fetch, yield)
	}
}

// maxExamined bounds how many graphs one transaction looks at.
const maxExamined = 4096

// matching is a walk in progress.
type matching struct {
	*query
	// from is the spot of the last quad seen, where resumed tells that there is
	// one.
	from    codec.Spot
	resumed bool
	// size is how many quads the portion should have, and read how many those
	// before had.
	size, read int
	portion    []rdfstore.Match
	// record is the last graph, and rest its triples that match, in order, for the portions to
	// come.
	record   *codec.Record
	rest     []ordered
	examined int
	// done tells that no other graph may match.
	done bool
}

// fetch reads the next portion.
func (m *matching) fetch(ctx context.Context) ([]rdfstore.Match, bool, error) {
	m.portion, m.examined, m.size = m.portion[:0], 0, m.pace(m.read)
	err := m.take()
	if err == nil && !m.done && len(m.portion) < m.size {
		graph := m.from.Graph
		if m.from.Triple == lastHash {
			graph++
		}
		err = m.engine.source.View(ctx, func(tx *bbolt.Tx, over *memtable.Memtable) (err error) {
			m.done, err = m.walk(ctx, tx, over, uint32(min(m.from.Predicate, math.MaxUint32)), graph, m.look)
			return err
		})
	}
	m.read += len(m.portion)
	return m.portion, m.done && len(m.rest) == 0, err
}

// pace is how many quads the next portion should have. Who asks which graphs hold a
// triple often asks for the first alone, and each is in a graph of its own.
func (m *matching) pace(read int) int {
	if m.Subject != nil && m.Predicate != nil && m.Object != nil {
		return min(max(3*read, 1), maxPortion)
	}
	return fewAtATime(read)
}

// look takes the matching quads of one graph into the portion, and tells
// whether to go on to the next.
func (m *matching) look(p postings.Place, payload []byte) (bool, error) {
	var err error
	keep := len(m.lists) > 0 && m.read+m.examined < maxCachedOfWalk
	if m.record, err = m.engine.read(payload, keep, nil); err == nil {
		m.rest, err = m.inOrder(m.record, p)
	}
	if err != nil {
		return false, err
	}
	if m.resumed && uint64(p.Predicate) == m.from.Predicate && p.Graph == m.from.Graph {
		i, same := slices.BinarySearchFunc(m.rest, m.from.Triple, func(f ordered, h codec.TripleHash) int { return f.hash.Compare(h) })
		if same {
			i++
		}
		m.rest = m.rest[i:]
	} else {
		m.from = codec.Spot{Predicate: uint64(p.Predicate), Graph: p.Graph}
	}
	m.resumed = true
	m.examined++
	err = m.take()
	return len(m.portion) < m.size && m.examined < maxExamined, err
}

// take moves quads of the current graph into the portion, as many as it takes.
func (m *matching) take() error {
	if m.record == nil {
		return nil
	}
	n := min(len(m.rest), m.size-len(m.portion))
	for _, o := range m.rest[:n] {
		t, err := m.record.Triple(int(o.triple))
		if err != nil {
			return err
		}
		m.from.Triple = o.hash
		m.portion = append(m.portion, rdfstore.Match{Quad: rdf.Quad{Triple: t, Ctx: m.record.Name()}, Cursor: m.from.Cursor(m.fingerprint)})
	}
	if m.rest = m.rest[n:]; len(m.rest) == 0 {
		// The graph has been looked at to its end.
		m.from.Triple = lastHash
	}
	return nil
}

// lastHash is not before that of any triple.
var lastHash = codec.TripleHash(bytes.Repeat([]byte{0xff}, len(codec.TripleHash{})))

// lookFunc looks at the record of a graph that may match, and tells whether to
// go on to the next.
type lookFunc func(p postings.Place, payload []byte) (more bool, err error)

// walk calls look for each graph that may match, in order from a place on, and
// tells whether it came to the end.
func (q *query) walk(ctx context.Context, tx *bbolt.Tx, m *memtable.Memtable, predicate uint32, graph uint64, look lookFunc) (end bool, err error) {
	switch {
	case q.nothing:
		return true, nil
	case q.Graph != nil:
		return q.walkOne(tx, look)
	case len(q.lists) == 0:
		return q.walkAll(ctx, tx, graph, look)
	}
	walkers, done, err := q.engine.lists(tx, m, q.lists...)
	if err != nil {
		return false, err
	}
	defer done()
	return q.walkLists(ctx, tx, walkers, predicate, graph, look)
}

// walkLists looks at the graphs that are in all of some lists.
func (q *query) walkLists(ctx context.Context, tx *bbolt.Tx, walkers []*postings.Iterator, predicate uint32, graph uint64, look lookFunc) (end bool, err error) {
	var graphs *table.Scan
	for first := true; err == nil; err = ctx.Err() {
		p, ok, err := postings.Place{}, false, error(nil)
		if first || len(walkers) > 1 {
			p, ok, err = meet(walkers, predicate, graph)
		} else {
			p, ok, err = next(walkers[0])
		}
		if first = false; err != nil || !ok {
			return !ok, err
		}
		if graphs == nil {
			if graphs, err = q.engine.graphs(tx); err != nil {
				return false, err
			}
		}
		payload, err := record.PayloadOf(graphs, p.Graph)
		if err != nil {
			return false, err
		}
		if more, err := look(p, payload); err != nil || !more {
			return false, err
		}
		predicate, graph = p.Predicate, p.Graph+1
	}
	return false, err
}

// next returns the place that a walk comes to next.
func next(w *postings.Iterator) (postings.Place, bool, error) {
	p, ok, err := w.Next()
	return p.Place, ok, err
}

// meet returns the first place from the given one on that all the walkers
// have, false where there is none.
func meet(walkers []*postings.Iterator, predicate uint32, graph uint64) (postings.Place, bool, error) {
	agreed := 0
	for i := 0; ; i++ {
		p, ok, err := walkers[i%len(walkers)].Seek(predicate, graph)
		if !ok || err != nil {
			return postings.Place{}, false, err
		}
		if p.Predicate == predicate && p.Graph == graph {
			agreed++
		} else {
			agreed = 1
		}
		predicate, graph = p.Predicate, p.Graph
		if agreed >= len(walkers) {
			return p.Place, true, nil
		}
	}
}

// walkOne looks at the graph that the pattern names.
func (q *query) walkOne(tx *bbolt.Tx, look lookFunc) (end bool, err error) {
	id, err := q.engine.graphID(tx, q.Graph.String())
	if id == 0 || err != nil {
		return true, err
	}
	graphs, err := q.engine.graphs(tx)
	if err != nil {
		return false, err
	}
	payload, err := record.PayloadOf(graphs, id)
	if err != nil {
		return false, err
	}
	// A graph that is deleted and created again gets another number; the walk
	// of a named graph goes by the triples alone.
	_, err = look(postings.Place{}, payload)
	return true, err
}

// walkAll looks at every graph.
func (q *query) walkAll(ctx context.Context, tx *bbolt.Tx, from uint64, look lookFunc) (end bool, err error) {
	s, err := table.Graphs.Scan(tx)
	if err != nil {
		return false, err
	}
	k, payload, err := s.Seek(table.NumberKey(from))
	for ; k != nil && err == nil; k, payload, err = s.Next() {
		id, err := table.KeyNumber(table.Graphs, k)
		if err != nil {
			return false, err
		}
		if more, err := look(postings.Place{Graph: id}, payload); err != nil || !more {
			return false, err
		}
		if err := ctx.Err(); err != nil {
			return false, err
		}
	}
	return err == nil, err
}
