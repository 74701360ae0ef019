package update

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/google/uuid"

	"vitrine/linkedart"
	"vitrine/rdfstore"
	"vitrine/server/data/resource"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// addressed returns the target of a request by its path and query.
func (w *Writer) addressed(ctx context.Context, path string, p Parameters) (Target, error) {
	query := p.Rest
	if address.WithoutForm(query) != query {
		return Target{}, &respond.Error{Type: respond.BadRequest, Detail: fmt.Sprintf(`The parameters "format" and "links" ask for a form of a description; what is written is the description itself. Known: %s.`, DryRun)}
	}
	requested := path
	if query != "" {
		requested += "?" + query
	}
	iri := w.Mapper.Origin + requested
	view, err := w.View(ctx)
	if err != nil {
		return Target{}, err
	}
	found, err := w.Locate(ctx, view, path, query)
	switch {
	case rdfstore.IsMissing(err):
		return w.fresh(ctx, view, iri, requested, query, err)
	case err != nil:
		return Target{}, err
	case found.Name == iri, found.Name == address.IRI(iri):
		return Named(found.Name)
	case found.Moved != "":
		return Target{Moved: found.Moved}, nil
	case found.Offer != nil:
		return Target{}, &respond.Error{Type: respond.Method, Header: http.Header{"Allow": {"GET, HEAD, OPTIONS"}},
			Detail: "This is the address of one form of a description. Write to the description itself, at " + w.Mapper.Href(found.Name) + "."}
	default:
		return Target{}, UnknownParameter(query, DryRun)
	}
}

// fresh returns the target for an entity that is not there; missing says so. A
// query is taken for part of a new name only where it was one before: a
// misspelled parameter would make a name otherwise.
func (w *Writer) fresh(ctx context.Context, view resource.View, iri, requested, query string, missing error) (Target, error) {
	if w.Mapper.IsService(iri) {
		return Target{}, ownAddress(iri)
	}
	if path, ok := w.Mapper.Path(iri); !ok || path != address.URI(requested) {
		return Target{}, &respond.Error{Type: respond.BadRequest, Detail: "No description can have this address."}
	}
	if query != "" {
		_, err := view.FirstName(ctx, iri, address.IRI(iri))
		if !rdfstore.IsMissing(err) {
			return Target{}, err
		}
		if !errors.Is(err, rdfstore.ErrDeleted) {
			return Target{}, UnknownParameter(query, DryRun+"; a description whose name has a query is made at "+w.Mapper.ByID(iri))
		}
	}
	to, err := Named(iri, address.IRI(iri))
	to.Missing = missing
	return to, err
}

// identified returns the target of a request by the parameter id.
func (w *Writer) identified(ctx context.Context, p Parameters) (Target, error) {
	id, err := p.ID()
	if err != nil {
		return Target{}, err
	}
	view, err := w.View(ctx)
	if err != nil {
		return Target{}, err
	}
	name, err := view.FirstName(ctx, id, address.IRI(id), address.URI(id))
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

// minted returns a new target at the endpoint that a path is. Its last segment is
// a version 7 UUID (RFC 9562 section 5.7), so that names made one after the other
// lie together in the store.
func (w *Writer) minted(path string, p Parameters) (Target, error) {
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
	to, err := Named(w.Mapper.Name(path) + id.String())
	to.Minted = true
	to.Endpoint, _ = w.endpoint(path)
	return to, err
}

// isEndpoint tells whether a path is that of an endpoint of Linked Art, with its
// slash at the end or without.
func (w *Writer) isEndpoint(path string) bool {
	_, ok := w.endpoint(path)
	return ok
}

func (w *Writer) endpoint(path string) (linkedart.Endpoint, bool) {
	rest, ok := strings.CutPrefix(path, w.Mapper.Prefix)
	if !ok {
		return linkedart.Endpoint{}, false
	}
	return linkedart.EndpointNamed(strings.TrimSuffix(rest, "/"))
}
