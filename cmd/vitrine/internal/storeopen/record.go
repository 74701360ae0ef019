package storeopen

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/knakk/rdf"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/iri"
	"vitrine/remote"
)

// Name returns the name that a text on the command line stands for: a URI, or one that is relative
// to the base.
func (b BaseURL) Name(text string) (rdf.IRI, error) {
	resolved, err := iri.Resolve(string(b), text)
	var name rdf.IRI
	if err == nil {
		name, err = graph.IRI(resolved)
	}
	if err != nil {
		return name, console.Usage("", "%w", err)
	}
	return name, nil
}

// State returns the entity of a store with the name: as it is, or of a version that is not 0.
func State(ctx context.Context, store rdfstore.Store, name rdf.IRI, version uint64) (*rdfstore.Entity, error) {
	if version == 0 {
		e, err := store.Get(ctx, name)
		if errors.Is(err, rdfstore.ErrNotFound) {
			return nil, NoRecord(name)
		}
		return e, err
	}
	e, err := store.Past(ctx, name, version)
	var deleted *rdfstore.DeletedError
	switch {
	case errors.As(err, &deleted):
		return nil, noState(name, version, true)
	case errors.Is(err, rdfstore.ErrNotFound):
		return nil, noState(name, version, false)
	}
	return e, err
}

// NoRecord returns the error about a record that is not there.
func NoRecord(name rdf.IRI) error { return fmt.Errorf("%s: the store has no such record", name) }

// noState is the error about a version without a state.
func noState(name rdf.IRI, version uint64, deleted bool) error {
	err := fmt.Errorf("%s: the store keeps no version %d of it", name, version)
	if deleted {
		err = fmt.Errorf("%s: version %d is its deletion, and has no state", name, version)
	}
	return console.Hinted(err, "vitrine versions lists those that there are")
}

// MissingAt says what an answer of a service means that was asked for a record, or for a version
// of it that is not 0.
func MissingAt(err error, name rdf.IRI, version uint64) error {
	var answer *remote.StatusError
	switch {
	case !errors.As(err, &answer) || answer.Status != http.StatusNotFound && answer.Status != http.StatusGone:
		return HintedService(err)
	case version == 0:
		return NoRecord(name)
	}
	return noState(name, version, answer.Status == http.StatusGone)
}
