package geojson

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/twpayne/go-geom"
	"github.com/twpayne/go-geom/xy"

	"vitrine/linkedart/wkt"
)

// crs84 may stand before a geometry in GeoSPARQL (OGC 22-047r1, section 8.5.1)
// and says what is true without it.
const crs84 = "<http://www.opengis.net/def/crs/OGC/1.3/CRS84>"

// parse reads a geometry that GeoJSON can hold.
func parse(text string) (geom.T, error) {
	text = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), crs84))
	g, err := wkt.Read(text)
	if err != nil {
		return nil, fmt.Errorf("%.40q is no Well-Known Text of a geometry: %w", text, err)
	}
	for _, part := range flat(g) {
		if err := check(part); err != nil {
			return nil, fmt.Errorf("the geometry %.40q cannot be GeoJSON: %w", text, err)
		}
		orient(part)
	}
	if len(flat(g)) == 0 {
		return nil, fmt.Errorf("the geometry %.40q is empty", text)
	}
	return g, nil
}

// check reports whether all positions of a geometry are longitude, latitude and,
// where there is a third number, height (RFC 7946 section 3.1.1).
func check(g geom.T) error {
	if g.Empty() {
		return errors.New("it is empty")
	}
	if g.Layout() != geom.XY && g.Layout() != geom.XYZ {
		return errors.New("it has measures")
	}
	positions := g.FlatCoords()
	for i := 0; i < len(positions); i += g.Stride() {
		x, y := positions[i], positions[i+1]
		// Written so that what is not a number fails too.
		if !(math.Abs(x) <= 180 && math.Abs(y) <= 90) {
			return fmt.Errorf("%v %v is no longitude and latitude in degrees", x, y)
		}
	}
	return nil
}

// orient turns the rings of polygons: the outer one counterclockwise, the holes
// clockwise (RFC 7946 section 3.1.6).
func orient(g geom.T) {
	switch g := g.(type) {
	case *geom.Polygon:
		orientRings(g.Layout(), g.FlatCoords(), 0, g.Ends())
	case *geom.MultiPolygon:
		start := 0
		for _, ends := range g.Endss() {
			orientRings(g.Layout(), g.FlatCoords(), start, ends)
			if len(ends) > 0 {
				start = ends[len(ends)-1]
			}
		}
	}
}

// orientRings turns the rings of one polygon, whose coordinates begin at start.
func orientRings(layout geom.Layout, coordinates []float64, start int, ends []int) {
	for i, end := range ends {
		ring := coordinates[start:end]
		if xy.IsRingCounterClockwise(layout, ring) != (i == 0) {
			reverse(ring, layout.Stride())
		}
		start = end
	}
}

// reverse turns the order of positions, each of stride numbers.
func reverse(ring []float64, stride int) {
	slices.Reverse(ring)
	for i := 0; i < len(ring); i += stride {
		slices.Reverse(ring[i : i+stride])
	}
}
