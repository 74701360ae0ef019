package pgstore

import (
	"context"
	"iter"

	"github.com/jackc/pgx/v5"
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/pgstore/internal/record"
	"vitrine/rdfstore/pgstore/internal/tables"
	"vitrine/rdfstore/states"
)

// Versions yields the entries of the log about the name whose states are kept, newest first.
func (s *Store) Versions(ctx context.Context, name rdf.IRI, before uint64) iter.Seq2[rdfstore.LogEntry, error] {
	return s.reader().Versions(ctx, name, before)
}

// Past returns the entity with the name as it was of a version.
func (s *Store) Past(ctx context.Context, name rdf.IRI, version uint64) (*rdfstore.Entity, error) {
	return s.reader().Past(ctx, name, version)
}

// PastFrom returns as many of the past states of the name from a version on as one question tells.
func (s *Store) PastFrom(ctx context.Context, name rdf.IRI, version uint64) ([]*rdfstore.Entity, error) {
	return s.reader().PastFrom(ctx, name, version)
}

// supersede notes what there is of a name as one of its past states.
func (h *held) supersede() {
	if h.now.version != 0 {
		h.past = append(h.past, h.now)
	}
}

// purge removes the past states of a name, and what the log says of who made changes and why.
func (p *plan) purge(c change, h *held) (rdfstore.Outcome, error) {
	if h.now.version == 0 {
		return rdfstore.Outcome{}, rdfstore.ErrNotFound
	}
	entry := logRow{seq: p.nextSeq(), first: h.first, kind: rdfstore.Deleted, name: h.name, class: h.now.class, successor: h.now.successor, purged: true, author: c.Author, message: c.Message}
	if h.now.exists {
		g, err := p.graph(h, &h.now)
		if err != nil {
			return rdfstore.Outcome{}, err
		}
		entry.kind, entry.class = rdfstore.Updated, g.FirstClass()
	}
	h.now.version, h.now.modified = entry.seq, p.now
	h.past, h.blocks, h.purged = nil, nil, true
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

// writePurges removes what there was before the plan of names that are purged, and the past of all
// that change where none is kept.
func (p *plan) writePurges(b *pgx.Batch) {
	var purged, changed []int64
	for _, d := range p.touched {
		switch h := p.held[d]; {
		case h.purged:
			purged, changed = append(purged, h.first), append(changed, h.first)
		case p.store.options.Keep.Count < 0 && h.before.version != 0 && h.before.version != h.now.version:
			changed = append(changed, h.first)
		}
	}
	if len(changed) > 0 {
		b.Queue(p.store.sql("DELETE FROM @.past WHERE first = ANY($1)"), changed)
	}
	if len(purged) > 0 {
		b.Queue(p.store.sql(`UPDATE @.log SET author = NULL, message = NULL
			WHERE first = ANY($1) AND (author IS NOT NULL OR message IS NOT NULL)`), purged)
	}
}

// pastQuery reads blocks of past states of the names of digests, the newest of each or, where the limit
// is NULL, all.
const pastQuery = `SELECT n.digest, p.first, p.version, p.body FROM (SELECT digest, first FROM @.entity WHERE digest = ANY($1)
		UNION ALL SELECT digest, first FROM @.tombstone WHERE digest = ANY($1)) n
	CROSS JOIN LATERAL (SELECT first, version, body FROM @.past WHERE first = n.first ORDER BY version DESC LIMIT $2) p ORDER BY p.version`

// holdPast takes in blocks of past states.
func (p *plan) holdPast(rows pgx.Rows) error {
	return tables.ScanAll(rows, func(rows pgx.Rows) error {
		var key, sealed []byte
		var first, version int64
		if err := rows.Scan(&key, &first, &version, &sealed); err != nil {
			return err
		}
		h := p.held[digest(key)]
		items, err := tables.Block(p.store.sealer, first, version, sealed)
		h.blocks = append(h.blocks, items)
		return err
	})
}

// newestBlocks is how many blocks of the past of each name a plan needs, nil for all.
func newestBlocks(keep rdfstore.Retention) *int64 {
	if keep != (rdfstore.Retention{}) {
		return nil
	}
	one := int64(1)
	return &one
}

// pastRows are blocks of past states that are written, and those that are removed.
type pastRows struct {
	firsts, versions []int64
	bodies           [][]byte
	goneOf, gone     []int64
	// removed is how many versions they lose.
	removed int
}

func (r *pastRows) add(more pastRows) {
	r.firsts, r.versions, r.bodies = append(r.firsts, more.firsts...), append(r.versions, more.versions...), append(r.bodies, more.bodies...)
	r.goneOf, r.gone = append(r.goneOf, more.goneOf...), append(r.gone, more.gone...)
	r.removed += more.removed
}

// write queues what writes the rows.
func (r *pastRows) write(s *Store, b *pgx.Batch) {
	if len(r.gone) > 0 {
		b.Queue(s.sql(`DELETE FROM @.past p USING unnest($1::bigint[], $2::bigint[]) AS k (first, version)
			WHERE p.first = k.first AND p.version = k.version`), r.goneOf, r.gone)
	}
	if len(r.firsts) > 0 {
		b.Queue(s.sql(`INSERT INTO @.past (first, version, body) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[])
			ON CONFLICT (first, version) DO UPDATE SET body = excluded.body`), r.firsts, r.versions, r.bodies)
	}
}

// chain begins the blocks of a name that the rows get.
func (r *pastRows) chain(sealer *record.Sealer, first int64) *states.Chain {
	return states.NewChain(func(begin uint64, block []byte) error {
		if block == nil {
			r.goneOf, r.gone = append(r.goneOf, first), append(r.gone, int64(begin))
			return nil
		}
		key := tables.BlockKey(first, int64(begin))
		r.firsts, r.versions, r.bodies = append(r.firsts, first), append(r.versions, int64(begin)), append(r.bodies, sealer.Seal(key, block))
		return nil
	})
}

// writePast writes the states that the plan takes the places of, unless none are kept.
func (p *plan) writePast(b *pgx.Batch) error {
	if p.store.options.Keep.Count < 0 {
		return nil
	}
	rows := make([]pastRows, len(p.touched))
	err := inParallel(len(p.touched), func(i int) (err error) {
		rows[i], err = p.pastOf(p.held[p.touched[i]])
		return err
	})
	var all pastRows
	for _, r := range rows {
		all.add(r)
	}
	all.write(p.store, b)
	return err
}

// pastOf returns what becomes of the past of a name.
func (p *plan) pastOf(h *held) (rows pastRows, err error) {
	if h.before.version == h.now.version && len(h.past) == 0 {
		return rows, nil
	}
	gone, added, err := p.prune(h)
	if err != nil {
		return rows, err
	}
	chain := rows.chain(p.store.sealer, h.first)
	if rows.removed = gone; gone == 0 && len(h.blocks) > 0 {
		h.blocks = h.blocks[len(h.blocks)-1:]
	}
	for _, items := range h.blocks {
		if gone, err = chain.Continue(items, gone); err != nil {
			return rows, err
		}
	}
	for _, state := range h.past[added:] {
		if err := chain.Add(uint64(state.version), state.record(h.first)); err != nil {
			return rows, err
		}
	}
	return rows, chain.End(uint64(h.now.version), h.now.record(h.first))
}

// record is what the table past has of a state, nil of a deletion.
func (e *entity) record(first int64) []byte {
	if !e.exists {
		return nil
	}
	return tables.StateRecord(first, e.created, e.encoding)
}
