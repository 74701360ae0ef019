package tables

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/graph"
)

// query is a pattern on its way through the index.
type query struct {
	rdfstore.Pattern
	reader Reader
	// lists are those that every matching graph is in: none, one or two.
	lists []*reading
	kinds []byte
	// nothing tells that no quad can match.
	nothing bool
	// predicates are the parts of predicates that were met.
	predicates Hasher
	// ahead are the first places, if they are known.
	ahead []place
	// ofRecent tells that records that were read of late may stand for their rows.
	ofRecent bool
}

func (r Reader) newQuery(p rdfstore.Pattern) *query {
	q := &query{Pattern: p, reader: r, predicates: Hasher{}}
	if l, ok := p.Object.(rdf.Literal); ok {
		if same, err := graph.Literal(l); err == nil {
			q.Object = same
		}
	}
	if p.Graph != nil {
		_, named := p.Graph.(rdf.IRI)
		q.nothing = !named
		return q
	}
	if codec.IsBlank(p.Subject) || codec.IsBlank(p.Object) {
		q.nothing = true
		return q
	}
	if p.Object != nil {
		q.add(ByObject, q.Object)
	}
	if p.Subject != nil {
		q.add(BySubject, p.Subject)
	}
	if p.Predicate != nil && len(q.lists) == 0 {
		q.add(ByPredicate, p.Predicate)
	}
	return q
}

// query returns the query of a pattern, with what was read ahead for it.
func (r Reader) query(p rdfstore.Pattern) *query {
	if known := r.Kept.query(p); known != nil {
		return known.of(r)
	}
	return r.newQuery(p)
}

// of returns a query of the same pattern at its beginning.
func (q *query) of(r Reader) *query {
	again := *q
	again.reader, again.predicates, again.lists = r, Hasher{}, make([]*reading, len(q.lists))
	for i, list := range q.lists {
		one := *list
		one.source = r.Source
		again.lists[i] = &one
	}
	return &again
}

// forget has a query read its lists from a place on.
func (q *query) forget() {
	if q.ahead = nil; len(q.lists) > 0 {
		*q = *q.reader.newQuery(q.Pattern)
	}
}

func (q *query) add(kind byte, t rdf.Term) {
	r := &reading{source: q.reader.Source, list: Hash(kind, t)}
	if q.Predicate != nil {
		part := Hash(OfPredicate, q.Predicate)
		r.part = &part
	}
	q.lists, q.kinds = append(q.lists, r), append(q.kinds, kind)
}

// Match yields the quads that match the pattern.
func (r Reader) Match(ctx context.Context, p rdfstore.Pattern, after rdfstore.Cursor) iter.Seq2[rdfstore.Match, error] {
	return func(yield func(rdfstore.Match, error) bool) {
		q, f := r.query(p), codec.FingerprintOf(p)
		from, last := place{math.MinInt64, 0}, codec.TripleHash{}
		if after != "" {
			spot, err := codec.ParseCursor(after, f)
			if err != nil {
				yield(rdfstore.Match{}, err)
				return
			}
			from, last = place{int64(spot.Predicate), int64(spot.Graph)}, spot.Triple
			q.forget()
		}
		err := q.walk(ctx, from, func(at place, row Row) (bool, error) {
			e, err := r.entity(row)
			if err != nil {
				return false, err
			}
			g := e.Graph
			for _, o := range q.inOrder(at, g) {
				if after != "" && cmp.Or(at.compare(from), o.hash.Compare(last)) <= 0 {
					continue
				}
				if err := r.Proceed(ctx); err != nil {
					return false, err
				}
				if !yield(rdfstore.Match{Quad: rdf.Quad{Triple: o.triple, Ctx: g.Name}, Cursor: codec.Spot{Predicate: uint64(at.part), Graph: uint64(at.entity), Triple: o.hash}.Cursor(f)}, nil) {
					return false, nil
				}
			}
			return true, nil
		})
		if err == nil {
			return
		}
		yield(rdfstore.Match{}, err)
	}
}

// ordered is a triple with the hash that orders it.
type ordered struct {
	hash   codec.TripleHash
	triple rdf.Triple
}

// inOrder returns the triples of a graph that match at a place, in order.
func (q *query) inOrder(at place, g *graph.Graph) []ordered {
	var all []ordered
	var scratch []byte
	for _, t := range g.Triples {
		if q.matches(at, t) {
			o := ordered{triple: t}
			o.hash, scratch = codec.HashTriple(t, scratch)
			all = append(all, o)
		}
	}
	slices.SortFunc(all, func(a, b ordered) int { return a.hash.Compare(b.hash) })
	return all
}

// matches tells whether a triple matches. Where the index led to the graph, it has the
// predicate of the posting.
func (q *query) matches(at place, t rdf.Triple) bool {
	return (q.Subject == nil || q.Subject == t.Subj) && (q.Object == nil || q.Object == t.Obj) &&
		(q.Predicate == nil || q.Predicate == t.Pred) &&
		(len(q.lists) == 0 || q.predicates.Of(OfPredicate, t.Pred) == at.part)
}

// lookFunc looks at a graph that may match, and tells whether to go on.
type lookFunc func(at place, row Row) (more bool, err error)

// walk calls look for each graph that may match, in order from a place on.
func (q *query) walk(ctx context.Context, from place, look lookFunc) error {
	switch {
	case q.nothing:
		return q.reader.Proceed(ctx)
	case q.Graph != nil:
		return q.walkOne(ctx, look)
	case len(q.lists) == 0:
		return q.walkAll(ctx, from.entity, look)
	}
	for size := firstGraphs; ; size = min(8*size, maxGraphs) {
		places, end, err := q.ahead, false, error(nil)
		if q.ahead = nil; len(places) == 0 {
			places, end, err = q.places(ctx, from, size)
		}
		if err != nil {
			return err
		}
		if len(places) > 0 {
			if more, err := q.look(ctx, places, look); err != nil || !more {
				return err
			}
			from = places[len(places)-1]
			from.entity++
		}
		if end {
			return nil
		}
	}
}

// The number of graphs that are read at once, at first and at most. Those whose record is
// larger than maxAtOnce are read alone, when their turn comes.
const (
	firstGraphs = 16
	maxGraphs   = 1024
	maxAtOnce   = 32 << 10
)

// places returns the next places that all lists have, and whether there are no more.
func (q *query) places(ctx context.Context, from place, size int) (places []place, end bool, err error) {
	for len(places) < size {
		p, ok, err := q.meet(ctx, from)
		if err != nil {
			return nil, false, err
		}
		if !ok {
			return places, true, nil
		}
		places = append(places, p)
		from = place{p.part, p.entity + 1}
	}
	return places, false, nil
}

// meet returns the first place from the given one on that all lists have.
func (q *query) meet(ctx context.Context, from place) (place, bool, error) {
	for {
		p, r, ok := q.meetIn(from)
		if ok || r == nil {
			return p, ok, nil
		}
		if err := r.fetch(ctx, p); err != nil {
			return place{}, false, err
		}
		from = p
	}
}

// meetIn does the same in what was read of the lists. Where that is not enough, it returns the
// list of which more is to be read, and from which place on.
func (q *query) meetIn(from place) (p place, more *reading, ok bool) {
	agreed := 0
	for i := 0; ; i++ {
		r := q.lists[i%len(q.lists)]
		p, ok := r.find(from)
		if !ok && !r.end {
			return from, r, false
		}
		if !ok {
			return place{}, nil, false
		}
		if agreed++; p != from {
			agreed, from = 1, p
		}
		if agreed >= len(q.lists) {
			return p, nil, true
		}
	}
}

// look reads the graphs of places and calls look for each.
func (q *query) look(ctx context.Context, places []place, look lookFunc) (more bool, err error) {
	byID := make(map[int64]Row, len(places))
	var ids []int64
	for _, p := range places {
		row, ok := q.reader.Kept.rowOf(p.entity)
		if ok {
			byID[p.entity] = row
		} else {
			ids = append(ids, p.entity)
		}
	}
	if len(ids) > 0 {
		rows, err := q.rowsOf(ctx, ids)
		if err != nil {
			return false, err
		}
		for _, row := range rows {
			byID[row.ID] = row
		}
	}
	for _, p := range places {
		row, ok := byID[p.entity]
		if !ok && q.reader.Steady() {
			return false, fmt.Errorf("%w: entity %d of a posting list is missing", rdfstore.ErrCorrupt, p.entity)
		}
		if !ok {
			continue // deleted since the list was read
		}
		if more, err := q.lookAt(ctx, p, row, look); err != nil || !more {
			return false, err
		}
	}
	return true, nil
}

func (q *query) rowsOf(ctx context.Context, ids []int64) ([]Row, error) {
	if q.ofRecent {
		return q.reader.rowsSince(ctx, ids)
	}
	return q.reader.rows(ctx, "WHERE id = ANY($1)", ids)
}

// lookAt calls look for a row, whose record is read if it was too large to come with others.
func (q *query) lookAt(ctx context.Context, at place, row Row, look lookFunc) (more bool, err error) {
	if row.Record == nil && row.recent == nil {
		rows, err := q.reader.allOf(ctx, "record", "WHERE id = $1", row.ID)
		if err != nil || len(rows) == 0 {
			return true, err
		}
		row = rows[0]
	}
	return look(at, row)
}

// rows returns rows of entities, without the records that are larger than maxAtOnce.
func (r Reader) rows(ctx context.Context, where string, args ...any) ([]Row, error) {
	return r.allOf(ctx, fmt.Sprintf("CASE WHEN octet_length(record) <= %d THEN record END", maxAtOnce), where, args...)
}

// allOf returns rows of entities with what is to come for the record.
func (r Reader) allOf(ctx context.Context, record, where string, args ...any) ([]Row, error) {
	return All(ctx, r.Source, "SELECT "+columnsBefore+record+" FROM @.entity "+where, args, func(rows pgx.Rows, to *Row) (err error) {
		*to, err = ScanRow(rows)
		return err
	})
}

// walkOne looks at the graph that the pattern names. One that is deleted and created again
// gets another number; the walk goes by the triples alone.
func (q *query) walkOne(ctx context.Context, look lookFunc) error {
	row, found, err := q.reader.named(ctx, q.Graph.(rdf.IRI))
	if err != nil || !found {
		return err
	}
	_, err = look(place{}, row)
	return err
}

// named returns the row of a name, false where there is none.
func (r Reader) named(ctx context.Context, name rdf.IRI) (row Row, found bool, err error) {
	key := DigestOf(name)
	if row, has, known := r.Kept.named(key); known && (!has || row.Record != nil) {
		return row, has, nil
	}
	rows, err := r.allOf(ctx, "record", "WHERE digest = $1", key[:])
	if err != nil || len(rows) == 0 {
		return Row{}, false, err
	}
	return rows[0], true, nil
}

// walkAll looks at every graph.
func (q *query) walkAll(ctx context.Context, from int64, look lookFunc) error {
	for size := firstGraphs; ; size = min(8*size, maxGraphs) {
		rows, err := q.reader.rows(ctx, "WHERE id >= $1 ORDER BY id LIMIT $2", from, size)
		if err != nil {
			return err
		}
		for _, row := range rows {
			if more, err := q.lookAt(ctx, place{0, row.ID}, row, look); err != nil || !more {
				return err
			}
			from = row.ID + 1
		}
		if len(rows) < size {
			return nil
		}
	}
}

// Count returns the number of quads that match, from the lengths of lists where one has
// the answer.
func (r Reader) Count(ctx context.Context, p rdfstore.Pattern) (uint64, error) {
	q := r.query(p)
	switch {
	case q.nothing:
		return 0, r.Proceed(ctx)
	case q.Graph == nil && len(q.lists) == 0:
		return Number(ctx, r.Source, "SELECT triples FROM @.head")
	case len(q.lists) == 1 && q.kinds[0] == ByPredicate:
		return Number(ctx, r.Source, "SELECT triples FROM @.tally WHERE list = $1 AND part = $2", q.lists[0].list, *q.lists[0].part)
	case len(q.lists) == 1 && q.lists[0].part != nil:
		return Number(ctx, r.Source, "SELECT coalesce(sum(triples), 0)::bigint FROM @.posting WHERE list = $1 AND part = $2", q.lists[0].list, *q.lists[0].part)
	case len(q.lists) == 1:
		return Number(ctx, r.Source, "SELECT coalesce(sum(triples), 0)::bigint FROM @.posting WHERE list = $1", q.lists[0].list)
	}
	var n uint64
	for found, err := range r.Records(ctx, p) {
		if err != nil {
			return 0, err
		}
		n += uint64(len(found.Triples))
	}
	return n, nil
}
