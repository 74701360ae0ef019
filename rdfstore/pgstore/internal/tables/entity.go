package tables

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/pgstore/internal/record"
)

// Digest stands for a name: the first 16 bytes of its SHA-256.
type Digest [16]byte

// DigestOf returns the digest of a name.
func DigestOf(name rdf.IRI) Digest {
	sum := sha256.Sum256([]byte(name.String()))
	return Digest(sum[:len(Digest{})])
}

// Columns are what ScanRow reads.
const Columns = columnsBefore + "record"

const columnsBefore = "id, first, digest, name, version, created, modified, "

// Row is a row of an entity.
type Row struct {
	// First is the number of the first entry that the log has of the name.
	ID, First                  int64
	Digest                     Digest
	Name                       rdf.IRI
	Version, Created, Modified int64
	Record                     []byte
	// recent is the record where it was read before.
	recent *codec.Record
}

// Key is what the seal of the record depends on.
func (r Row) Key() []byte {
	b := append(make([]byte, 0, 32), r.Digest[:]...)
	b = binary.BigEndian.AppendUint64(b, uint64(r.ID))
	return binary.BigEndian.AppendUint64(b, uint64(r.Version))
}

func ScanRow(rows pgx.Rows) (Row, error) {
	var r Row
	var key, name []byte
	if err := rows.Scan(&r.ID, &r.First, &key, &name, &r.Version, &r.Created, &r.Modified, &r.Record); err != nil {
		return r, err
	}
	var err error
	if r.Name, err = StoredIRI(name); err != nil {
		return r, err
	}
	if r.Digest = DigestOf(r.Name); string(key) != string(r.Digest[:]) {
		return r, fmt.Errorf("%w: the digest of %s is wrong", rdfstore.ErrCorrupt, r.Name)
	}
	return r, nil
}

// StoredIRI makes an IRI of what a row has.
func StoredIRI(text []byte) (rdf.IRI, error) {
	iri, err := graph.IRI(string(text))
	if err != nil {
		return iri, fmt.Errorf("%w: %w", rdfstore.ErrCorrupt, err)
	}
	return iri, nil
}

// OptionalIRI makes an IRI of what a row has, the zero one of an empty text.
func OptionalIRI(text []byte) (rdf.IRI, error) {
	if len(text) == 0 {
		return rdf.IRI{}, nil
	}
	return StoredIRI(text)
}

// Entity makes the entity of a row.
func (r Row) Entity(sealer *record.Sealer) (*rdfstore.Entity, error) {
	encoding, err := sealer.Open(r.Key(), r.Record)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.Name, err)
	}
	g, err := sealer.Graph(r.Name, encoding)
	if err != nil {
		return nil, err
	}
	return &rdfstore.Entity{Graph: g, Version: uint64(r.Version), Created: TimeOf(r.Created), Modified: TimeOf(r.Modified)}, nil
}

// Get returns the entity with the name: most are asked for that there are, and only where
// there is none it asks for what is left of it.
func (r Reader) Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error) {
	row := Row{Name: name, Digest: DigestOf(name)}
	args := []any{row.Digest[:], []byte(name.String())}
	var found, same bool
	to := []any{&row.ID, &same, &row.Version, &row.Created, &row.Modified, &row.Record}
	for {
		err := r.Fetch(ctx, "SELECT id, name = $2, version, created, modified, record FROM @.entity WHERE digest = $1", args,
			func() { found = false },
			func(rows pgx.Rows) error {
				found = true
				return rows.Scan(to...)
			})
		switch {
		case err != nil:
			return nil, err
		case found && !same:
			return nil, fmt.Errorf("%w: the digest of %s is wrong", rdfstore.ErrCorrupt, name)
		case found:
			if err := rdfstore.CheckSize(ctx, name, len(row.Record)); err != nil {
				return nil, err
			}
			return r.entity(row)
		}
		if err := r.absent(ctx, name, row.Digest); err != nil {
			return nil, err
		}
	}
}

// absent returns why there is no entity with a name: the error wraps rdfstore.ErrNotFound, or
// is what is left of a deleted one. It is nil where there is one since; one statement asks for
// both, which sees them at one moment.
func (r Reader) absent(ctx context.Context, name rdf.IRI, key Digest) error {
	var exists bool
	var left *rdfstore.DeletedError
	err := r.Fetch(ctx, `SELECT true, 0::bigint, 0::bigint, ''::bytea FROM @.entity WHERE digest = $1
		UNION ALL SELECT false, t.version, t.at, coalesce(l.successor, ''::bytea)
		FROM @.tombstone t LEFT JOIN @.log l ON l.seq = t.version WHERE t.digest = $1`, []any{key[:]},
		func() { exists, left = false, nil },
		func(rows pgx.Rows) error {
			var version, at int64
			var successor []byte
			err := rows.Scan(&exists, &version, &at, &successor)
			if err != nil || exists {
				return err
			}
			left = &rdfstore.DeletedError{Name: name, Version: uint64(version), Time: TimeOf(at)}
			left.Successor, err = OptionalIRI(successor)
			return err
		})
	switch {
	case err != nil || exists:
		return err
	case left != nil:
		return left
	}
	return fmt.Errorf("%s: %w", name, rdfstore.ErrNotFound)
}

// entity makes the entity of a row.
func (r Reader) entity(row Row) (*rdfstore.Entity, error) { return row.Entity(r.Sealer) }

// TimeOf is the time of a row.
func TimeOf(nanoseconds int64) time.Time { return time.Unix(0, nanoseconds).UTC() }
