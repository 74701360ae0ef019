package server

import (
	"sync"
	"testing"

	"vitrine/server/people/svgmap"
)

// readAtlas reads the base map once for all tests of the package, as vitrine serve does
// once for all requests.
var readAtlas = sync.OnceValues(func() (*svgmap.Atlas, error) { return svgmap.New() })

// testMaps is the atlas of the servers of the tests.
func testMaps(t testing.TB) *svgmap.Atlas {
	t.Helper()
	maps, err := readAtlas()
	if err != nil {
		t.Fatal(err)
	}
	return maps
}
