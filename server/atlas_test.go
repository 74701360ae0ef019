package server

import (
	"sync"
	"testing"

	"vitrine/server/people/atlas"
)

// readAtlas reads the base map once for all tests of the package, as vitrine serve does
// once for all requests.
var readAtlas = sync.OnceValues(func() (*atlas.Atlas, error) { return atlas.New() })

// testMaps is the atlas of the servers of the tests.
func testMaps(t testing.TB) *atlas.Atlas {
	t.Helper()
	maps, err := readAtlas()
	if err != nil {
		t.Fatal(err)
	}
	return maps
}
