package boltstore_test

import (
	"testing"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/storetest"
)

// filePlace is a place of a store in a file.
type filePlace struct{ boltstore.File }

func (p filePlace) Open(t *testing.T, d rdfstore.Derivation) rdfstore.Store {
	return openWith(t, string(p.File), boltstore.Options{Create: true, Derivation: d})
}

func TestRederiver(t *testing.T) {
	storetest.RunRederiver(t, func(t *testing.T) storetest.Place {
		return filePlace{boltstore.File(newPath(t))}
	})
}
