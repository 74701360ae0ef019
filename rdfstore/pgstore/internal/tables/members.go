package tables

import (
	"context"
	"iter"
	"math"

	"github.com/jackc/pgx/v5"
	"github.com/knakk/rdf"
)

// namesAtOnce is how many entities of a chunk a walk looks up at first.
const namesAtOnce = 32

// Listed yields the names of the entities of a list, without the first skip.
func Listed(ctx context.Context, src Source, l List, skip uint64) iter.Seq2[rdf.IRI, error] {
	return func(yield func(rdf.IRI, error) bool) {
		w := Walk{Source: src, List: l, Skip: skip, Check: func(string) error { return nil }}
		w.Run(ctx, w.Start(ctx), yield)
	}
}

// Walk is a walk of a list. It goes by the numbers of the entities, which stay, so that
// changes meanwhile lead to no gap.
type Walk struct {
	Source Source
	List   List
	// Skip is how many postings of the chunk, and of those before Start, are left out.
	Skip uint64
	// Check tells whether what was read can be relied on, while the relations of the store were
	// those of this derivation.
	Check func(derivation string) error
	// chunk is the current one, nil at the end.
	chunk *Chunk
}

// Run yields the names from the start on, or the error of the start.
func (w *Walk) Run(ctx context.Context, err error, yield func(rdf.IRI, error) bool) {
	for size := namesAtOnce; w.chunk != nil && err == nil; size = MaxPostings {
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
// those of the chunks before from skip.
func (w *Walk) Start(ctx context.Context) error {
	w.Skip = min(w.Skip, math.MaxInt64)
	chunks, err := w.read(ctx, `
		SELECT c.first, c.body, t.before
		FROM (SELECT first, entities, sum(entities) OVER (ORDER BY first) - entities AS before
			FROM @.posting WHERE list = $1 AND part = $2) AS t
		JOIN @.posting c ON c.list = $1 AND c.part = $2 AND c.first = t.first
		WHERE t.before + t.entities > $3 ORDER BY t.first LIMIT 1`, int64(w.Skip))
	w.chunk = nil
	if err == nil && len(chunks) > 0 {
		w.chunk, w.Skip = &chunks[0].Chunk, w.Skip-uint64(chunks[0].before)
	}
	return err
}

// next reads what the list has from an entity on, up to the end of a chunk.
func (w *Walk) next(ctx context.Context, from int64) error {
	chunks, err := w.read(ctx, `
		(SELECT first, body, 0::bigint AS before FROM @.posting WHERE list = $1 AND part = $2 AND first <= $3 ORDER BY first DESC LIMIT 1)
		UNION ALL (SELECT first, body, 0::bigint FROM @.posting WHERE list = $1 AND part = $2 AND first > $3 ORDER BY first LIMIT 1)`, from)
	w.chunk = nil
	if err != nil {
		return err
	}
	for _, c := range chunks {
		i, _ := SearchPostings(c.Postings, from)
		if c.Postings = c.Postings[i:]; len(c.Postings) > 0 {
			w.chunk = &c.Chunk
			break
		}
	}
	return nil
}

// chunkOfList is a chunk, with how many postings of the list stand before it.
type chunkOfList struct {
	Chunk
	before int64
}

// read returns the chunks that a query of the list and a place gives: first, body and before.
// The same statement asks whose the relations are: they may have been derived anew since the
// last one.
func (w *Walk) read(ctx context.Context, text string, place int64) (chunks []chunkOfList, err error) {
	var derivation string
	err = w.Source.Fetch(ctx, "SELECT h.derivation, x.first, x.body, x.before FROM @.head h LEFT JOIN ("+text+") AS x ON true ORDER BY x.first",
		[]any{w.List.List, w.List.Part, place},
		func() { chunks = nil },
		func(rows pgx.Rows) error {
			var first, before *int64
			var body []byte
			if err := rows.Scan(&derivation, &first, &body, &before); err != nil || first == nil {
				return err
			}
			chunk, err := DecodeChunk(*first, body)
			chunks = append(chunks, chunkOfList{chunk, *before})
			return err
		})
	if err != nil {
		return nil, err
	}
	return chunks, w.Check(derivation)
}

// yieldNames yields the names of entities, and tells whether to go on. One that was
// deleted meanwhile has none.
func yieldNames(ctx context.Context, src Source, of []Posting, yield func(rdf.IRI, error) bool) bool {
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
