package pgstore

import (
	"context"
	"fmt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/pgstore/internal/postgres"
	"vitrine/rdfstore/pgstore/internal/tables"
)

// restore takes the history of a name.
func (f *filling) restore(ctx context.Context, h rdfstore.History) error {
	for _, e := range h.Entries {
		if err := f.log(logRow{int64(e.Seq), e.Kind, e.Name, e.Class, e.Successor, e.Purged, e.Author, e.Message}, e.Time.UnixNano()); err != nil {
			return err
		}
	}
	row := tables.Row{ID: int64(h.Born()), Digest: tables.DigestOf(h.Name), Name: h.Name}
	var now *codec.Numbered
	if h.Entity != nil {
		var err error
		if now, err = codec.Normalise(h.Entity.Graph); err != nil {
			return fmt.Errorf("%s: %w", h.Name, err)
		}
		row.Version, row.Created, row.Modified = int64(h.Entity.Version), h.Entity.Created.UnixNano(), h.Entity.Modified.UnixNano()
	}
	var err error
	if row.Revision, err = f.restorePast(h, row.Digest, now); err != nil {
		return fmt.Errorf("%s: %w", h.Name, err)
	}
	if now == nil {
		last := h.Last()
		return f.tombstone(row.Digest, int64(last.Seq), last.Time.UnixNano())
	}
	return f.entity(ctx, row, now)
}

// restorePast takes the past states of a name, and returns how many of them the present one, nil
// where there is none, came after since it came to be.
func (f *filling) restorePast(h rdfstore.History, d digest, now *codec.Numbered) (revision int32, err error) {
	if h.States == nil {
		return 0, nil
	}
	r := restoring{filling: f, digest: d, entries: h.Entries[:len(h.Entries)-1]}
	for e, err := range h.States {
		if err != nil {
			return 0, err
		}
		g, err := codec.Normalise(e.Graph)
		if err != nil {
			return 0, err
		}
		if err := r.take(entity{exists: true, version: int64(e.Version), created: e.Created.UnixNano(), encoding: g.EncodeAlone()}); err != nil {
			return 0, err
		}
	}
	last := entity{version: int64(h.Last().Seq)}
	if now != nil {
		last.exists, last.encoding = true, now.EncodeAlone()
	}
	err = r.take(last)
	return r.last.revision, err
}

// restoring writes past states of a name, each when the next is known.
type restoring struct {
	*filling
	digest digest
	// entries are those of the log that are not passed yet, but the last.
	entries []rdfstore.LogEntry
	last    entity
}

// take takes the next state with the deletions before it. Of those before the first state, that of
// a purge is kept.
func (r *restoring) take(next entity) error {
	for len(r.entries) > 0 && int64(r.entries[0].Seq) < next.version {
		e := r.entries[0]
		r.entries = r.entries[1:]
		isNext := len(r.entries) == 0 || int64(r.entries[0].Seq) == next.version
		if e.Kind == rdfstore.Deleted && (r.last.version != 0 || e.Purged && isNext) {
			if err := r.add(entity{version: int64(e.Seq)}); err != nil {
				return err
			}
		}
	}
	switch {
	case next.exists && r.last.exists:
		next.id, next.revision = r.last.id, r.last.revision+1
	case next.exists:
		next.id = next.version
	}
	return r.add(next)
}

func (r *restoring) add(next entity) error {
	state := r.last
	r.last = next
	if state.version == 0 {
		return nil
	}
	record := sealState(r.store.sealer, r.digest, state, next)
	r.key = appendNumber(appendNumber(append(r.key[:0], pastItem), r.digest.Key()), state.version)
	r.value = postgres.Rows(r.value[:0]).Row(3).Bigint(r.digest.Key()).Bigint(state.version).Bytea(record)
	return r.filling.add()
}
