package pgstore_test

import (
	"testing"

	"vitrine/rdfstore"
	"vitrine/rdfstore/pgstore"
	"vitrine/rdfstore/pgstore/pgstoretest"
	"vitrine/rdfstore/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T, d rdfstore.Derivation) rdfstore.Store {
		s, _ := pgstoretest.New(t, pgstore.Options{Derivation: d})
		return s
	})
}
