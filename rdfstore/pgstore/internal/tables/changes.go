package tables

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"
)

// Changes is what is to change in the lists of a store.
type Changes struct {
	schema string
	// newest is the number of the newest entity that the lists may have.
	newest int64
	lists  map[List]*listChange
	// order has the lists in the order of their keys, once Read has sorted them: an index
	// takes rows in its order several times faster than in any other.
	order []List
	// old are the chunks that the edits are about, as they are.
	old map[List][]Chunk
}

// listChange is what changes in a list.
type listChange struct {
	kind byte
	term string
	// edits are in order of the entities once they are sorted, each once.
	edits []Posting
	// entities and triples are what the list gains, or loses.
	entities, triples int64
}

// NewChanges returns no changes, of the store in a schema whose entities have numbers up to
// newest.
func NewChanges(schema string, newest int64) *Changes {
	return &Changes{schema: schema, newest: newest, lists: map[List]*listChange{}}
}

// Tallied tells whether the lengths of lists of a kind are kept.
func Tallied(kind byte) bool {
	return kind == ByPredicate || kind == ByClass || kind == ByRelation
}

// Compare adds what one entity changes, whose number differs where it was deleted and
// created again.
func (c *Changes) Compare(oldID int64, before map[List]Mention, newID int64, now map[List]Mention) {
	for l, m := range before {
		n, stays := now[l]
		if !stays || oldID != newID {
			c.Add(l, m, Posting{Entity: oldID}, -1, -int64(m.Triples))
		} else if n.Triples != m.Triples {
			c.Add(l, n, Posting{Entity: newID, Triples: n.Triples}, 0, int64(n.Triples)-int64(m.Triples))
		}
	}
	for l, m := range now {
		if _, was := before[l]; !was || oldID != newID {
			c.Add(l, m, Posting{Entity: newID, Triples: m.Triples}, 1, int64(m.Triples))
		}
	}
}

// Add adds an edit of a list, and what the list gains by it, or loses.
func (c *Changes) Add(l List, m Mention, edit Posting, entities, triples int64) {
	change := c.lists[l]
	if change == nil {
		change = &listChange{kind: m.Kind, term: m.Term}
		c.lists[l] = change
	}
	change.edits = append(change.edits, edit)
	change.entities += entities
	change.triples += triples
}

// Queryer is what runs a query: a pool, a connection or a transaction.
type Queryer interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// Read reads the chunks in which the edits fall: of each list the last that begins
// at the entity or before it.
func (c *Changes) Read(ctx context.Context, db Queryer) error {
	c.sort()
	lists, parts, entities := c.places()
	rows, err := db.Query(ctx, In(c.schema, `
		WITH place AS (
			SELECT DISTINCT k.list, k.part, f.first
			FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS k (list, part, entity)
			CROSS JOIN LATERAL (
				SELECT first FROM @.posting p WHERE p.list = k.list AND p.part = k.part AND p.first <= k.entity
				ORDER BY p.first DESC LIMIT 1) f)
		SELECT p.list, p.part, p.first, p.body FROM place JOIN @.posting p USING (list, part, first)`), lists, parts, entities)
	if err != nil {
		return err
	}
	defer rows.Close()
	c.old = map[List][]Chunk{}
	for rows.Next() {
		var l List
		var first int64
		var body []byte
		if err := rows.Scan(&l.List, &l.Part, &first, &body); err != nil {
			return err
		}
		chunk, err := DecodeChunk(first, body)
		if err != nil {
			return err
		}
		c.old[l] = append(c.old[l], chunk)
	}
	for _, chunks := range c.old {
		slices.SortFunc(chunks, func(a, b Chunk) int { return cmp.Compare(a.First, b.First) })
	}
	return rows.Err()
}

func (c *Changes) sort() {
	c.order = slices.SortedFunc(maps.Keys(c.lists), func(a, b List) int {
		return cmp.Or(cmp.Compare(a.List, b.List), cmp.Compare(a.Part, b.Part))
	})
	for _, change := range c.lists {
		slices.SortFunc(change.edits, func(a, b Posting) int { return cmp.Compare(a.Entity, b.Entity) })
	}
}

// places returns where the edits are. All entities that are new come after the chunks of a
// list, so that the first of them stands for the others.
func (c *Changes) places() (lists, parts, entities []int64) {
	for _, l := range c.order {
		for _, e := range c.lists[l].edits {
			lists, parts, entities = append(lists, l.List), append(parts, l.Part), append(entities, e.Entity)
			if e.Entity > c.newest {
				break
			}
		}
	}
	return lists, parts, entities
}

// each passes the chunks that are new to add, those that stand in the place of an old one to
// replace, and the beginnings of those that are no more to remove.
func (c *Changes) each(add, replace func(List, byte, Chunk), remove func(List, int64)) {
	for _, l := range c.order {
		change := c.lists[l]
		chunks, edits := c.old[l], change.edits
		for len(edits) > 0 {
			// Before the first chunk of a list a new one may begin.
			var chunk Chunk
			i, found := slices.BinarySearchFunc(chunks, edits[0].Entity, func(c Chunk, id int64) int { return cmp.Compare(c.First, id) })
			if found {
				i++
			}
			existed := i > 0
			if existed {
				chunk = chunks[i-1]
			}
			n := len(edits)
			if i < len(chunks) {
				n, _ = SearchPostings(edits, chunks[i].First)
			}
			after := chunk.Edit(edits[:n])
			for i, c := range after {
				if i == 0 && existed {
					replace(l, change.kind, c)
				} else {
					add(l, change.kind, c)
				}
			}
			if len(after) == 0 && existed {
				remove(l, chunk.First)
			}
			edits = edits[n:]
		}
	}
}
