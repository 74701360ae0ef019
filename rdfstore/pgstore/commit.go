package pgstore

import (
	"context"
	"math/rand/v2"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/rdfstore/pgstore/internal/tables"
)

// write sends all statements of a plan and the COMMIT at once.
func (p *plan) write(ctx context.Context, conn *pgxpool.Conn, changes *tables.Changes) error {
	p.batch = int32(rand.Uint32())
	b := &pgx.Batch{}
	p.writePurges(b)
	p.writeEntities(b)
	p.writeTombstones(b)
	if err := p.writePast(b); err != nil {
		return err
	}
	p.writeLog(b)
	changes.Write(b)
	b.Queue(p.store.sql("UPDATE @.head SET seq = $1, at = $2, entities = entities + $3, triples = triples + $4 WHERE one"),
		p.log[len(p.log)-1].seq, p.now, p.entities, p.triples)
	b.Queue("COMMIT").Exec(acknowledged)
	p.committing = true
	return conn.SendBatch(ctx, b).Close()
}

// seal makes what is stored of the entities that are new or changed, by their places in
// touched.
func (p *plan) seal() [][]byte {
	sealed := make([][]byte, len(p.touched))
	_ = inParallel(len(p.touched), func(i int) error {
		if h := p.held[p.touched[i]]; h.before.version != h.now.version && h.now.exists {
			sealed[i] = p.store.sealer.Seal(h.row(p.touched[i]).Key(), h.now.encoding)
		}
		return nil
	})
	return sealed
}

// row is the row of the entity after the plan, without its record.
func (h *held) row(d digest) tables.Row {
	return tables.Row{ID: h.now.id, Digest: d, Name: h.name, Version: h.now.version, Created: h.now.created, Modified: h.now.modified, First: h.first}
}

func (p *plan) writeEntities(b *pgx.Batch) {
	var gone []int64
	var created, updated entityRows
	sealed := p.seal()
	for i, d := range p.touched {
		h := p.held[d]
		if h.before.version == h.now.version {
			continue
		}
		same := h.before.exists && h.now.exists && h.before.id == h.now.id
		if h.before.exists && !same {
			gone = append(gone, h.before.id)
		}
		if !h.now.exists {
			continue
		}
		row := h.row(d)
		row.Record = sealed[i]
		if same {
			updated.add(row)
		} else {
			created.add(row)
		}
	}
	if len(gone) > 0 {
		b.Queue(p.store.sql("DELETE FROM @.entity WHERE id = ANY($1)"), gone)
	}
	if u := updated; len(u.ids) > 0 {
		b.Queue(p.store.sql(`UPDATE @.entity e SET version = u.version, modified = u.modified, record = u.record
			FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[]) AS u (id, version, modified, record) WHERE e.id = u.id`),
			u.ids, u.versions, u.modified, u.records)
	}
	if c := created; len(c.ids) > 0 {
		b.Queue(p.store.sql(`INSERT INTO @.entity (id, first, digest, name, version, created, modified, record)
			SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::bytea[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bytea[])`),
			c.ids, c.firsts, c.digests, c.names, c.versions, c.created, c.modified, c.records)
	}
}

// entityRows are rows by columns.
type entityRows struct {
	ids, firsts, versions, created, modified []int64
	digests, names, records                  [][]byte
}

func (r *entityRows) add(row tables.Row) {
	r.ids, r.firsts, r.versions = append(r.ids, row.ID), append(r.firsts, row.First), append(r.versions, row.Version)
	r.created, r.modified = append(r.created, row.Created), append(r.modified, row.Modified)
	r.digests, r.names = append(r.digests, row.Digest[:]), append(r.names, []byte(row.Name.String()))
	r.records = append(r.records, row.Record)
}

// writeTombstones writes what is left of deleted entities.
func (p *plan) writeTombstones(b *pgx.Batch) {
	var before, gone [][]byte
	var firsts, versions, times []int64
	for _, d := range p.touched {
		h := p.held[d]
		if h.before.version == h.now.version {
			continue
		}
		if !h.before.exists && h.before.version > 0 {
			before = append(before, d[:])
		}
		if !h.now.exists {
			gone, firsts, versions, times = append(gone, d[:]), append(firsts, h.first), append(versions, h.now.version), append(times, h.now.modified)
		}
	}
	if len(before) > 0 {
		b.Queue(p.store.sql("DELETE FROM @.tombstone WHERE digest = ANY($1)"), before)
	}
	if len(gone) > 0 {
		b.Queue(p.store.sql("INSERT INTO @.tombstone (digest, first, version, at) SELECT * FROM unnest($1::bytea[], $2::bigint[], $3::bigint[], $4::bigint[])"), gone, firsts, versions, times)
	}
}

func (p *plan) writeLog(b *pgx.Batch) {
	var seqs, firsts []int64
	var kinds []int16
	var purged []bool
	var names, classes, successors, authors, messages [][]byte
	for _, e := range p.log {
		seqs, firsts, kinds, purged = append(seqs, e.seq), append(firsts, e.first), append(kinds, int16(e.kind)), append(purged, e.purged)
		names, classes = append(names, e.ownName()), append(classes, []byte(e.class.String()))
		successors = append(successors, optional(e.successor.String()))
		authors, messages = append(authors, optional(e.author)), append(messages, optional(e.message))
	}
	b.Queue(p.store.sql(`INSERT INTO @.log (seq, at, first, batch, kind, purged, name, class, successor, author, message)
		SELECT seq, $10::bigint, first, $11::integer, kind, purged, name, nullif(class, (SELECT class FROM @.log f WHERE f.seq = e.first)), successor, author, message
		FROM unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::boolean[], $5::bytea[], $6::bytea[], $7::bytea[], $8::bytea[], $9::bytea[])
			AS e (seq, first, kind, purged, name, class, successor, author, message)`),
		seqs, firsts, kinds, purged, names, classes, successors, authors, messages, p.now, p.batch)
}

// ownName is the name where the entry is the first about it, nil otherwise.
func (e logRow) ownName() []byte {
	if e.seq != e.first {
		return nil
	}
	return []byte(e.name.String())
}

// optional is the text of a column that is NULL where there is none.
func optional(text string) []byte {
	if text == "" {
		return nil
	}
	return []byte(text)
}
