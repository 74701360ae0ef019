package pgstore_test

import (
	"testing"

	"vitrine/checks/pgstoretest"
	"vitrine/checks/storetest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/pgstore"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T, d rdfstore.Derivation) rdfstore.Store {
		s, _ := pgstoretest.New(t, pgstore.Options{Derivation: d})
		return s
	})
}

func TestVersions(t *testing.T) {
	storetest.RunVersions(t, false, func(t *testing.T, d rdfstore.Derivation) rdfstore.Store {
		s, _ := pgstoretest.New(t, pgstore.Options{Derivation: d})
		return s
	})
}

func TestRetention(t *testing.T) {
	storetest.RunRetention(t, func(t *testing.T, keep rdfstore.Retention) rdfstore.Store {
		s, _ := pgstoretest.New(t, pgstore.Options{Keep: keep})
		return s
	})
}
