package tables

import (
	"cmp"
	"context"
	"slices"

	"github.com/jackc/pgx/v5"
)

// place is where a posting stands in a list: parts come in order, and in each the
// entities.
type place struct{ part, entity int64 }

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.part, q.part), cmp.Compare(p.entity, q.entity))
}

// reading reads a list, or a part of it, in order.
type reading struct {
	source Source
	list   int64
	// part is that which is read, nil for all.
	part *int64
	// rest are the postings of the current chunk from the place of the last seek on, and
	// chunks those after it that were read ahead.
	at     int64
	rest   []Posting
	chunks []partChunk
	// seeks is how often the database was asked, and end tells that the list has no more.
	seeks int
	end   bool
}

// partChunk is a chunk of a part.
type partChunk struct {
	part int64
	Chunk
}

// last is the place after which the chunk has nothing.
func (c partChunk) last() place { return place{c.part, c.Last()} }

// maxAhead is how many chunks are read at once at most.
const maxAhead = 16

// find returns the first place of a posting from the given one on, in what was read. Places only
// grow from one call to the next.
func (r *reading) find(from place) (place, bool) {
	for {
		if len(r.rest) > 0 && from.compare(place{r.at, r.rest[len(r.rest)-1].Entity}) <= 0 {
			if from.part == r.at {
				i, _ := SearchPostings(r.rest, from.entity)
				r.rest = r.rest[i:]
			}
			return place{r.at, r.rest[0].Entity}, true
		}
		r.rest = nil
		if len(r.chunks) == 0 {
			return place{}, false
		}
		r.at, r.rest = r.chunks[0].part, r.chunks[0].Postings
		r.chunks = r.chunks[1:]
	}
}

// fetch reads the chunk that may hold the place and those after it.
func (r *reading) fetch(ctx context.Context, from place) error {
	ahead := min(4<<min(2*r.seeks, 10), maxAhead)
	r.seeks++
	after, args := "(part, first) > ($2, $3)", []any{r.list, from.part, from.entity, ahead}
	if r.part != nil {
		if from.part > *r.part {
			r.chunks, r.end = nil, true
			return nil
		}
		if from.part < *r.part {
			args[1], args[2] = *r.part, int64(-1)
		}
		after = "part = $2 AND first > $3"
	}
	chunks, err := All(ctx, r.source, `
		(SELECT part, first, body FROM @.posting WHERE list = $1 AND part = $2 AND first <= $3 ORDER BY first DESC LIMIT 1)
		UNION ALL (SELECT part, first, body FROM @.posting WHERE list = $1 AND `+after+` ORDER BY part, first LIMIT $4)
		ORDER BY 1, 2`, args, func(rows pgx.Rows, to *partChunk) error {
		var body []byte
		if err := rows.Scan(&to.part, &to.First, &body); err != nil {
			return err
		}
		return to.decode(body)
	})
	r.take(chunks, from, ahead)
	return err
}

func (c *partChunk) decode(body []byte) (err error) {
	c.Chunk, err = DecodeChunk(c.First, body)
	return err
}

// take takes the chunks that were read for a place: the one that may hold it, and as many as
// ahead after it, or all that there are.
func (r *reading) take(chunks []partChunk, from place, ahead int) {
	after := 0
	for _, c := range chunks {
		if from.compare(place{c.part, c.First}) < 0 {
			after++
		}
	}
	r.end = after < ahead
	r.chunks = slices.DeleteFunc(chunks, func(c partChunk) bool { return c.last().compare(from) < 0 })
}
