package query

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/pgstore/internal/record"
)

// Digest stands for a name: the first 16 bytes of its SHA-256.
type Digest [16]byte

func DigestOf(name rdf.IRI) Digest {
	sum := sha256.Sum256([]byte(name.String()))
	return Digest(sum[:len(Digest{})])
}

// Columns are what ScanRow reads.
const Columns = "id, digest, name, version, created, modified, record"

// Row is a row of an entity.
type Row struct {
	ID                         int64
	Digest                     Digest
	Name                       rdf.IRI
	Version, Created, Modified int64
	Record                     []byte
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
	if err := rows.Scan(&r.ID, &key, &name, &r.Version, &r.Created, &r.Modified, &r.Record); err != nil {
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

// Entity makes the entity of a row.
func (r Row) Entity(sealer *record.Sealer) (*rdfstore.Entity, error) {
	encoding, err := sealer.Open(r.Key(), r.Record)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.Name, err)
	}
	g, err := record.Decode(r.Name, encoding)
	if err != nil {
		return nil, err
	}
	return &rdfstore.Entity{Graph: g, Version: uint64(r.Version), Created: TimeOf(r.Created), Modified: TimeOf(r.Modified)}, nil
}

// GetWithNext returns the entity with the name, and the first name after another.
func (r Reader) GetWithNext(ctx context.Context, name rdf.IRI, after string) (*rdfstore.Entity, rdf.IRI, error) {
	var next rdf.IRI
	key := DigestOf(name)
	rows, err := All(ctx, r.Source, `
		SELECT `+existing+`, (SELECT name FROM @.entity `+afterSecond+` LIMIT 1) FROM @.entity WHERE digest = $1
		UNION ALL SELECT `+deleted+`, NULL FROM @.tombstone WHERE digest = $1`, []any{key[:], []byte(after)},
		func(rows pgx.Rows, to *found) error {
			var text []byte
			err := to.scan(rows, &text)
			if err == nil && text != nil {
				next, err = StoredIRI(text)
			}
			return err
		})
	if err != nil {
		return nil, rdf.IRI{}, err
	}
	e, err := r.onlyEntity(name, key, rows)
	return e, next, err
}

// afterSecond is namesFrom for the second parameter.
const afterSecond = `WHERE substr(name, 1, 1024) >= substr($2::bytea, 1, 1024) AND name > $2 ORDER BY substr(name, 1, 1024), name`

// existing and deleted are what found reads.
const (
	existing = "true, " + Columns
	deleted  = "false, 0, digest, NULL, version, 0, at, NULL"
)

// Get asks for an entity and what is left of a deleted one in one statement, which sees
// both at one moment.
func (r Reader) Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error) {
	key := DigestOf(name)
	rows, err := All(ctx, r.Source, `
		SELECT `+existing+` FROM @.entity WHERE digest = $1
		UNION ALL SELECT `+deleted+` FROM @.tombstone WHERE digest = $1`, []any{key[:]},
		func(rows pgx.Rows, to *found) error { return to.scan(rows) })
	if err != nil {
		return nil, err
	}
	return r.onlyEntity(name, key, rows)
}

// onlyEntity makes the entity of what was found of a name.
func (r Reader) onlyEntity(name rdf.IRI, key Digest, rows []found) (*rdfstore.Entity, error) {
	switch {
	case len(rows) == 0:
		return nil, fmt.Errorf("%s: %w", name, rdfstore.ErrNotFound)
	case !rows[0].exists:
		return nil, &rdfstore.DeletedError{Name: name, Version: uint64(rows[0].Version), Time: TimeOf(rows[0].Modified)}
	case string(rows[0].text) != name.String():
		return nil, fmt.Errorf("%w: the digest of %s is wrong", rdfstore.ErrCorrupt, name)
	}
	row := rows[0].Row
	row.Name, row.Digest = name, key
	return r.entity(row)
}

// entity makes the entity of a row.
func (r Reader) entity(row Row) (*rdfstore.Entity, error) { return row.Entity(r.Sealer) }

// TimeOf is the time of a row.
func TimeOf(nanoseconds int64) time.Time { return time.Unix(0, nanoseconds).UTC() }

// found is an entity, or what is left of one.
type found struct {
	Row
	exists bool
	text   []byte
}

// scan reads a row, and the columns that it has beside those of existing.
func (r *found) scan(rows pgx.Rows, more ...any) error {
	var digest []byte
	return rows.Scan(append([]any{&r.exists, &r.ID, &digest, &r.text, &r.Version, &r.Created, &r.Modified, &r.Record}, more...)...)
}
