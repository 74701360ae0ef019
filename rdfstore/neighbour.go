package rdfstore

import (
	"context"

	"github.com/knakk/rdf"
)

// Neighbours is what a store may offer that is asked over a network: an entity and the name
// that follows another one by one question.
type Neighbours interface {
	// GetWithNext returns what Get does, and the first name that Entities yields after
	// another, the zero IRI where there is none.
	GetWithNext(ctx context.Context, name rdf.IRI, after string) (*Entity, rdf.IRI, error)
}

// GetWithNext asks a store by GetWithNext of Neighbours where it offers that, and by Get and
// Entities otherwise.
func GetWithNext(ctx context.Context, s Store, name rdf.IRI, after string) (*Entity, rdf.IRI, error) {
	if n, ok := s.(Neighbours); ok {
		return n.GetWithNext(ctx, name, after)
	}
	e, err := s.Get(ctx, name)
	if err != nil {
		return nil, rdf.IRI{}, err
	}
	for next, err := range s.Entities(ctx, after) {
		return e, next, err
	}
	return e, rdf.IRI{}, nil
}
