package mirror

import (
	"context"
	"iter"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// Store is a store of this machine, or of a server on it. rdfstore.Store says what its
// methods do.
type Store interface {
	Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error)
	Entities(ctx context.Context, after string) iter.Seq2[rdf.IRI, error]
	Graphs(ctx context.Context, after string) iter.Seq2[*rdfstore.Entity, error]
	Changes(ctx context.Context, after uint64) iter.Seq2[rdfstore.LogEntry, error]
	LastChange(ctx context.Context) (rdfstore.LogEntry, error)
}

// NewStore returns a store as a source. Its walks read some records at a time, so that a slow
// target keeps no snapshot open.
func NewStore(store Store) Source { return storeSource{store} }

type storeSource struct{ Store }

// Get returns a record.
func (s storeSource) Get(ctx context.Context, name rdf.IRI) (*graph.Graph, error) {
	entity, err := s.Store.Get(ctx, name)
	if err != nil {
		return nil, err
	}
	return entity.Graph, nil
}

// Names yields the names of all records.
func (s storeSource) Names(ctx context.Context) iter.Seq2[rdf.IRI, error] {
	return s.Entities(ctx, "")
}

// How much is read at a time, in records and in triples.
const (
	pieceRecords = 1000
	pieceTriples = 100_000
)

// Graphs yields the records after a name.
func (s storeSource) Graphs(ctx context.Context, after string) iter.Seq2[*graph.Graph, error] {
	return func(yield func(*graph.Graph, error) bool) {
		for {
			piece, err := s.piece(ctx, after)
			if err != nil {
				yield(nil, err)
				return
			}
			if len(piece) == 0 {
				return
			}
			for _, g := range piece {
				if !yield(g, nil) {
					return
				}
			}
			after = piece[len(piece)-1].Name.String()
		}
	}
}

// piece returns the next records after a name, none at the end.
func (s storeSource) piece(ctx context.Context, after string) ([]*graph.Graph, error) {
	var graphs []*graph.Graph
	triples := 0
	for entity, err := range s.Store.Graphs(ctx, after) {
		if err != nil {
			return nil, err
		}
		graphs = append(graphs, entity.Graph)
		if triples += len(entity.Graph.Triples); triples >= pieceTriples || len(graphs) == pieceRecords {
			break
		}
	}
	return graphs, nil
}
