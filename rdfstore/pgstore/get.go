package pgstore

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/pgstore/internal/record"
)

// digest stands for a name: the first 16 bytes of its SHA-256.
type digest [16]byte

func digestOf(name rdf.IRI) digest {
	sum := sha256.Sum256([]byte(name.String()))
	return digest(sum[:len(digest{})])
}

// entityColumns are what scanEntity reads.
const entityColumns = "id, digest, name, version, created, modified, record"

// entityRow is a row of an entity.
type entityRow struct {
	id                         int64
	digest                     digest
	name                       rdf.IRI
	version, created, modified int64
	record                     []byte
}

// key is what the seal of the record depends on.
func (r entityRow) key() []byte {
	b := append(make([]byte, 0, 32), r.digest[:]...)
	b = binary.BigEndian.AppendUint64(b, uint64(r.id))
	return binary.BigEndian.AppendUint64(b, uint64(r.version))
}

func scanEntity(rows pgx.Rows) (entityRow, error) {
	var r entityRow
	var key, name []byte
	if err := rows.Scan(&r.id, &key, &name, &r.version, &r.created, &r.modified, &r.record); err != nil {
		return r, err
	}
	var err error
	if r.name, err = storedIRI(name); err != nil {
		return r, err
	}
	if r.digest = digestOf(r.name); string(key) != string(r.digest[:]) {
		return r, fmt.Errorf("%w: the digest of %s is wrong", rdfstore.ErrCorrupt, r.name)
	}
	return r, nil
}

// storedIRI makes an IRI of what a row has.
func storedIRI(text []byte) (rdf.IRI, error) {
	iri, err := graph.IRI(string(text))
	if err != nil {
		return iri, fmt.Errorf("%w: %w", rdfstore.ErrCorrupt, err)
	}
	return iri, nil
}

// entity makes the entity of a row.
func (s *Store) entity(r entityRow) (*rdfstore.Entity, error) {
	encoding, err := s.sealer.Open(r.key(), r.record)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.name, err)
	}
	g, err := record.Decode(r.name, encoding)
	if err != nil {
		return nil, err
	}
	return &rdfstore.Entity{Graph: g, Version: uint64(r.version), Created: timeOf(r.created), Modified: timeOf(r.modified)}, nil
}

// Get returns the entity with the name.
func (s *Store) Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error) {
	return s.get(ctx, s, name)
}

// GetWithNext returns the entity with the name, and the first name after another.
func (s *Store) GetWithNext(ctx context.Context, name rdf.IRI, after string) (*rdfstore.Entity, rdf.IRI, error) {
	var next rdf.IRI
	key := digestOf(name)
	rows, err := fetchAll(ctx, s, `
		SELECT `+existing+`, (SELECT name FROM @.entity `+afterSecond+` LIMIT 1) FROM @.entity WHERE digest = $1
		UNION ALL SELECT `+deleted+`, NULL FROM @.tombstone WHERE digest = $1`, []any{key[:], []byte(after)},
		func(rows pgx.Rows, r *found) error {
			var text []byte
			err := r.scan(rows, &text)
			if err == nil && text != nil {
				next, err = storedIRI(text)
			}
			return err
		})
	if err != nil {
		return nil, rdf.IRI{}, err
	}
	e, err := s.onlyEntity(name, key, rows)
	return e, next, err
}

// afterSecond is namesFrom for the second parameter.
const afterSecond = `WHERE substr(name, 1, 1024) >= substr($2::bytea, 1, 1024) AND name > $2 ORDER BY substr(name, 1, 1024), name`

// existing and deleted are what found reads.
const (
	existing = "true, " + entityColumns
	deleted  = "false, 0, digest, NULL, version, 0, at, NULL"
)

// get asks for an entity and what is left of a deleted one in one statement, which sees
// both at one moment.
func (s *Store) get(ctx context.Context, src source, name rdf.IRI) (*rdfstore.Entity, error) {
	key := digestOf(name)
	rows, err := fetchAll(ctx, src, `
		SELECT `+existing+` FROM @.entity WHERE digest = $1
		UNION ALL SELECT `+deleted+` FROM @.tombstone WHERE digest = $1`, []any{key[:]},
		func(rows pgx.Rows, r *found) error { return r.scan(rows) })
	if err != nil {
		return nil, err
	}
	return s.onlyEntity(name, key, rows)
}

// onlyEntity makes the entity of what was found of a name.
func (s *Store) onlyEntity(name rdf.IRI, key digest, rows []found) (*rdfstore.Entity, error) {
	switch {
	case len(rows) == 0:
		return nil, fmt.Errorf("%s: %w", name, rdfstore.ErrNotFound)
	case !rows[0].exists:
		return nil, &rdfstore.DeletedError{Name: name, Version: uint64(rows[0].version), Time: timeOf(rows[0].modified)}
	case string(rows[0].text) != name.String():
		return nil, fmt.Errorf("%w: the digest of %s is wrong", rdfstore.ErrCorrupt, name)
	}
	row := rows[0].entityRow
	row.name, row.digest = name, key
	return s.entity(row)
}

// found is an entity, or what is left of one.
type found struct {
	entityRow
	exists bool
	text   []byte
}

// scan reads a row, and the columns that it has beside those of existing.
func (r *found) scan(rows pgx.Rows, more ...any) error {
	var digest []byte
	return rows.Scan(append([]any{&r.exists, &r.id, &digest, &r.text, &r.version, &r.created, &r.modified, &r.record}, more...)...)
}
