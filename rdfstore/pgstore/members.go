package pgstore

import (
	"context"
	"iter"
	"math"

	"github.com/jackc/pgx/v5"
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/pgstore/internal/index"
	"vitrine/rdfstore/pgstore/internal/postings"
)

// Members yields the names of the entities of the class.
func (s *Store) Members(ctx context.Context, class rdf.IRI, skip uint64) iter.Seq2[rdf.IRI, error] {
	return listed(ctx, s, index.List{List: index.Hash(index.ByClass, class)}, skip)
}

// Related yields the names of the entities in the relation to the IRI.
func (s *Store) Related(ctx context.Context, to rdf.IRI, by rdfstore.Relation, skip uint64) iter.Seq2[rdf.IRI, error] {
	return func(yield func(rdf.IRI, error) bool) {
		w := listWalk{source: s}
		err := s.inGeneration(func(generation int64) (of state, err error) {
			w.list, w.skip = related(to, by, generation), skip
			w.check = func() error { return s.checkGeneration(ctx, generation) }
			return w.start(ctx)
		})
		w.run(ctx, err, yield)
	}
}

// namesAtOnce is how many entities of a chunk a walk looks up at first.
const namesAtOnce = 32

// listed yields the names of the entities of a list, without the first skip.
func listed(ctx context.Context, src source, l index.List, skip uint64) iter.Seq2[rdf.IRI, error] {
	return func(yield func(rdf.IRI, error) bool) {
		w := listWalk{source: src, list: l, skip: skip, check: func() error { return nil }}
		_, err := w.start(ctx)
		w.run(ctx, err, yield)
	}
}

// listWalk is a walk of a list. It goes by the numbers of the entities, which stay, so that
// changes meanwhile lead to no gap.
type listWalk struct {
	source source
	list   index.List
	// skip is how many postings of the chunk, and of those before start, are left out.
	skip uint64
	// chunk is the one at hand, nil at the end.
	chunk *postings.Chunk
	// check tells whether what was read from the list after its start can be relied on.
	check func() error
}

// run yields the names from the start on, or the error of the start.
func (w *listWalk) run(ctx context.Context, err error, yield func(rdf.IRI, error) bool) {
	for size := namesAtOnce; w.chunk != nil && err == nil; size = postings.Max {
		rest := w.chunk.Postings[min(w.skip, uint64(len(w.chunk.Postings))):]
		w.skip = 0
		if len(rest) == 0 {
			err = w.next(ctx, w.chunk.Last()+1)
			continue
		}
		n := min(size, len(rest))
		if !yieldNames(ctx, w.source, rest[:n], yield) {
			return
		}
		if n < len(rest) {
			w.chunk.Postings = rest[n:]
		} else {
			err = w.next(ctx, rest[n-1].Entity+1)
		}
	}
	if err == nil {
		err = w.source.proceed(ctx)
	}
	if err != nil {
		yield(rdf.IRI{}, err)
	}
}

// start reads the chunk in which the posting stands that comes after those to skip, and takes
// those of the chunks before from skip. It returns what the head said at that moment.
func (w *listWalk) start(ctx context.Context) (of state, err error) {
	w.skip = min(w.skip, math.MaxInt64)
	var first, before *int64
	var body []byte
	err = w.source.fetch(ctx, `
		SELECT h.derivation, h.generation, x.first, x.body, x.before FROM @.head h LEFT JOIN (
			SELECT c.first, c.body, t.before
			FROM (SELECT first, entities, sum(entities) OVER (ORDER BY first) - entities AS before
				FROM @.posting WHERE list = $1 AND part = $2) AS t
			JOIN @.posting c ON c.list = $1 AND c.part = $2 AND c.first = t.first
			WHERE t.before + t.entities > $3 ORDER BY t.first LIMIT 1) AS x ON true`, []any{w.list.List, w.list.Part, int64(w.skip)},
		func() { first, before, body = nil, nil, nil },
		func(rows pgx.Rows) error { return rows.Scan(&of.derivation, &of.generation, &first, &body, &before) })
	w.chunk = nil
	if err != nil || first == nil {
		return of, err
	}
	chunk, err := postings.Decode(*first, body)
	if err != nil {
		return of, err
	}
	w.chunk, w.skip = &chunk, w.skip-uint64(*before)
	return of, nil
}

// next reads what the list has from an entity on, up to the end of a chunk.
func (w *listWalk) next(ctx context.Context, from int64) (err error) {
	if w.chunk, err = nextChunk(ctx, w.source, w.list, from); err != nil {
		return err
	}
	return w.check()
}

// nextChunk returns what a list has from an entity on, up to the end of a chunk; nil where
// there is nothing.
func nextChunk(ctx context.Context, src source, l index.List, from int64) (*postings.Chunk, error) {
	r := reading{source: src, list: l.List, part: &l.Part}
	p, ok, err := r.seek(ctx, place{l.Part, from})
	if !ok || err != nil {
		return nil, err
	}
	return &postings.Chunk{First: p.entity, Postings: r.rest}, nil
}

// yieldNames yields the names of entities, and tells whether to go on. One that was
// deleted meanwhile has none.
func yieldNames(ctx context.Context, src source, of []postings.Posting, yield func(rdf.IRI, error) bool) bool {
	ids := make([]int64, len(of))
	for i, p := range of {
		ids[i] = p.Entity
	}
	names, err := fetchAll(ctx, src, "SELECT name FROM @.entity WHERE id = ANY($1) ORDER BY id", []any{ids}, scanIRI)
	if err != nil {
		yield(rdf.IRI{}, err)
		return false
	}
	for _, name := range names {
		if err := src.proceed(ctx); err != nil {
			yield(rdf.IRI{}, err)
			return false
		}
		if !yield(name, nil) {
			return false
		}
	}
	return true
}
