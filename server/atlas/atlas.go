// Package atlas draws maps of places as SVG (https://www.w3.org/TR/SVG2/), made to be part of
// an HTML page: over coasts, lakes, rivers and borders of package basemap, zoomed to
// the places, with their neighbours, the route of a journey, or places counted together, and
// an inset of the world.
//
// Geometries are Well-Known Text in degrees, longitude first (CRS84). What cannot be drawn is
// left out and reported; nothing is guessed. A drawing has no script, style or address but
// the links it was given, needs nothing from elsewhere, and is bounded in size whatever the
// request says (see limit.go). Style sheets and scripts know it by its classes, which begin
// with "map-".
//
// # Projections
//
// A map of a region is equirectangular, with the degrees of longitude as short as they
// are at its middle. A map of the world is in the Equal Earth projection (Šavrič, Patterson
// and Jenny 2018, https://doi.org/10.1080/13658816.2018.1504949), which keeps areas true. A
// map around a pole is azimuthal and equidistant. With tiles every map is in Web Mercator
// (EPSG:3857), as the tiles are, and ends at 85 degrees.
package atlas

import (
	_ "embed"
	"fmt"

	"github.com/maypok86/otter/v2"

	"vitrine/server/atlas/basemap"
)

//go:embed world.basemap
var world []byte

// Options are what an operator can change.
type Options struct {
	// Tiles are put behind the marks where there is a script; the zero value has none.
	Tiles Tiles
	// Attribution names those who made the tiles.
	Attribution string
}

// Atlas draws maps, and keeps those of late in bounded memory. It may be used by many
// goroutines.
type Atlas struct {
	world   *basemap.Map
	options Options
	// globe is the world as it is in the inset.
	globe globe
	// kept are the drawings of late by their requests.
	kept *otter.Cache[digest, Drawing]
}

// New decodes the base map. It fails only if the program was built with a broken one.
func New(o Options) (*Atlas, error) {
	m, err := basemap.Decode(world)
	if err != nil {
		return nil, fmt.Errorf("make the atlas: %w", err)
	}
	kept, err := newKept()
	if err != nil {
		return nil, fmt.Errorf("make the cache of maps: %w", err)
	}
	a := &Atlas{world: m, options: o, kept: kept}
	a.globe = newGlobe(m)
	return a, nil
}
