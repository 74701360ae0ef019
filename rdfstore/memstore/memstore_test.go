package memstore_test

import (
	"testing"

	"vitrine/rdfstore"
	"vitrine/rdfstore/memstore"
	"vitrine/rdfstore/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(*testing.T) rdfstore.Store { return memstore.New() })
}
