package pgstore

import (
	"cmp"
	"context"
	"slices"

	"vitrine/rdfstore/pgstore/internal/postings"
)

// indexChanges is what a plan does to the posting lists.
type indexChanges struct {
	schema string
	lists  map[list]*listChange
	// entities and triples are what the store gains, or loses.
	entities, triples int64
	// old are the chunks that the edits are about, as they are.
	old map[list][]postings.Chunk
}

// listChange is what changes in a list.
type listChange struct {
	kind byte
	term string
	// edits are in order of the entities once they are sorted, each once.
	edits []postings.Posting
	// entities and triples are what the list gains, or loses.
	entities, triples int64
}

// tallied tells whether the lengths of lists of a kind are kept.
func tallied(kind byte) bool { return kind == byPredicate || kind == byClass || kind == byRelation }

// indexChanges compares what was with what is to be.
func (p *plan) indexChanges() (*indexChanges, error) {
	c := &indexChanges{schema: p.store.schema, lists: map[list]*listChange{}}
	for _, d := range p.touched {
		h := p.held[d]
		if h.before.version == h.now.version {
			continue
		}
		var before, now map[list]mention
		if h.before.exists {
			g, err := h.graph(&h.before)
			if err != nil {
				return nil, err
			}
			before = mentions(g, p.derivation)
			c.entities--
			c.triples -= int64(len(g.Triples))
		}
		if h.now.exists {
			g, err := h.graph(&h.now)
			if err != nil {
				return nil, err
			}
			now = mentions(g, p.derivation)
			c.entities++
			c.triples += int64(len(g.Triples))
		}
		c.compare(h.before.id, before, h.now.id, now)
	}
	return c, nil
}

// compare adds what one entity changes, whose number differs where it was deleted and
// created again.
func (c *indexChanges) compare(oldID int64, before map[list]mention, newID int64, now map[list]mention) {
	for l, m := range before {
		n, stays := now[l]
		if !stays || oldID != newID {
			c.add(l, m, postings.Posting{Entity: oldID}, -1, -int64(m.triples))
		} else if n.triples != m.triples {
			c.add(l, n, postings.Posting{Entity: newID, Triples: n.triples}, 0, int64(n.triples)-int64(m.triples))
		}
	}
	for l, m := range now {
		if _, was := before[l]; !was || oldID != newID {
			c.add(l, m, postings.Posting{Entity: newID, Triples: m.triples}, 1, int64(m.triples))
		}
	}
}

func (c *indexChanges) add(l list, m mention, edit postings.Posting, entities, triples int64) {
	change := c.lists[l]
	if change == nil {
		change = &listChange{kind: m.kind, term: m.term}
		c.lists[l] = change
	}
	change.edits = append(change.edits, edit)
	change.entities += entities
	change.triples += triples
}

// readChunks reads the chunks in which the edits fall: of each list the last that begins
// at the entity or before it.
func (c *indexChanges) readChunks(ctx context.Context, db queryer) error {
	var lists, parts, entities []int64
	for l, change := range c.lists {
		slices.SortFunc(change.edits, func(a, b postings.Posting) int { return cmp.Compare(a.Entity, b.Entity) })
		for _, e := range change.edits {
			lists, parts, entities = append(lists, l.list), append(parts, l.part), append(entities, e.Entity)
		}
	}
	rows, err := db.Query(ctx, inSchema(c.schema, `
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
	c.old = map[list][]postings.Chunk{}
	for rows.Next() {
		var l list
		var first int64
		var body []byte
		if err := rows.Scan(&l.list, &l.part, &first, &body); err != nil {
			return err
		}
		chunk, err := postings.Decode(first, body)
		if err != nil {
			return err
		}
		c.old[l] = append(c.old[l], chunk)
	}
	for _, chunks := range c.old {
		slices.SortFunc(chunks, func(a, b postings.Chunk) int { return cmp.Compare(a.First, b.First) })
	}
	return rows.Err()
}

// eachChunk passes the chunks that stand in the place of the old ones to put, and the
// beginnings of those that are no more to remove.
func (c *indexChanges) eachChunk(put func(list, byte, postings.Chunk), remove func(list, int64)) {
	for l, change := range c.lists {
		chunks, edits := c.old[l], change.edits
		for len(edits) > 0 {
			// Before the first chunk of a list a new one may begin.
			var chunk postings.Chunk
			i, found := slices.BinarySearchFunc(chunks, edits[0].Entity, func(c postings.Chunk, id int64) int { return cmp.Compare(c.First, id) })
			if found {
				i++
			}
			existed := i > 0
			if existed {
				chunk = chunks[i-1]
			}
			n := len(edits)
			if i < len(chunks) {
				n, _ = slices.BinarySearchFunc(edits, chunks[i].First, func(p postings.Posting, id int64) int { return cmp.Compare(p.Entity, id) })
			}
			after := chunk.Edit(edits[:n])
			for _, c := range after {
				put(l, change.kind, c)
			}
			if len(after) == 0 && existed {
				remove(l, chunk.First)
			}
			edits = edits[n:]
		}
	}
}
