package update

import (
	"context"
	"net/http"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// successor returns the entity that a DELETE names as the successor of another one, by a link of
// the relation type successor-version (RFC 5829); the zero IRI where it names none. What the
// client may not read is not found.
func (w *Writer) successor(ctx context.Context, h http.Header, of rdf.IRI) (rdf.IRI, error) {
	named := respond.Targets(h, respond.SuccessorVersion)
	if len(named) == 0 {
		return rdf.IRI{}, nil
	}
	iri := named[0]
	if strings.HasPrefix(iri, "/") && !strings.HasPrefix(iri, "//") {
		iri = w.Mapper.Name(iri)
	}
	view, err := w.View(ctx)
	if err != nil {
		return rdf.IRI{}, err
	}
	name, err := view.FirstName(ctx, iri, address.IRI(iri), address.URI(iri))
	switch {
	case rdfstore.IsMissing(err):
		return rdf.IRI{}, noSuccessor
	case err != nil:
		return rdf.IRI{}, err
	case len(named) > 1, name == of.String():
		return rdf.IRI{}, &respond.Error{Type: respond.BadRequest, Detail: "The Link field must name one successor, which is another description."}
	}
	found, err := Named(name)
	if err != nil {
		return rdf.IRI{}, err
	}
	return found.Names[0], nil
}

// noSuccessor is the answer where the successor is not there.
var noSuccessor = &respond.Error{Type: respond.Conflict,
	Detail: "There is no description of the successor that the Link field names. Store it first, or name the one that it was replaced by."}

// changes returns what carries out a change: a deletion in favour of a successor holds only while
// that is there.
func (w *Writer) changes(ctx context.Context, c rdfstore.Change) ([]rdfstore.Change, error) {
	if c.Successor == (rdf.IRI{}) {
		return []rdfstore.Change{c}, nil
	}
	by, err := w.Store.Get(ctx, c.Successor)
	if rdfstore.IsMissing(err) {
		return nil, noSuccessor
	}
	if err != nil {
		return nil, err
	}
	changes := rdfstore.Replace(c.Delete, by, c.If)
	last := &changes[len(changes)-1]
	last.Author, last.Message = c.Author, c.Message
	return changes, nil
}
