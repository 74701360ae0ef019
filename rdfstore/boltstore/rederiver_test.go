package boltstore_test

import (
	"context"
	"testing"

	"vitrine/checks/storetest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
)

// filePlace is a place of a store in a file.
type filePlace string

func (p filePlace) Rederive(ctx context.Context, d rdfstore.Derivation) error {
	return boltstore.Rederive(ctx, string(p), d, nil)
}

func (p filePlace) Open(t *testing.T, d rdfstore.Derivation) rdfstore.Store {
	return openWith(t, string(p), boltstore.Options{Create: true, Derivation: d})
}

func TestRederiver(t *testing.T) {
	storetest.RunRederiver(t, func(t *testing.T) storetest.Place {
		return filePlace(newPath(t))
	})
}
