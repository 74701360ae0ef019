package brief

import (
	"context"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// Counted are the relations of a store, whose numbers are asked for once: for one page, or one
// request.
type Counted struct {
	relations
	// Counts are the numbers by the IRI that the relations are to.
	Counts map[rdf.IRI][]rdfstore.RelationCount
}

// relations are named so that a Counted can have a method of the name of the interface.
type relations interface{ rdfstore.Relations }

// NewCounted returns the relations of a store of which nothing is known yet.
func NewCounted(store rdfstore.Relations) Counted {
	return Counted{store, map[rdf.IRI][]rdfstore.RelationCount{}}
}

// Relations returns the relations in which entities stand to the IRI.
func (c Counted) Relations(ctx context.Context, to rdf.IRI) ([]rdfstore.RelationCount, error) {
	if counts, ok := c.Counts[to]; ok {
		return counts, nil
	}
	counts, err := c.relations.Relations(ctx, to)
	if err == nil {
		c.Counts[to] = counts
	}
	return counts, err
}
