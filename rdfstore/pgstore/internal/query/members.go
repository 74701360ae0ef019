package query

import (
	"context"
	"iter"
	"math"

	"github.com/jackc/pgx/v5"
	"github.com/knakk/rdf"

	"vitrine/rdfstore/pgstore/internal/index"
	"vitrine/rdfstore/pgstore/internal/postings"
)

// namesAtOnce is how many entities of a chunk a walk looks up at first.
const namesAtOnce = 32

// Listed yields the names of the entities of a list, without the first skip.
func Listed(ctx context.Context, src Source, l index.List, skip uint64) iter.Seq2[rdf.IRI, error] {
	return func(yield func(rdf.IRI, error) bool) {
		w := Walk{Source: src, List: l, Skip: skip, Check: func() error { return nil }}
		_, _, err := w.Start(ctx)
		w.Run(ctx, err, yield)
	}
}

// Walk is a walk of a list. It goes by the numbers of the entities, which stay, so that
// changes meanwhile lead to no gap.
type Walk struct {
	Source Source
	List   index.List
	// Skip is how many postings of the chunk, and of those before Start, are left out.
	Skip uint64
	// Check tells whether what was read from the list after its start can be relied on.
	Check func() error
	// chunk is the one at hand, nil at the end.
	chunk *postings.Chunk
}

// Run yields the names from the start on, or the error of the start.
func (w *Walk) Run(ctx context.Context, err error, yield func(rdf.IRI, error) bool) {
	for size := namesAtOnce; w.chunk != nil && err == nil; size = postings.Max {
		rest := w.chunk.Postings[min(w.Skip, uint64(len(w.chunk.Postings))):]
		w.Skip = 0
		if len(rest) == 0 {
			err = w.next(ctx, w.chunk.Last()+1)
			continue
		}
		n := min(size, len(rest))
		if !yieldNames(ctx, w.Source, rest[:n], yield) {
			return
		}
		if n < len(rest) {
			w.chunk.Postings = rest[n:]
		} else {
			err = w.next(ctx, rest[n-1].Entity+1)
		}
	}
	if err == nil {
		err = w.Source.Proceed(ctx)
	}
	if err != nil {
		yield(rdf.IRI{}, err)
	}
}

// Start reads the chunk in which the posting stands that comes after those to skip, and takes
// those of the chunks before from skip. It returns what the head said of the relations at that moment.
func (w *Walk) Start(ctx context.Context) (derivation string, generation int64, err error) {
	w.Skip = min(w.Skip, math.MaxInt64)
	var first, before *int64
	var body []byte
	err = w.Source.Fetch(ctx, `
		SELECT h.derivation, h.generation, x.first, x.body, x.before FROM @.head h LEFT JOIN (
			SELECT c.first, c.body, t.before
			FROM (SELECT first, entities, sum(entities) OVER (ORDER BY first) - entities AS before
				FROM @.posting WHERE list = $1 AND part = $2) AS t
			JOIN @.posting c ON c.list = $1 AND c.part = $2 AND c.first = t.first
			WHERE t.before + t.entities > $3 ORDER BY t.first LIMIT 1) AS x ON true`, []any{w.List.List, w.List.Part, int64(w.Skip)},
		func() { first, before, body = nil, nil, nil },
		func(rows pgx.Rows) error { return rows.Scan(&derivation, &generation, &first, &body, &before) })
	w.chunk = nil
	if err != nil || first == nil {
		return derivation, generation, err
	}
	chunk, err := postings.Decode(*first, body)
	if err != nil {
		return derivation, generation, err
	}
	w.chunk, w.Skip = &chunk, w.Skip-uint64(*before)
	return derivation, generation, nil
}

// next reads what the list has from an entity on, up to the end of a chunk.
func (w *Walk) next(ctx context.Context, from int64) (err error) {
	if w.chunk, err = nextChunk(ctx, w.Source, w.List, from); err != nil {
		return err
	}
	return w.Check()
}

// nextChunk returns what a list has from an entity on, up to the end of a chunk; nil where
// there is nothing.
func nextChunk(ctx context.Context, src Source, l index.List, from int64) (*postings.Chunk, error) {
	r := reading{source: src, list: l.List, part: &l.Part}
	p, ok, err := r.seek(ctx, place{l.Part, from})
	if !ok || err != nil {
		return nil, err
	}
	return &postings.Chunk{First: p.entity, Postings: r.rest}, nil
}

// yieldNames yields the names of entities, and tells whether to go on. One that was
// deleted meanwhile has none.
func yieldNames(ctx context.Context, src Source, of []postings.Posting, yield func(rdf.IRI, error) bool) bool {
	ids := make([]int64, len(of))
	for i, p := range of {
		ids[i] = p.Entity
	}
	names, err := All(ctx, src, "SELECT name FROM @.entity WHERE id = ANY($1) ORDER BY id", []any{ids}, scanIRI)
	if err != nil {
		yield(rdf.IRI{}, err)
		return false
	}
	for _, name := range names {
		if err := src.Proceed(ctx); err != nil {
			yield(rdf.IRI{}, err)
			return false
		}
		if !yield(name, nil) {
			return false
		}
	}
	return true
}
