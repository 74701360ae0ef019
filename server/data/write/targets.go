package write

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/google/uuid"

	"vitrine/linkedart"
	"vitrine/rdfstore"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// Targets finds the entities that requests write to. It may be used by many
// goroutines.
type Targets struct {
	Mapper address.Mapper
	// Locate finds what a request target names, as a GET of it does. The error is
	// the store's where there is no such entity.
	Locate func(ctx context.Context, path, query string) (Location, error)
	// First returns the first of the IRIs that is an entity's, or the store's
	// error about one of them.
	First func(ctx context.Context, iris []string) (string, error)
}

// Location is what a request target names.
type Location struct {
	// Name is the IRI of the entity.
	Name string
	// Moved is the right path, where the target is another spelling of it.
	Moved string
	// Form tells that the target is the address of one form of the entity.
	Form bool
}

// Addressed returns the target of a request by its path and query.
func (t *Targets) Addressed(ctx context.Context, path string, p Parameters) (Target, error) {
	query := p.Rest
	if address.WithoutForm(query) != query {
		return Target{}, &respond.Error{Type: respond.BadRequest, Detail: fmt.Sprintf(`The parameters "format" and "links" ask for a form of a description; what is written is the description itself. Known: %s.`, DryRun)}
	}
	requested := path
	if query != "" {
		requested += "?" + query
	}
	iri := t.Mapper.Origin + requested
	found, err := t.Locate(ctx, path, query)
	switch {
	case rdfstore.IsMissing(err):
		return t.fresh(ctx, iri, requested, query, err)
	case err != nil:
		return Target{}, err
	case found.Name == iri, found.Name == address.IRI(iri):
		return Named(found.Name)
	case found.Moved != "":
		return Target{Moved: found.Moved}, nil
	case found.Form:
		return Target{}, &respond.Error{Type: respond.Method, Header: http.Header{"Allow": {"GET, HEAD, OPTIONS"}},
			Detail: "This is the address of one form of a description. Write to the description itself, at " + t.Mapper.Href(found.Name) + "."}
	default:
		return Target{}, UnknownParameter(query, DryRun)
	}
}

// fresh returns the target for an entity that is not there; missing says so. A
// query is taken for part of a new name only where it was one before: a
// misspelled parameter would make a name otherwise.
func (t *Targets) fresh(ctx context.Context, iri, requested, query string, missing error) (Target, error) {
	if t.Mapper.IsService(iri) {
		return Target{}, ownAddress(iri)
	}
	if path, ok := t.Mapper.Path(iri); !ok || path != address.URI(requested) {
		return Target{}, &respond.Error{Type: respond.BadRequest, Detail: "No description can have this address."}
	}
	if query != "" {
		_, err := t.First(ctx, []string{iri, address.IRI(iri)})
		if !rdfstore.IsMissing(err) {
			return Target{}, err
		}
		if !errors.Is(err, rdfstore.ErrDeleted) {
			return Target{}, UnknownParameter(query, DryRun+"; a description whose name has a query is made at "+t.Mapper.ByID(iri))
		}
	}
	to, err := Named(iri, address.IRI(iri))
	to.Missing = missing
	return to, err
}

// Identified returns the target of a request by the parameter id.
func (t *Targets) Identified(ctx context.Context, p Parameters) (Target, error) {
	id, err := p.ID()
	if err != nil {
		return Target{}, err
	}
	name, err := t.First(ctx, []string{id, address.IRI(id), address.URI(id)})
	if err == nil {
		return Named(name)
	}
	if !rdfstore.IsMissing(err) {
		return Target{}, err
	}
	to, invalid := Named(id)
	to.Missing = err
	return to, invalid
}

// Minted returns a new target at the endpoint that a path is. Its last segment is
// a version 7 UUID (RFC 9562 section 5.7), so that names made one after the other
// lie together in the store.
func (t *Targets) Minted(path string, p Parameters) (Target, error) {
	if err := p.None(); err != nil {
		return Target{}, err
	}
	if !strings.HasSuffix(path, "/") {
		return Target{Moved: path + "/"}, nil
	}
	id, err := uuid.NewV7()
	if err != nil {
		return Target{}, err
	}
	to, err := Named(t.Mapper.Name(path) + id.String())
	to.Minted = true
	to.Endpoint, _ = t.endpoint(path)
	return to, err
}

// IsEndpoint tells whether a path is that of an endpoint of Linked Art, with its
// slash at the end or without.
func (t *Targets) IsEndpoint(path string) bool {
	_, ok := t.endpoint(path)
	return ok
}

func (t *Targets) endpoint(path string) (linkedart.Endpoint, bool) {
	rest, ok := strings.CutPrefix(path, t.Mapper.Prefix)
	if !ok {
		return linkedart.Endpoint{}, false
	}
	return linkedart.EndpointNamed(strings.TrimSuffix(rest, "/"))
}
