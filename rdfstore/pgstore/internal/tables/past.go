package tables

import (
	"context"
	"encoding/binary"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/pgstore/internal/record"
	"vitrine/rdfstore/states"
)

// present is what there is now of a name, or what is left of it, with the digest $1.
const present = `WITH n AS (
		SELECT first, version, modified AS at, id, created, record FROM @.entity WHERE digest = $1
		UNION ALL SELECT first, version, at, 0, 0, ''::bytea FROM @.tombstone WHERE digest = $1)
	SELECT first, version, at, id, created, record FROM n `

// BlockKey is what the seal of a block of past states depends on.
func BlockKey(first, version int64) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, uint64(first)), uint64(version))
}

// Block reads a block of past states.
func Block(sealer *record.Sealer, first, version int64, sealed []byte) ([]states.Item, error) {
	block, err := sealer.Open(BlockKey(first, version), sealed)
	if err != nil {
		return nil, fmt.Errorf("past states from version %d on: %w", version, err)
	}
	items, ok := states.Block(uint64(version), block)
	if !ok {
		return nil, fmt.Errorf("%w: past states from version %d on do not decode", rdfstore.ErrCorrupt, version)
	}
	return items, nil
}

// StateRecord is what the table past has of the state of a row.
func StateRecord(first, created int64, encoding []byte) []byte {
	return append(codec.Head{First: uint64(first), Created: TimeOf(created)}.Append(nil), encoding...)
}

// known is what was read of a name: its present row, its past states in a part of their order, what
// the log has of one of them.
type known struct {
	first, version, at, id, created int64
	record                          []byte
	blocks                          int
	items                           []states.Item
	logged                          *int64
	successor                       []byte
}

// look asks for what there is of a name and for some blocks of its past.
func (r Reader) look(ctx context.Context, name rdf.IRI, blocks string, args ...any) (k known, err error) {
	digest := DigestOf(name)
	err = r.Fetch(ctx, present+blocks, append([]any{digest[:]}, args...), func() { k = known{} }, func(rows pgx.Rows) error {
		var n known
		if err := rows.Scan(&n.first, &n.version, &n.at, &n.id, &n.created, &n.record); err != nil {
			return err
		}
		if err := rdfstore.CheckSize(ctx, name, len(n.record)); err != nil {
			return err
		}
		switch n.id {
		case ofBlock:
			items, err := Block(r.Sealer, n.first, n.version, n.record)
			k.items, k.blocks = append(k.items, items...), k.blocks+1
			return err
		case ofLog:
			k.logged, k.successor = &n.at, n.record
		default:
			k.first, k.version, k.at, k.id, k.created, k.record = n.first, n.version, n.at, n.id, n.created, n.record
		}
		return nil
	})
	return k, err
}

// What stands in the column id of rows that are of no entity: blocks of the table past, and an entry
// of the log.
const (
	ofBlock = -1
	ofLog   = -2
)

// How many blocks are read at first to make a state, and at most: differences may be so long that each
// is a block.
const (
	someBlocks = 4
	allBlocks  = states.MaxSteps + 2
)

// from reads the states of a name from a version on, as many as make the first; there is none where it
// is that of the present.
func (r Reader) from(ctx context.Context, name rdf.IRI, version uint64) (k known, run []states.Item, err error) {
	if version > math.MaxInt64 {
		return k, nil, r.Proceed(ctx)
	}
	for _, limit := range []int{someBlocks, allBlocks} {
		k, err = r.look(ctx, name, `UNION ALL SELECT p.* FROM n CROSS JOIN LATERAL (SELECT first, version, 0::bigint, -1::bigint, 0::bigint, body FROM @.past
				WHERE first = n.first AND version >= coalesce((SELECT version FROM @.past WHERE first = n.first AND version <= $2 ORDER BY version DESC LIMIT 1), 0)
				ORDER BY version LIMIT $3) p
			UNION ALL SELECT 0, seq, at, -2, 0, coalesce(successor, '') FROM @.log WHERE seq = $2 ORDER BY 2`, int64(version), limit)
		if err != nil {
			return k, nil, fmt.Errorf("%s: %w", name, err)
		}
		k.items = slices.DeleteFunc(k.items, func(i states.Item) bool { return i.Version < version })
		n, ended := states.Run(k.items)
		if run = k.items[:n]; ended || k.blocks < limit {
			break
		}
	}
	return k, run, nil
}

// state makes the states of a run.
func (r Reader) state(name rdf.IRI, k known, run []states.Item, fn func(i int, s states.State)) error {
	var now []byte
	if _, ended := states.Run(run); !ended && k.id != 0 {
		row := Row{Digest: DigestOf(name), Name: name, ID: k.id, Version: k.version}
		encoding, err := r.Sealer.Open(row.Key(), k.record)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		now = StateRecord(k.first, k.created, encoding)
	}
	if err := states.Make(run, now, fn); err != nil {
		return fmt.Errorf("version %d of %s: %w", run[0].Version, name, err)
	}
	return nil
}

// Past returns the entity with the name as it was of a version.
func (r Reader) Past(ctx context.Context, name rdf.IRI, version uint64) (*rdfstore.Entity, error) {
	k, run, err := r.from(ctx, name, version)
	if err != nil {
		return nil, err
	}
	isNow := k.first > 0 && k.version == int64(version)
	switch {
	case isNow && k.id != 0:
		row := Row{Digest: DigestOf(name), Name: name, ID: k.id, Version: k.version, Created: k.created, Modified: k.at, Record: k.record}
		return row.Entity(r.Sealer)
	case !isNow && (len(run) == 0 || run[0].Version != version):
		return nil, fmt.Errorf("version %d of %s: %w", version, name, rdfstore.ErrNotFound)
	case k.logged == nil:
		return nil, missing(version)
	case isNow || run[0].Deletion:
		successor, err := OptionalIRI(k.successor)
		if err != nil {
			return nil, err
		}
		return nil, &rdfstore.DeletedError{Name: name, Version: version, Time: TimeOf(*k.logged), Successor: successor}
	}
	var state states.State
	if err := r.state(name, k, run, func(_ int, s states.State) { state = s }); err != nil {
		return nil, err
	}
	return r.then(name, version, state, *k.logged)
}

func missing(version uint64) error {
	return fmt.Errorf("%w: the log has no entry %d", rdfstore.ErrCorrupt, version)
}

// then returns the entity as it was in a state that came to be at a time.
func (r Reader) then(name rdf.IRI, version uint64, s states.State, at int64) (*rdfstore.Entity, error) {
	g, err := r.Sealer.Graph(name, s.Body)
	if err != nil {
		return nil, err
	}
	return &rdfstore.Entity{Graph: g, Version: version, Created: s.Created, Modified: TimeOf(at)}, nil
}

// PastFrom returns the past states of the name from the first on whose version is not less than the
// given one, up to one that is kept as a whole or before a deletion; none where there is none.
func (r Reader) PastFrom(ctx context.Context, name rdf.IRI, version uint64) ([]*rdfstore.Entity, error) {
	k, run, err := r.from(ctx, name, version)
	for len(run) > 0 && run[0].Deletion && err == nil {
		k, run, err = r.from(ctx, name, run[0].Version+1)
	}
	if len(run) == 0 || err != nil {
		return nil, err
	}
	made, all := make([]states.State, len(run)), make([]*rdfstore.Entity, len(run))
	if err := r.state(name, k, run, func(i int, s states.State) { made[i] = s }); err != nil {
		return nil, err
	}
	entries, err := r.logged(ctx, run)
	if err != nil {
		return nil, err
	}
	for i, e := range entries {
		if all[i], err = r.then(name, e.Seq, made[i], e.Time.UnixNano()); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// logged reads the entries of the log about some items, all of which are about one name.
func (r Reader) logged(ctx context.Context, items []states.Item) ([]rdfstore.LogEntry, error) {
	if len(items) == 0 {
		return nil, nil
	}
	seqs := make([]int64, len(items))
	for i, item := range items {
		seqs[i] = int64(item.Version)
		if r.Learn != nil {
			r.Learn(item.Version) // a replica that is behind is not to say that it is missing
		}
	}
	entries, err := All(ctx, r.Source, "SELECT "+logColumns+" FROM (SELECT * FROM @.log WHERE seq = ANY($1))"+logFrom+"ORDER BY l.seq", []any{seqs}, scanEntry)
	if err != nil {
		return nil, err
	}
	slices.Sort(seqs)
	for i, seq := range seqs {
		if i >= len(entries) || entries[i].Seq != uint64(seq) {
			return nil, missing(uint64(seq))
		}
	}
	return entries, nil
}

// Versions yields the entries of the log about the name whose states are kept, newest first, before a
// number.
func (r Reader) Versions(ctx context.Context, name rdf.IRI, before uint64) iter.Seq2[rdfstore.LogEntry, error] {
	if before == 0 || before > math.MaxInt64 {
		before = math.MaxInt64
	}
	return func(yield func(rdfstore.LogEntry, error) bool) {
		for blocks := 1; ; blocks = min(4*blocks, firstPage) {
			k, err := r.look(ctx, name, `UNION ALL SELECT p.* FROM n CROSS JOIN LATERAL (SELECT first, version, 0::bigint, -1::bigint, 0::bigint, body FROM @.past
				WHERE first = n.first AND version < $2 ORDER BY version DESC LIMIT $3) p ORDER BY 2`, int64(before), blocks)
			if err != nil {
				yield(rdfstore.LogEntry{}, err)
				return
			}
			if k.first > 0 {
				k.items = append(k.items, states.Item{Version: uint64(k.version)})
			}
			k.items = slices.DeleteFunc(k.items, func(i states.Item) bool { return i.Version >= before })
			entries, err := r.logged(ctx, k.items)
			if err != nil {
				yield(rdfstore.LogEntry{}, err)
				return
			}
			for _, e := range slices.Backward(entries) {
				if e.Name != name {
					err = fmt.Errorf("%w: entry %d of the log is not about %s", rdfstore.ErrCorrupt, e.Seq, name)
				} else {
					err = r.Proceed(ctx)
				}
				if !yield(e, err) || err != nil {
					return
				}
				before = e.Seq
			}
			if k.blocks < blocks {
				return
			}
		}
	}
}
