package record

import (
	"fmt"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/table"
)

// GraphPayload returns the record of a graph that the names or the index know.
func GraphPayload(tx *bbolt.Tx, id uint64) ([]byte, error) {
	graphs, err := table.Graphs.Scan(tx)
	if err != nil {
		return nil, err
	}
	return PayloadOf(graphs, id)
}

// PayloadOf returns the record of a graph from a walk of the table of graphs.
func PayloadOf(graphs *table.Scan, id uint64) ([]byte, error) {
	payload, err := graphs.Get(table.NumberKey(id))
	if err != nil {
		return nil, err
	}
	if payload == nil {
		return nil, fmt.Errorf("%w: graph %d is missing", rdfstore.ErrCorrupt, id)
	}
	return payload, nil
}

// Missing returns the error about a name that has no entity.
func Missing(tx *bbolt.Tx, name rdf.IRI) error {
	t, deleted, err := GetTombstone(tx, name.String())
	if err != nil {
		return err
	}
	if deleted {
		return Deletion(tx, name, t.Version)
	}
	return fmt.Errorf("%s: %w", name, rdfstore.ErrNotFound)
}
