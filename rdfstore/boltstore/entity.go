package boltstore

import (
	"fmt"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
)

// stored is what the file holds of a name.
type stored struct {
	// id is the number of the graph, 0 where there is none.
	id uint64
	// entity is nil where there is none.
	entity *rdfstore.Entity
	// triples is the number of its triples.
	triples int
}

// load reads the entity with the name.
func (s *Store) load(tx *bbolt.Tx, late *memtable.Names, name rdf.IRI) (stored, error) {
	id, err := graphID(tx, late, name.String())
	if id == 0 || err != nil {
		return stored{}, err
	}
	return s.loadGraph(tx, id, name)
}

// loadGraph reads the entity with the name, which has the graph of a number.
func (s *Store) loadGraph(tx *bbolt.Tx, id uint64, name rdf.IRI) (stored, error) {
	payload, err := graphPayload(tx, id)
	if err != nil {
		return stored{}, err
	}
	e, err := record.Decode(payload, s.dict)
	if err != nil {
		return stored{}, err
	}
	if e.Graph.Name != name {
		return stored{}, fmt.Errorf("%w: graph %d is %s, not %s", rdfstore.ErrCorrupt, id, e.Graph.Name, name)
	}
	return stored{id: id, entity: e, triples: len(e.Graph.Triples)}, nil
}

// graphID returns the number of the graph with the name, 0 where there is none.
func graphID(tx *bbolt.Tx, late *memtable.Names, name string) (uint64, error) {
	if id, ok := late.Find(name); ok || name == "" {
		return id, nil
	}
	payload, err := table.Names.Get(tx, []byte(name))
	if payload == nil || err != nil {
		return 0, err
	}
	return memtable.DecodeGraphNumber(name, payload)
}

// graphPayload returns the record of a graph that the names or the index know.
func graphPayload(tx *bbolt.Tx, id uint64) ([]byte, error) {
	payload, err := table.Graphs.Get(tx, table.NumberKey(id))
	if err != nil {
		return nil, err
	}
	if payload == nil {
		return nil, fmt.Errorf("%w: graph %d is missing", rdfstore.ErrCorrupt, id)
	}
	return payload, nil
}

// missing returns the error about a name that has no entity.
func missing(tx *bbolt.Tx, name rdf.IRI) error {
	deleted, err := record.GetTombstone(tx, name)
	if err != nil {
		return err
	}
	if deleted != nil {
		return deleted
	}
	return fmt.Errorf("%s: %w", name, rdfstore.ErrNotFound)
}
