package pgstore

import (
	"context"
	"iter"

	"github.com/jackc/pgx/v5"
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/pgstore/internal/record"
	"vitrine/rdfstore/pgstore/internal/tables"
)

// Versions yields the entries of the log about the name whose states are kept, newest first.
func (s *Store) Versions(ctx context.Context, name rdf.IRI, before uint64) iter.Seq2[rdfstore.LogEntry, error] {
	return tables.Versions(ctx, anywhere{s}, name, before)
}

// Past returns the entity with the name as it was of a version.
func (s *Store) Past(ctx context.Context, name rdf.IRI, version uint64) (*rdfstore.Entity, error) {
	return s.reader().Past(ctx, name, version)
}

// PastFrom returns as many of the past states of the name from a version on as one question tells.
func (s *Store) PastFrom(ctx context.Context, name rdf.IRI, version uint64) ([]*rdfstore.Entity, error) {
	return s.reader().PastFrom(ctx, name, version)
}

// supersede notes what there is of a name as one of its past states. A deletion that was there
// before the plan is in the table of tombstones, from which it is moved.
func (h *held) supersede() {
	if h.now.exists || h.now.version != h.before.version {
		h.past = append(h.past, h.now)
	}
}

// purge removes the past states of a name, and what the log says of who made changes and why.
func (p *plan) purge(c change, h *held) (rdfstore.Outcome, error) {
	if h.now.version == 0 {
		return rdfstore.Outcome{}, rdfstore.ErrNotFound
	}
	entry := logRow{seq: p.nextSeq(), kind: rdfstore.Deleted, name: h.name, class: h.now.class, successor: h.now.successor, purged: true, author: c.Author, message: c.Message}
	if h.now.exists {
		g, err := p.graph(h, &h.now)
		if err != nil {
			return rdfstore.Outcome{}, err
		}
		entry.kind, entry.class = rdfstore.Updated, g.FirstClass()
	}
	h.now.version, h.now.modified = entry.seq, p.now
	h.past, h.purged = nil, true
	log := make([]logRow, len(p.log), len(p.log)+1) // who takes the change back has the old one
	for i, e := range p.log {
		if e.name == h.name {
			e.author, e.message = "", ""
		}
		log[i] = e
	}
	p.log = append(log, entry)
	return outcome(entry.kind, h.now), nil
}

// writePurges removes what there was before the plan of names that are purged.
func (p *plan) writePurges(b *pgx.Batch) {
	var entities []int64
	var names [][]byte
	for _, d := range p.touched {
		if h := p.held[d]; h.purged {
			entities, names = append(entities, d.Key()), append(names, []byte(h.name.String()))
		}
	}
	if len(names) == 0 {
		return
	}
	b.Queue(p.store.sql(`DELETE FROM @.past p USING unnest($1::bigint[], $2::bytea[]) AS k (entity, name), @.log l
		WHERE p.entity = k.entity AND l.seq = p.version AND l.name = k.name`), entities, names)
	b.Queue(p.store.sql(`UPDATE @.log l SET author = '', message = '' FROM unnest($1::bytea[]) AS k (name)
		WHERE l.name = k.name AND (l.author <> '' OR l.message <> '')`), names)
}

// writePast writes the states that the plan takes the places of, unless none are kept.
func (p *plan) writePast(b *pgx.Batch) {
	if p.store.options.Keep.Count < 0 {
		return
	}
	sealed := make([][][]byte, len(p.touched))
	_ = inParallel(len(p.touched), func(i int) error {
		sealed[i] = p.sealPast(p.touched[i])
		return nil
	})
	var entities, versions []int64
	var records [][]byte
	for i, d := range p.touched {
		for n, record := range sealed[i] {
			entities, versions, records = append(entities, d.Key()), append(versions, p.held[d].past[n].version), append(records, record)
		}
	}
	if len(entities) > 0 {
		b.Queue(p.store.sql(`INSERT INTO @.past (entity, version, record) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[])`), entities, versions, records)
	}
}

// sealPast makes what is stored of the past states of a name.
func (p *plan) sealPast(d digest) [][]byte {
	h := p.held[d]
	sealed := make([][]byte, len(h.past))
	for i, state := range h.past {
		next := h.now
		if i+1 < len(h.past) {
			next = h.past[i+1]
		}
		sealed[i] = sealState(p.store.sealer, d, state, next)
	}
	return sealed
}

// sealState makes what is stored of a state of a name, or a deletion, that another came after.
func sealState(sealer *record.Sealer, d digest, state, next entity) []byte {
	if !state.exists {
		return []byte{}
	}
	if next.id != state.id || state.revision%tables.WholeEvery == tables.WholeEvery-1 {
		next.encoding = nil
	}
	return sealer.SealState(tables.StateKey(d, state.version), state.encoding, state.created, next.encoding)
}
