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
	p.batch = rand.Int64()
	b := &pgx.Batch{}
	p.writeEntities(b)
	p.writeTombstones(b)
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
	return tables.Row{ID: h.now.id, Digest: d, Name: h.name, Version: h.now.version, Created: h.now.created, Modified: h.now.modified}
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
		b.Queue(p.store.sql(`INSERT INTO @.entity (id, digest, name, version, created, modified, record)
			SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bytea[])`),
			c.ids, c.digests, c.names, c.versions, c.created, c.modified, c.records)
	}
}

// entityRows are rows by columns.
type entityRows struct {
	ids, versions, created, modified []int64
	digests, names, records          [][]byte
}

func (r *entityRows) add(row tables.Row) {
	r.ids, r.versions = append(r.ids, row.ID), append(r.versions, row.Version)
	r.created, r.modified = append(r.created, row.Created), append(r.modified, row.Modified)
	r.digests, r.names = append(r.digests, row.Digest[:]), append(r.names, []byte(row.Name.String()))
	r.records = append(r.records, row.Record)
}

func (p *plan) writeTombstones(b *pgx.Batch) {
	var back, gone [][]byte
	var versions, times []int64
	for _, d := range p.touched {
		switch h := p.held[d]; {
		case h.before.version == h.now.version:
		case h.now.exists && !h.before.exists:
			back = append(back, d[:])
		case !h.now.exists:
			gone, versions, times = append(gone, d[:]), append(versions, h.now.version), append(times, h.now.modified)
		}
	}
	if len(back) > 0 {
		b.Queue(p.store.sql("DELETE FROM @.tombstone WHERE digest = ANY($1)"), back)
	}
	if len(gone) > 0 {
		b.Queue(p.store.sql(`INSERT INTO @.tombstone (digest, version, at) SELECT * FROM unnest($1::bytea[], $2::bigint[], $3::bigint[])
			ON CONFLICT (digest) DO UPDATE SET version = excluded.version, at = excluded.at`), gone, versions, times)
	}
}

func (p *plan) writeLog(b *pgx.Batch) {
	var seqs []int64
	var kinds []int16
	var names, classes, successors [][]byte
	for _, e := range p.log {
		seqs, kinds = append(seqs, e.seq), append(kinds, int16(e.kind))
		names, classes = append(names, []byte(e.name.String())), append(classes, []byte(e.class.String()))
		successors = append(successors, []byte(e.successor.String()))
	}
	b.Queue(p.store.sql(`INSERT INTO @.log (seq, kind, at, batch, name, class, successor)
		SELECT seq, kind, $6::bigint, $7::bigint, name, class, successor
		FROM unnest($1::bigint[], $2::smallint[], $3::bytea[], $4::bytea[], $5::bytea[]) AS e (seq, kind, name, class, successor)`),
		seqs, kinds, names, classes, successors, p.now, p.batch)
}
