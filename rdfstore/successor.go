package rdfstore

import (
	"context"
	"errors"

	"github.com/knakk/rdf"
)

// maxSuccessors is how many successors of an entity are followed.
const maxSuccessors = 5

// Latest returns the entity with the name, or the one that is there in its place. The errors are
// those of get, which is Store.Get.
func Latest(ctx context.Context, get func(context.Context, rdf.IRI) (*Entity, error), name rdf.IRI) (*Entity, error) {
	entity, err := get(ctx, name)
	var deleted *DeletedError
	for range maxSuccessors {
		if !errors.As(err, &deleted) || deleted.Successor == (rdf.IRI{}) {
			break
		}
		entity, err = get(ctx, deleted.Successor)
	}
	return entity, err
}
