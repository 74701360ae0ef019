package index

import (
	"github.com/jackc/pgx/v5"

	"vitrine/rdfstore/pgstore/internal/postings"
	"vitrine/rdfstore/pgstore/internal/tables"
)

// Write queues what writes the chunks and the lengths of the lists. Read comes before it.
func (c *Changes) Write(b *pgx.Batch) {
	c.writePostings(b)
	c.writeTallies(b)
}

func (c *Changes) writePostings(b *pgx.Batch) {
	var lists, parts, firsts, triples []int64
	var entities []int32
	var kinds []string
	var bodies [][]byte
	var goneLists, goneParts, goneFirsts []int64
	c.each(func(l List, kind byte, chunk postings.Chunk) {
		lists, parts, firsts = append(lists, l.List), append(parts, l.Part), append(firsts, chunk.First)
		entities, triples = append(entities, int32(len(chunk.Postings))), append(triples, chunk.Triples())
		kinds, bodies = append(kinds, string(kind)), append(bodies, chunk.Encode())
	}, func(l List, first int64) {
		goneLists, goneParts, goneFirsts = append(goneLists, l.List), append(goneParts, l.Part), append(goneFirsts, first)
	})
	if len(goneLists) > 0 {
		b.Queue(tables.In(c.schema, `DELETE FROM @.posting p USING unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS k (list, part, first)
			WHERE p.list = k.list AND p.part = k.part AND p.first = k.first`), goneLists, goneParts, goneFirsts)
	}
	if len(lists) > 0 {
		b.Queue(tables.In(c.schema, `INSERT INTO @.posting (list, part, first, entities, triples, kind, body)
			SELECT list, part, first, entities, triples, kind::"char", body
			FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::integer[], $5::bigint[], $6::text[], $7::bytea[])
				AS c (list, part, first, entities, triples, kind, body)
			ON CONFLICT (list, part, first) DO UPDATE
			SET entities = excluded.entities, triples = excluded.triples, body = excluded.body`),
			lists, parts, firsts, entities, triples, kinds, bodies)
	}
}

func (c *Changes) writeTallies(b *pgx.Batch) {
	var lists, parts, entities, triples []int64
	var kinds []string
	var terms [][]byte
	var shorterLists, shorterParts []int64
	for l, change := range c.lists {
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
		b.Queue(tables.In(c.schema, `INSERT INTO @.tally AS t (list, part, kind, entities, triples, term)
			SELECT list, part, kind::"char", entities, triples, term
			FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bytea[])
				AS c (list, part, kind, entities, triples, term)
			ON CONFLICT (list, part) DO UPDATE SET entities = t.entities + excluded.entities, triples = t.triples + excluded.triples`),
			lists, parts, kinds, entities, triples, terms)
	}
	if len(shorterLists) > 0 {
		b.Queue(tables.In(c.schema, `DELETE FROM @.tally t USING unnest($1::bigint[], $2::bigint[]) AS k (list, part)
			WHERE t.list = k.list AND t.part = k.part AND t.entities = 0`), shorterLists, shorterParts)
	}
}
