package query

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/pgstore/internal/index"
	"vitrine/rdfstore/pgstore/internal/record"
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
	predicates index.Hasher
}

func (r Reader) newQuery(p rdfstore.Pattern) *query {
	q := &query{Pattern: p, reader: r, predicates: index.Hasher{}}
	if l, ok := p.Object.(rdf.Literal); ok {
		if same, err := record.Literal(l); err == nil {
			q.Object = same
		}
	}
	if p.Graph != nil {
		_, named := p.Graph.(rdf.IRI)
		q.nothing = !named
		return q
	}
	if index.IsBlank(p.Subject) || index.IsBlank(p.Object) {
		q.nothing = true
		return q
	}
	if p.Object != nil {
		q.add(index.ByObject, q.Object)
	}
	if p.Subject != nil {
		q.add(index.BySubject, p.Subject)
	}
	if p.Predicate != nil && len(q.lists) == 0 {
		q.add(index.ByPredicate, p.Predicate)
	}
	return q
}

func (q *query) add(kind byte, t rdf.Term) {
	r := &reading{source: q.reader.Source, list: index.Hash(kind, t)}
	if q.Predicate != nil {
		part := index.Hash(index.OfPredicate, q.Predicate)
		r.part = &part
	}
	q.lists, q.kinds = append(q.lists, r), append(q.kinds, kind)
}

// Match yields the quads that match the pattern.
func (r Reader) Match(ctx context.Context, p rdfstore.Pattern, after rdfstore.Cursor) iter.Seq2[rdfstore.Match, error] {
	return func(yield func(rdfstore.Match, error) bool) {
		q, f := r.newQuery(p), fingerprintOf(p)
		from := spot{place: place{math.MinInt64, 0}}
		if after != "" {
			var err error
			if from, err = parseCursor(after, f); err != nil {
				yield(rdfstore.Match{}, err)
				return
			}
		}
		err := q.walk(ctx, from.place, func(at place, g *graph.Graph) (bool, error) {
			for _, o := range q.inOrder(at, g) {
				if after != "" && o.spot.compare(from) <= 0 {
					continue
				}
				if err := r.Proceed(ctx); err != nil {
					return false, err
				}
				if !yield(rdfstore.Match{Quad: rdf.Quad{Triple: o.triple, Ctx: g.Name}, Cursor: o.spot.cursor(f)}, nil) {
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

// ordered is a triple with its spot in the walk.
type ordered struct {
	spot   spot
	triple rdf.Triple
}

// inOrder returns the triples of a graph that match at a place, in order.
func (q *query) inOrder(at place, g *graph.Graph) []ordered {
	var all []ordered
	for _, t := range g.Triples {
		if q.matches(at, t) {
			all = append(all, ordered{spot{at, hashTriple(t)}, t})
		}
	}
	slices.SortFunc(all, func(a, b ordered) int { return a.spot.compare(b.spot) })
	return all
}

// matches tells whether a triple matches. Where the index led to the graph, it has the
// predicate of the posting.
func (q *query) matches(at place, t rdf.Triple) bool {
	return (q.Subject == nil || q.Subject == t.Subj) && (q.Object == nil || q.Object == t.Obj) &&
		(q.Predicate == nil || q.Predicate == t.Pred) &&
		(len(q.lists) == 0 || q.predicates.Of(index.OfPredicate, t.Pred) == at.part)
}

// lookFunc looks at a graph that may match, and tells whether to go on.
type lookFunc func(at place, g *graph.Graph) (more bool, err error)

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
	for size := 1; ; size = min(4*size, maxGraphs) {
		places, end, err := q.places(ctx, from, size)
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

// maxGraphs is how many graphs are read at once at most.
const maxGraphs = 128

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
	agreed := 0
	for i := 0; ; i++ {
		p, ok, err := q.lists[i%len(q.lists)].seek(ctx, from)
		if !ok || err != nil {
			return place{}, false, err
		}
		if agreed++; p != from {
			agreed, from = 1, p
		}
		if agreed >= len(q.lists) {
			return p, true, nil
		}
	}
}

// look reads the graphs of places and calls look for each.
func (q *query) look(ctx context.Context, places []place, look lookFunc) (more bool, err error) {
	ids := make([]int64, len(places))
	for i, p := range places {
		ids[i] = p.entity
	}
	rows, err := q.entities(ctx, "WHERE id = ANY($1)", ids)
	if err != nil {
		return false, err
	}
	byID := make(map[int64]*graph.Graph, len(rows))
	for _, row := range rows {
		e, err := q.reader.entity(row)
		if err != nil {
			return false, err
		}
		byID[row.ID] = e.Graph
	}
	for _, p := range places {
		g := byID[p.entity]
		if g == nil && q.reader.Steady() {
			return false, fmt.Errorf("%w: entity %d of a posting list is missing", rdfstore.ErrCorrupt, p.entity)
		}
		if g == nil {
			continue // deleted since the list was read
		}
		if more, err := look(p, g); err != nil || !more {
			return false, err
		}
	}
	return true, nil
}

func (q *query) entities(ctx context.Context, where string, args ...any) ([]Row, error) {
	return All(ctx, q.reader.Source, "SELECT "+Columns+" FROM @.entity "+where, args, func(rows pgx.Rows, to *Row) (err error) {
		*to, err = ScanRow(rows)
		return err
	})
}

// walkOne looks at the graph that the pattern names. One that is deleted and created again
// gets another number; the walk goes by the triples alone.
func (q *query) walkOne(ctx context.Context, look lookFunc) error {
	key := DigestOf(q.Graph.(rdf.IRI))
	rows, err := q.entities(ctx, "WHERE digest = $1", key[:])
	if err != nil || len(rows) == 0 {
		return err
	}
	e, err := q.reader.entity(rows[0])
	if err != nil {
		return err
	}
	_, err = look(place{}, e.Graph)
	return err
}

// walkAll looks at every graph.
func (q *query) walkAll(ctx context.Context, from int64, look lookFunc) error {
	for size := 1; ; size = min(4*size, maxGraphs) {
		rows, err := q.entities(ctx, "WHERE id >= $1 ORDER BY id LIMIT $2", from, size)
		if err != nil {
			return err
		}
		for _, row := range rows {
			e, err := q.reader.entity(row)
			if err != nil {
				return err
			}
			if more, err := look(place{0, row.ID}, e.Graph); err != nil || !more {
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
	q := r.newQuery(p)
	switch {
	case q.nothing:
		return 0, r.Proceed(ctx)
	case q.Graph == nil && len(q.lists) == 0:
		return Number(ctx, r.Source, "SELECT triples FROM @.head")
	case len(q.lists) == 1 && q.kinds[0] == index.ByPredicate:
		return Number(ctx, r.Source, "SELECT triples FROM @.tally WHERE list = $1 AND part = $2", q.lists[0].list, *q.lists[0].part)
	case len(q.lists) == 1 && q.lists[0].part != nil:
		return Number(ctx, r.Source, "SELECT coalesce(sum(triples), 0)::bigint FROM @.posting WHERE list = $1 AND part = $2", q.lists[0].list, *q.lists[0].part)
	case len(q.lists) == 1:
		return Number(ctx, r.Source, "SELECT coalesce(sum(triples), 0)::bigint FROM @.posting WHERE list = $1", q.lists[0].list)
	}
	var n uint64
	err := q.walk(ctx, place{math.MinInt64, 0}, func(at place, g *graph.Graph) (bool, error) {
		for _, t := range g.Triples {
			if q.matches(at, t) {
				n++
			}
		}
		return true, nil
	})
	return n, err
}
