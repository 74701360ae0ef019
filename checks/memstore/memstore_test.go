package memstore_test

import (
	"testing"

	"vitrine/checks/memstore"
	"vitrine/checks/storetest"
	"vitrine/rdfstore"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(_ *testing.T, d rdfstore.Derivation) rdfstore.Store { return memstore.NewDeriving(d) })
}

func TestVersions(t *testing.T) {
	storetest.RunVersions(t, false, func(_ *testing.T, d rdfstore.Derivation) rdfstore.Store { return memstore.NewDeriving(d) })
}
