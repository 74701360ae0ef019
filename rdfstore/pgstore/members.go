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
	return listed(ctx, s, index.List{List: index.Hash(index.ByRelation, to), Part: int64(by)}, skip)
}

// Relations counts the entities in each relation to the IRI.
func (s *Store) Relations(ctx context.Context, to rdf.IRI) ([]rdfstore.RelationCount, error) {
	return fetchAll(ctx, s, "SELECT part, entities FROM @.tally WHERE list = $1 AND entities > 0 ORDER BY part", []any{index.Hash(index.ByRelation, to)},
		func(rows pgx.Rows, c *rdfstore.RelationCount) error {
			var part, n int64
			err := rows.Scan(&part, &n)
			c.Relation, c.Count = rdfstore.Relation(part), uint64(n)
			return err
		})
}

// namesAtOnce is how many entities of a chunk a walk looks up at first.
const namesAtOnce = 32

// listed yields the names of the entities of a list, without the first skip. It goes by
// the numbers of the entities, which stay, so that changes meanwhile lead to no gap.
func listed(ctx context.Context, src source, l index.List, skip uint64) iter.Seq2[rdf.IRI, error] {
	return func(yield func(rdf.IRI, error) bool) {
		chunk, err := chunkAfterSkip(ctx, src, l, &skip)
		for size := namesAtOnce; chunk != nil && err == nil; size = postings.Max {
			rest := chunk.Postings[min(skip, uint64(len(chunk.Postings))):]
			skip = 0
			if len(rest) == 0 {
				chunk, err = nextChunk(ctx, src, l, chunk.Last()+1)
				continue
			}
			n := min(size, len(rest))
			if !yieldNames(ctx, src, rest[:n], yield) {
				return
			}
			if n < len(rest) {
				chunk.Postings = rest[n:]
			} else {
				chunk, err = nextChunk(ctx, src, l, rest[n-1].Entity+1)
			}
		}
		if err == nil {
			err = src.proceed(ctx)
		}
		if err != nil {
			yield(rdf.IRI{}, err)
		}
	}
}

// chunkAfterSkip returns the chunk in which the posting stands that comes after the first
// skip of a list, and takes those of the chunks before from skip; nil where the list is
// shorter.
func chunkAfterSkip(ctx context.Context, src source, l index.List, skip *uint64) (*postings.Chunk, error) {
	*skip = min(*skip, math.MaxInt64)
	type place struct {
		chunk  postings.Chunk
		before int64
	}
	found, err := fetchAll(ctx, src, `
		SELECT c.first, c.body, t.before
		FROM (SELECT first, entities, sum(entities) OVER (ORDER BY first) - entities AS before
			FROM @.posting WHERE list = $1 AND part = $2) AS t
		JOIN @.posting c ON c.list = $1 AND c.part = $2 AND c.first = t.first
		WHERE t.before + t.entities > $3 ORDER BY t.first LIMIT 1`, []any{l.List, l.Part, int64(*skip)},
		func(rows pgx.Rows, to *place) error {
			var body []byte
			if err := rows.Scan(&to.chunk.First, &body, &to.before); err != nil {
				return err
			}
			var err error
			to.chunk, err = postings.Decode(to.chunk.First, body)
			return err
		})
	if err != nil || len(found) == 0 {
		return nil, err
	}
	*skip -= uint64(found[0].before)
	return &found[0].chunk, nil
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
