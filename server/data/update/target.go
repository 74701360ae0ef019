package update

import (
	"slices"

	"github.com/knakk/rdf"

	"vitrine/linkedart"
	"vitrine/rdfstore/graph"
	"vitrine/server/web/respond"
)

// Target is the entity that a request writes to.
type Target struct {
	// Names are the spellings of its name that the address can stand for, the
	// most literal first; one alone where there is such an entity.
	Names []rdf.IRI
	// Moved is the right address, where that of the request is another
	// spelling of it.
	Moved string
	// Missing is the store's error where there is no such entity.
	Missing error
	// Minted tells that the name is of the server's making, so that the record
	// need not say it.
	Minted bool
	// Endpoint is where the name is minted; zero for other names.
	Endpoint linkedart.Endpoint
}

// Named returns the target with the names.
func Named(iris ...string) (Target, error) {
	var to Target
	for _, iri := range slices.Compact(iris) {
		name, err := graph.IRI(iri)
		if err != nil || len(iri) > graph.MaxIRI {
			return Target{}, &respond.Error{Type: respond.BadRequest, Detail: "The address does not stand for an absolute IRI that can be the name of a description."}
		}
		to.Names = append(to.Names, name)
	}
	return to, nil
}
