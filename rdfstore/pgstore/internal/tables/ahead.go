package tables

import (
	"context"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// maxKept bounds what is kept of what was read ahead, in bytes, about.
const maxKept = 16 << 20

// Kept is what was read ahead of a source that is steady. Its methods may be called by many
// goroutines at once, and a nil one has nothing.
type Kept struct {
	mu sync.Mutex
	// The old ones are let go when the young ones take half of what may be kept, and the
	// young ones are then old.
	young, old *generation
	size       int
}

type generation struct {
	names   map[Digest]keptName
	rows    map[int64]Row
	queries map[rdfstore.Pattern]*query
}

// keptName is what is known of a name: whether there is an entity, and its row if that was
// read, too.
type keptName struct {
	has bool
	row Row
}

func newGeneration() *generation {
	return &generation{map[Digest]keptName{}, map[int64]Row{}, map[rdfstore.Pattern]*query{}}
}

func NewKept() *Kept { return &Kept{young: newGeneration(), old: newGeneration()} }

// named returns what is known of a name. A row without an ID was not read.
func (k *Kept) named(key Digest) (row Row, has, known bool) {
	n, known := look(k, func(g *generation) (keptName, bool) { n, ok := g.names[key]; return n, ok })
	return n.row, n.has, known
}

func (k *Kept) rowOf(id int64) (Row, bool) {
	return look(k, func(g *generation) (Row, bool) { r, ok := g.rows[id]; return r, ok })
}

// query returns the query of a pattern, nil where nothing was read for it.
func (k *Kept) query(p rdfstore.Pattern) *query {
	q, _ := look(k, func(g *generation) (*query, bool) { q, ok := g.queries[p]; return q, ok })
	return q
}

// look looks in what is kept.
func look[T any](k *Kept, in func(*generation) (T, bool)) (found T, ok bool) {
	if k == nil {
		return found, false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if found, ok = in(k.young); !ok {
		found, ok = in(k.old)
	}
	return found, ok
}

// keep keeps something of about so many bytes.
func (k *Kept) keep(size int, in func(*generation)) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.size += size; k.size > maxKept/2 {
		k.old, k.young, k.size = k.young, newGeneration(), size
	}
	in(k.young)
}

const (
	perName    = 96
	perQuery   = 512
	perPosting = 16
)

// Ahead reads at once what the questions ask for.
func (r Reader) Ahead(ctx context.Context, ask rdfstore.Questions) error {
	if err := r.aheadOfNames(ctx, ask.Names, false); err != nil {
		return err
	}
	if err := r.aheadOfNames(ctx, ask.Graphs, true); err != nil {
		return err
	}
	return r.aheadOfPatterns(ctx, ask.Patterns)
}

// aheadOfNames reads which names there are, or their rows.
func (r Reader) aheadOfNames(ctx context.Context, names []rdf.IRI, graphs bool) error {
	wanted := make(map[Digest]bool, len(names))
	var keys [][]byte
	for _, name := range names {
		key := DigestOf(name)
		if row, has, known := r.Kept.named(key); wanted[key] || known && (!graphs || !has || row.ID != 0) {
			continue
		}
		wanted[key] = true
		keys = append(keys, key[:])
	}
	if len(keys) == 0 {
		return nil
	}
	found := make(map[Digest]Row, len(keys))
	if graphs {
		rows, err := r.rows(ctx, "WHERE digest = ANY($1)", keys)
		if err != nil {
			return err
		}
		for _, row := range rows {
			found[row.Digest] = row
		}
	} else {
		rows, err := All(ctx, r.Source, "SELECT digest FROM @.entity WHERE digest = ANY($1)", []any{keys}, func(rows pgx.Rows, to *[]byte) error { return rows.Scan(to) })
		if err != nil {
			return err
		}
		for _, key := range rows {
			found[Digest(key)] = Row{}
		}
	}
	for key := range wanted {
		row, has := found[key]
		r.Kept.keep(perName+len(row.Record), func(g *generation) { g.names[key] = keptName{has, row} })
	}
	return nil
}

// The number of graphs that are read ahead for a pattern, and how often lists are read for that.
const (
	aheadOfPattern = 8
	aheadRounds    = 4
)

// aheadOfPatterns reads the lists of patterns up to the first places, and the graphs there. It
// reads nothing for a pattern that names the graph or leaves the predicate open.
func (r Reader) aheadOfPatterns(ctx context.Context, patterns []rdfstore.Pattern) error {
	wanted := make(map[rdfstore.Pattern]*query, len(patterns))
	for _, p := range patterns {
		if wanted[p] != nil || r.Kept.query(p) != nil {
			continue
		}
		if q := r.newQuery(p); !q.nothing && len(q.lists) > 0 && q.Predicate != nil {
			wanted[p] = q
		}
	}
	for range aheadRounds {
		var readings []*reading
		var from []place
		for _, q := range wanted {
			if more, at := q.lookAhead(); more != nil {
				readings, from = append(readings, more), append(from, at)
			}
		}
		if len(readings) == 0 {
			break
		}
		if err := r.fetchAll(ctx, readings, from); err != nil {
			return err
		}
	}
	var ids []int64
	for p, q := range wanted {
		size := perQuery
		for _, list := range q.lists {
			size += perPosting * len(list.rest)
			for _, c := range list.chunks {
				size += perPosting * len(c.Postings)
			}
		}
		for _, at := range q.ahead {
			if _, kept := r.Kept.rowOf(at.entity); !kept {
				ids = append(ids, at.entity)
			}
		}
		r.Kept.keep(size, func(g *generation) { g.queries[p] = q })
	}
	if len(ids) == 0 {
		return nil
	}
	rows, err := r.rows(ctx, "WHERE id = ANY($1)", ids)
	for _, row := range rows {
		r.Kept.keep(perName+len(row.Record), func(g *generation) { g.rows[row.ID] = row })
	}
	return err
}

// lookAhead finds the first places in what was read. Where that is not enough, it returns the
// list of which more is to be read, and from which place on.
func (q *query) lookAhead() (more *reading, from place) {
	most := aheadOfPattern
	if q.Subject != nil && q.Object != nil {
		most = 1 // the first graph has the triple, nearly always
	}
	for from = (place{*q.lists[0].part, 0}); len(q.ahead) < most; {
		if len(q.ahead) > 0 {
			from = q.ahead[len(q.ahead)-1]
			from.entity++
		}
		at, more, ok := q.meetIn(from)
		if !ok {
			return more, at
		}
		q.ahead = append(q.ahead, at)
	}
	return nil, place{}
}

// fetchAll reads of each list the chunk that may hold a place and the one after it.
func (r Reader) fetchAll(ctx context.Context, readings []*reading, from []place) error {
	n := len(readings)
	numbers, lists, parts, entities := make([]int32, n), make([]int64, n), make([]int64, n), make([]int64, n)
	for i, list := range readings {
		list.seeks++
		numbers[i], lists[i], parts[i], entities[i] = int32(i), list.list, *list.part, from[i].entity
	}
	type numbered struct {
		reading int32
		partChunk
	}
	chunks, err := All(ctx, r.Source, `
		SELECT w.n, w.part, c.first, c.body FROM unnest($1::int[], $2::bigint[], $3::bigint[], $4::bigint[]) AS w(n, list, part, entity)
		CROSS JOIN LATERAL (
			(SELECT first, body FROM @.posting WHERE list = w.list AND part = w.part AND first <= w.entity ORDER BY first DESC LIMIT 1)
			UNION ALL (SELECT first, body FROM @.posting WHERE list = w.list AND part = w.part AND first > w.entity ORDER BY first LIMIT 1)
		) AS c ORDER BY w.n, c.first`, []any{numbers, lists, parts, entities}, func(rows pgx.Rows, to *numbered) error {
		var body []byte
		if err := rows.Scan(&to.reading, &to.part, &to.First, &body); err != nil {
			return err
		}
		return to.decode(body)
	})
	if err != nil {
		return err
	}
	of := make([][]partChunk, n)
	for _, c := range chunks {
		of[c.reading] = append(of[c.reading], c.partChunk)
	}
	for i, list := range readings {
		list.take(of[i], from[i], 1)
	}
	return nil
}
