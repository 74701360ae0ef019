package represent

import (
	"context"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// View is what one request sees of the store: the log is read once for it, and
// what it returns is as new as the end of the log then, or newer.
type View struct {
	maker *Maker
	// at is the newest entry of the log that the caches had followed.
	at uint64
}

// View reads the log, and has the caches drop what has changed.
func (m *Maker) View(ctx context.Context) (View, error) {
	at, err := m.Log.Follow(ctx)
	return View{m, at}, err
}

// At is the newest entry of the log that the caches had followed when the request began.
func (v View) At() uint64 { return v.at }

// Resource returns what is known of the entity with the name, from the cache or the
// store. The error wraps those of rdfstore.Store.Get.
func (v View) Resource(ctx context.Context, iri string) (*Resource, error) {
	return v.maker.cache.resource(v.at, iri, func() (*Resource, error) { return v.maker.Fresh(ctx, iri) })
}

// Kept returns what is known of an entity if the cache has it.
func (v View) Kept(iri string) (*Resource, bool) { return v.maker.cache.kept(iri) }

// Name returns the IRI if it is that of an entity, which is not described for it.
func (v View) Name(ctx context.Context, iri string) (string, error) {
	if d, ok := v.Kept(iri); ok {
		return d.IRI, nil
	}
	e, err := v.maker.stored(ctx, iri)
	if err != nil {
		return "", err
	}
	return e.Graph.Name.String(), nil
}

// Fresh reads an entity from the store and describes it.
func (m *Maker) Fresh(ctx context.Context, iri string) (*Resource, error) {
	e, err := m.stored(ctx, iri)
	if err != nil {
		return nil, err
	}
	return m.Describe(ctx, e)
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
