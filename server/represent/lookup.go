package represent

import (
	"context"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// Resource returns what is known of the entity with the name, from the cache or the
// store. The error wraps those of rdfstore.Store.Get.
func (m *Maker) Resource(ctx context.Context, iri string) (*Resource, error) {
	return m.cache.resource(ctx, iri, func() (*Resource, error) { return m.Fresh(ctx, iri) })
}

// Kept returns what is known of an entity if the cache has it.
func (m *Maker) Kept(ctx context.Context, iri string) (*Resource, bool) {
	return m.cache.kept(ctx, iri)
}

// Fresh reads an entity from the store and describes it.
func (m *Maker) Fresh(ctx context.Context, iri string) (*Resource, error) {
	e, err := m.stored(ctx, iri)
	if err != nil {
		return nil, err
	}
	return m.Describe(ctx, e)
}

// Name returns the IRI if it is that of an entity, which is not described for it.
func (m *Maker) Name(ctx context.Context, iri string) (string, error) {
	if d, ok := m.cache.kept(ctx, iri); ok {
		return d.IRI, nil
	}
	e, err := m.stored(ctx, iri)
	if err != nil {
		return "", err
	}
	return e.Graph.Name.String(), nil
}

// stored reads an entity from the store.
func (m *Maker) stored(ctx context.Context, iri string) (*rdfstore.Entity, error) {
	if len(iri) > graph.MaxIRI {
		return nil, rdfstore.ErrNotFound
	}
	name, err := graph.IRI(iri)
	if err != nil {
		return nil, rdfstore.ErrNotFound
	}
	return m.Store.Get(ctx, name)
}
