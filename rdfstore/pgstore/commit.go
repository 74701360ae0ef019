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
	p.writePurges(b)
	p.writeEntities(b)
	p.writeTombstones(b)
	p.writePast(b)
	p.writeLog(b)
	p.writeRetention(b)
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
	return tables.Row{ID: h.now.id, Digest: d, Name: h.name, Version: h.now.version, Created: h.now.created, Modified: h.now.modified, Revision: h.now.revision}
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
		b.Queue(p.store.sql(`UPDATE @.entity e SET version = u.version, modified = u.modified, revision = u.revision, record = u.record
			FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::integer[], $5::bytea[]) AS u (id, version, modified, revision, record) WHERE e.id = u.id`),
			u.ids, u.versions, u.modified, u.revisions, u.records)
	}
	if c := created; len(c.ids) > 0 {
		b.Queue(p.store.sql(`INSERT INTO @.entity (id, digest, name, version, created, modified, revision, record)
			SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::bigint[], $5::bigint[], $6::bigint[], $7::integer[], $8::bytea[])`),
			c.ids, c.digests, c.names, c.versions, c.created, c.modified, c.revisions, c.records)
	}
}

// entityRows are rows by columns.
type entityRows struct {
	ids, versions, created, modified []int64
	revisions                        []int32
	digests, names, records          [][]byte
}

func (r *entityRows) add(row tables.Row) {
	r.ids, r.versions = append(r.ids, row.ID), append(r.versions, row.Version)
	r.created, r.modified = append(r.created, row.Created), append(r.modified, row.Modified)
	r.digests, r.names = append(r.digests, row.Digest[:]), append(r.names, []byte(row.Name.String()))
	r.revisions, r.records = append(r.revisions, row.Revision), append(r.records, row.Record)
}

// writeTombstones writes what is left of deleted entities. What was left of one that was deleted
// before the plan becomes a past version, if those are kept.
func (p *plan) writeTombstones(b *pgx.Batch) {
	var before, dropped, gone [][]byte
	var entities, versions, times []int64
	for _, d := range p.touched {
		h := p.held[d]
		switch {
		case h.before.version == h.now.version || h.before.exists:
		case h.purged || p.store.options.Keep.Count < 0:
			dropped = append(dropped, d[:])
		default:
			before, entities = append(before, d[:]), append(entities, d.Key())
		}
		if h.before.version != h.now.version && !h.now.exists {
			gone, versions, times = append(gone, d[:]), append(versions, h.now.version), append(times, h.now.modified)
		}
	}
	if len(dropped) > 0 {
		b.Queue(p.store.sql("DELETE FROM @.tombstone WHERE digest = ANY($1)"), dropped)
	}
	if len(before) > 0 {
		b.Queue(p.store.sql(`WITH moved AS (DELETE FROM @.tombstone t USING unnest($1::bytea[], $2::bigint[]) AS k (digest, entity)
				WHERE t.digest = k.digest RETURNING k.entity, t.version)
			INSERT INTO @.past (entity, version, record) SELECT entity, version, '' FROM moved`), before, entities)
	}
	if len(gone) > 0 {
		b.Queue(p.store.sql("INSERT INTO @.tombstone (digest, version, at) SELECT * FROM unnest($1::bytea[], $2::bigint[], $3::bigint[])"), gone, versions, times)
	}
}

func (p *plan) writeLog(b *pgx.Batch) {
	var seqs []int64
	var kinds []int16
	var purged []bool
	var names, classes, successors, authors, messages [][]byte
	for _, e := range p.log {
		seqs, kinds, purged = append(seqs, e.seq), append(kinds, int16(e.kind)), append(purged, e.purged)
		names, classes = append(names, []byte(e.name.String())), append(classes, []byte(e.class.String()))
		successors = append(successors, []byte(e.successor.String()))
		authors, messages = append(authors, []byte(e.author)), append(messages, []byte(e.message))
	}
	b.Queue(p.store.sql(`INSERT INTO @.log (seq, kind, at, batch, name, class, successor, purged, author, message)
		SELECT seq, kind, $9::bigint, $10::bigint, name, class, successor, purged, author, message
		FROM unnest($1::bigint[], $2::smallint[], $3::bytea[], $4::bytea[], $5::bytea[], $6::boolean[], $7::bytea[], $8::bytea[])
			AS e (seq, kind, name, class, successor, purged, author, message)`),
		seqs, kinds, names, classes, successors, purged, authors, messages, p.now, p.batch)
}
