package tables

import (
	"github.com/jackc/pgx/v5"
)

// Write queues what writes the chunks and the lengths of the lists. Read comes before it.
func (c *Changes) Write(b *pgx.Batch) {
	c.writePostings(b)
	c.writeTallies(b)
}

func (c *Changes) writePostings(b *pgx.Batch) {
	var added, replaced, removed chunkRows
	c.each(added.add, replaced.add, func(l List, first int64) {
		removed.lists, removed.parts, removed.firsts = append(removed.lists, l.List), append(removed.parts, l.Part), append(removed.firsts, first)
	})
	if r := removed; len(r.lists) > 0 {
		b.Queue(In(c.schema, `DELETE FROM @.posting p USING unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS k (list, part, first)
			WHERE p.list = k.list AND p.part = k.part AND p.first = k.first`), r.lists, r.parts, r.firsts)
	}
	if r := replaced; len(r.lists) > 0 {
		b.Queue(In(c.schema, `UPDATE @.posting p SET entities = c.entities, triples = c.triples, body = c.body
			FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::integer[], $5::bigint[], $6::bytea[])
				AS c (list, part, first, entities, triples, body)
			WHERE p.list = c.list AND p.part = c.part AND p.first = c.first`),
			r.lists, r.parts, r.firsts, r.entities, r.triples, r.bodies)
	}
	if r := added; len(r.lists) > 0 {
		b.Queue(In(c.schema, `INSERT INTO @.posting (list, part, first, entities, triples, kind, body)
			SELECT list, part, first, entities, triples, kind::"char", body
			FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::integer[], $5::bigint[], $6::text[], $7::bytea[])
				AS c (list, part, first, entities, triples, kind, body)`),
			r.lists, r.parts, r.firsts, r.entities, r.triples, r.kinds, r.bodies)
	}
}

// chunkRows are rows of the table posting by columns.
type chunkRows struct {
	lists, parts, firsts, triples []int64
	entities                      []int32
	kinds                         []string
	bodies                        [][]byte
}

func (r *chunkRows) add(l List, kind byte, chunk Chunk) {
	r.lists, r.parts, r.firsts = append(r.lists, l.List), append(r.parts, l.Part), append(r.firsts, chunk.First)
	r.entities, r.triples = append(r.entities, int32(len(chunk.Postings))), append(r.triples, chunk.Triples())
	r.kinds, r.bodies = append(r.kinds, string(kind)), append(r.bodies, chunk.Encode())
}

func (c *Changes) writeTallies(b *pgx.Batch) {
	var lists, parts, entities, triples []int64
	var kinds []string
	var terms [][]byte
	var shorterLists, shorterParts []int64
	for _, l := range c.order {
		change := c.lists[l]
		if !Tallied(change.kind) || change.entities == 0 && change.triples == 0 {
			continue
		}
		lists, parts, kinds = append(lists, l.List), append(parts, l.Part), append(kinds, string(change.kind))
		entities, triples, terms = append(entities, change.entities), append(triples, change.triples), append(terms, []byte(change.term))
		if change.entities < 0 {
			shorterLists, shorterParts = append(shorterLists, l.List), append(shorterParts, l.Part)
		}
	}
	if len(lists) > 0 {
		b.Queue(In(c.schema, `INSERT INTO @.tally AS t (list, part, kind, entities, triples, term)
			SELECT list, part, kind::"char", entities, triples, term
			FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bytea[])
				AS c (list, part, kind, entities, triples, term)
			ON CONFLICT (list, part) DO UPDATE SET entities = t.entities + excluded.entities, triples = t.triples + excluded.triples`),
			lists, parts, kinds, entities, triples, terms)
	}
	if len(shorterLists) > 0 {
		b.Queue(In(c.schema, `DELETE FROM @.tally t USING unnest($1::bigint[], $2::bigint[]) AS k (list, part)
			WHERE t.list = k.list AND t.part = k.part AND t.entities = 0`), shorterLists, shorterParts)
	}
}
