package boltstore_test

import (
	"testing"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/storetest"
)

func TestVersions(t *testing.T) {
	storetest.RunVersions(t, false, func(t *testing.T, d rdfstore.Derivation) rdfstore.Store {
		return openWith(t, newPath(t), boltstore.FlushOften(boltstore.Options{Derivation: d}))
	})
}

func TestRetention(t *testing.T) {
	storetest.RunRetention(t, func(t *testing.T, keep rdfstore.Retention) rdfstore.Store {
		return openWith(t, newPath(t), boltstore.Options{Derivation: derivation, Keep: keep})
	})
}
