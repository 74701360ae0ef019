// Package svgmap draws maps of places as SVG (https://www.w3.org/TR/SVG2/), made to be part of
// an HTML page: over coasts, lakes, rivers and borders of package basemap, zoomed to
// the places, with their neighbours, the route of a journey, or places counted together.
//
// Geometries are Well-Known Text in degrees, longitude first (CRS84). What cannot be drawn is
// left out and reported; nothing is guessed. A drawing has no script, style or address but
// the links it was given, needs nothing from elsewhere, and is bounded in size whatever the
// request says (see limit.go). Style sheets and scripts know it by its classes, which begin
// with "map-".
//
// # Projection
//
// Every map is equirectangular: that of a region has degrees of longitude as short as they
// are at its middle, that of the world as long as those of latitude.
package svgmap

import (
	_ "embed"
	"fmt"

	"vitrine/rdfstore/lru"
	"vitrine/server/people/svgmap/basemap"
)

//go:embed world.basemap
var world []byte

// Atlas draws maps, and keeps those of late in bounded memory. It may be used by many
// goroutines.
type Atlas struct {
	world *basemap.Map
	// kept are the drawings of late by their requests.
	kept *lru.Cache[digest, Drawing]
}

// New decodes the base map. It fails only if the program was built with a broken one.
func New() (*Atlas, error) {
	m, err := basemap.Decode(world)
	if err != nil {
		return nil, fmt.Errorf("make the atlas: %w", err)
	}
	return &Atlas{world: m, kept: newKept()}, nil
}
