package resource

import (
	"context"
	"errors"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
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

// ByID returns the resource of the entity with the IRI that a parameter of the address
// gives, which may be spelled as a URI.
func (v View) ByID(ctx context.Context, parameter, id string) (*Resource, error) {
	return Spelled(parameter, id, func(iri string) (*Resource, error) { return v.Resource(ctx, iri) })
}

// MementoByID returns the resource of a state of that entity.
func (v View) MementoByID(ctx context.Context, parameter, id string, version uint64) (*Resource, error) {
	d, err := Spelled(parameter, id, func(iri string) (*Resource, error) { return v.Memento(ctx, iri, version) })
	return d, NotKept(err)
}

// Spelled returns what get finds by the IRI that a parameter of the address gives, which may be
// spelled as a URI.
func Spelled[T any](parameter, id string, get func(iri string) (T, error)) (found T, err error) {
	if _, err := graph.IRI(id); err != nil {
		return found, &respond.Error{Type: respond.BadRequest, Detail: "The parameter " + parameter + " must be the absolute IRI of an entity, percent-encoded."}
	}
	for _, iri := range []string{id, address.IRI(id), address.URI(id)} {
		found, err = get(iri)
		if !rdfstore.IsMissing(err) || errors.Is(err, rdfstore.ErrDeleted) {
			return found, err
		}
	}
	return found, &respond.Error{Type: respond.NotFound, Detail: "No description has this id.", Err: rdfstore.ErrNotFound}
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

// stored reads an entity from the store; an IRI that no entity can have is not found.
func (m *Maker) stored(ctx context.Context, iri string) (*rdfstore.Entity, error) {
	name, err := graph.IRI(iri)
	if err != nil || len(iri) > graph.MaxIRI {
		return nil, rdfstore.ErrNotFound
	}
	return m.Store.Get(ctx, name)
}
