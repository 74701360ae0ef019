package tables

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/pgstore/internal/record"
)

// WholeEvery is how many states after one another are read at most for one of them: of so many,
// one is kept as a whole.
const WholeEvery = 16

// Versions yields the entries of the log about the name whose states are kept, newest first,
// before a number.
func Versions(ctx context.Context, src Source, name rdf.IRI, before uint64) iter.Seq2[rdfstore.LogEntry, error] {
	end, digest := int64(math.MaxInt64), DigestOf(name)
	if before != 0 && before <= math.MaxInt64 {
		end = int64(before)
	}
	return pages(ctx, src, func(size int) ([]rdfstore.LogEntry, error) {
		entries, err := All(ctx, src, `SELECT `+logColumns+` FROM (
				SELECT version FROM @.entity WHERE digest = $1 UNION ALL SELECT version FROM @.tombstone WHERE digest = $1
				UNION ALL SELECT version FROM @.past WHERE entity = $2) AS v
			JOIN @.log ON seq = v.version AND name = $3 WHERE v.version < $4 ORDER BY v.version DESC LIMIT $5`,
			[]any{digest[:], digest.Key(), []byte(name.String()), end, size}, scanEntry)
		if len(entries) > 0 {
			end = int64(entries[len(entries)-1].Seq)
		}
		return entries, err
	})
}

// state is a state of a name, or a deletion.
type state struct {
	version, at int64
	kind        rdfstore.Kind
	successor   []byte
	record      []byte
	// id and created are those of the present state, 0 of others.
	id, created int64
}

// Past returns the entity with the name as it was of a version.
func (r Reader) Past(ctx context.Context, name rdf.IRI, version uint64) (*rdfstore.Entity, error) {
	states, err := r.statesFrom(ctx, name, version)
	if err != nil {
		return nil, err
	}
	if len(states) == 0 || states[0].version != int64(version) {
		return nil, fmt.Errorf("version %d of %s: %w", version, name, rdfstore.ErrNotFound)
	}
	first := states[0]
	if first.kind == rdfstore.Deleted {
		successor, err := OptionalIRI(first.successor)
		if err != nil {
			return nil, err
		}
		return nil, &rdfstore.DeletedError{Name: name, Version: version, Time: TimeOf(first.at), Successor: successor}
	}
	encodings, created, err := r.restore(ctx, name, states)
	if err != nil {
		return nil, err
	}
	return r.then(name, first, encodings[0], created)
}

// PastFrom returns the past states of the name from the first on whose version is not less than the
// given one, up to one that is kept as a whole or before a deletion; none where there is none.
func (r Reader) PastFrom(ctx context.Context, name rdf.IRI, version uint64) ([]*rdfstore.Entity, error) {
	states, err := r.statesFrom(ctx, name, version)
	if len(states) > 0 && states[0].kind == rdfstore.Deleted {
		states, err = r.statesFrom(ctx, name, uint64(states[0].version)+1)
	}
	if len(states) == 0 || states[0].id != 0 || err != nil {
		return nil, err
	}
	encodings, created, err := r.restore(ctx, name, states)
	if err != nil {
		return nil, err
	}
	var all []*rdfstore.Entity
	for i, encoding := range encodings[:len(encodings)-1] {
		e, err := r.then(name, states[i], encoding, created)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}

// then returns the entity as it was in a state.
func (r Reader) then(name rdf.IRI, s state, encoding []byte, created int64) (*rdfstore.Entity, error) {
	g, err := r.Sealer.Graph(name, encoding)
	if err != nil {
		return nil, err
	}
	return &rdfstore.Entity{Graph: g, Version: uint64(s.version), Created: TimeOf(created), Modified: TimeOf(s.at)}, nil
}

// restore makes the encodings of the first of the states, which came after one another, up to the
// first that is kept as a whole, and says when its entity came to be.
func (r Reader) restore(ctx context.Context, name rdf.IRI, states []state) (encodings [][]byte, created int64, err error) {
	digest := DigestOf(name)
	var past []record.State
	for _, s := range states {
		if s.kind == rdfstore.Deleted {
			break
		}
		if err := rdfstore.CheckSize(ctx, name, len(s.record)); err != nil {
			return nil, 0, err
		}
		if s.id != 0 {
			row := Row{Digest: digest, Name: name, ID: s.id, Version: s.version}
			encoding, err := r.Sealer.Open(row.Key(), s.record)
			if err != nil {
				return nil, 0, fmt.Errorf("%s: %w", name, err)
			}
			encodings, err = patched(past, encoding)
			return encodings, s.created, err
		}
		opened, err := r.Sealer.OpenState(StateKey(digest, s.version), s.record)
		if err != nil {
			return nil, 0, fmt.Errorf("version %d of %s: %w", s.version, name, err)
		}
		if past = append(past, opened); opened.Whole {
			encodings, err = patched(past, nil)
			return encodings, opened.Created, err
		}
	}
	return nil, 0, fmt.Errorf("%w: version %d of %s has no whole state after it", rdfstore.ErrCorrupt, states[0].version, name)
}

// patched returns the encodings of states that came after one another, and of the state after them.
func patched(states []record.State, after []byte) (encodings [][]byte, err error) {
	encodings = append(make([][]byte, len(states)), after)
	for i, s := range slices.Backward(states) {
		if encodings[i], err = s.Encoding(encodings[i+1]); err != nil {
			return nil, err
		}
	}
	return encodings, nil
}

// statesFrom returns the states of a name and its deletions from a version on, as many as are
// needed to make the first, in their order: there is room for some of another name that has the
// same key. A lateral query is no join, for which the planner reads much of the log.
func (r Reader) statesFrom(ctx context.Context, name rdf.IRI, version uint64) ([]state, error) {
	if version > math.MaxInt64 {
		return nil, r.Proceed(ctx)
	}
	digest := DigestOf(name)
	return All(ctx, r.Source, `
		SELECT p.version, l.at, l.kind, l.successor, p.record, 0::bigint, 0::bigint
			FROM (SELECT version, record FROM @.past WHERE entity = $2 AND version >= $4 ORDER BY version LIMIT $5) p
			CROSS JOIN LATERAL (SELECT at, kind, name, successor FROM @.log WHERE seq = p.version OFFSET 0) l WHERE l.name = $3
		UNION ALL SELECT version, modified, $6::smallint, ''::bytea, record, id, created
			FROM @.entity WHERE digest = $1 AND name = $3 AND version >= $4
		UNION ALL SELECT t.version, t.at, l.kind, l.successor, ''::bytea, 0::bigint, 0::bigint
			FROM @.tombstone t JOIN @.log l ON l.seq = t.version AND l.name = $3 WHERE t.digest = $1 AND t.version >= $4
		ORDER BY 1`, []any{digest[:], digest.Key(), []byte(name.String()), int64(version), WholeEvery + 4, int16(rdfstore.Updated)}, func(rows pgx.Rows, to *state) error {
		return rows.Scan(&to.version, &to.at, &to.kind, &to.successor, &to.record, &to.id, &to.created)
	})
}

// StateKey is what the seal of a past state depends on.
func StateKey(d Digest, version int64) []byte { return Row{Digest: d, Version: version}.Key() }
