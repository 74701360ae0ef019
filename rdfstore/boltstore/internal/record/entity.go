package record

import (
	"context"
	"fmt"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/codec"
)

// Stored is what the file holds of a name.
type Stored struct {
	// ID is the number of the graph, 0 where there is none.
	ID uint64
	// Entity is nil where there is none.
	Entity *rdfstore.Entity
	// First is the number of the first entry that the log has of the name, where there is an
	// entity.
	First uint64
	// Triples is the number of its triples.
	Triples int
}

// FindEntity reads the entity with the name; see rdfstore.WithLimit.
func FindEntity(ctx context.Context, tx *bbolt.Tx, dict *codec.Dictionary, name rdf.IRI) (Stored, error) {
	id, err := graphID(tx, name.String())
	if id == 0 || err != nil {
		return Stored{}, err
	}
	payload, err := GraphPayload(tx, id)
	if err != nil {
		return Stored{}, err
	}
	if err := rdfstore.CheckSize(ctx, name, len(payload)); err != nil {
		return Stored{}, err
	}
	return decode(payload, dict, id, name)
}

// EntityOfGraph reads the entity with the name, which has the graph of a number.
func EntityOfGraph(tx *bbolt.Tx, dict *codec.Dictionary, id uint64, name rdf.IRI) (Stored, error) {
	payload, err := GraphPayload(tx, id)
	if err != nil {
		return Stored{}, err
	}
	return decode(payload, dict, id, name)
}

// Named is where a name stands.
type Named struct {
	// First is the number of the first entry that the log has of the name, 0 where it has none.
	First uint64
	// Version is that of the entity, or of its deletion.
	Version uint64
	// Record is that of the entity, nil where there is none.
	Record []byte
}

// FindName finds out where a name stands. The record is valid only as long as the transaction.
func FindName(tx *bbolt.Tx, name string) (Named, error) {
	id, err := graphID(tx, name)
	if err != nil {
		return Named{}, err
	}
	if id == 0 {
		t, _, err := GetTombstone(tx, name)
		return Named{First: t.First, Version: t.Version}, err
	}
	payload, err := GraphPayload(tx, id)
	if err != nil {
		return Named{}, err
	}
	head, _, err := codec.ReadHead(payload)
	return Named{First: head.First, Version: head.Version, Record: payload}, err
}

func decode(payload []byte, dict *codec.Dictionary, id uint64, name rdf.IRI) (Stored, error) {
	e, err := codec.Decode(payload, dict)
	if err != nil {
		return Stored{}, err
	}
	head, _, err := codec.ReadHead(payload)
	if err != nil {
		return Stored{}, err
	}
	if e.Graph.Name != name {
		return Stored{}, fmt.Errorf("%w: graph %d is %s, not %s", rdfstore.ErrCorrupt, id, e.Graph.Name, name)
	}
	return Stored{ID: id, Entity: e, First: head.First, Triples: len(e.Graph.Triples)}, nil
}
