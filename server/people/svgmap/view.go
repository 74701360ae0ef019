package svgmap

import (
	"math"

	"vitrine/server/people/svgmap/basemap"
)

// The size of a map of a region, in pixels: the units of the drawing.
const (
	mapWidth  = 800
	mapHeight = 500
)

// view is what is seen of the world, and how.
type view struct {
	width, height float64
	// box is around what is seen, in degrees.
	box basemap.Box
	// pixel is how many degrees of latitude a pixel is high.
	pixel float64
	// project returns pixels, with y downwards.
	project func(basemap.Point) basemap.Point
	// turns are the degrees by which what is drawn is moved to the east, so that it is
	// seen on whichever side of the antimeridian it was laid out.
	turns []float64
}

const radians = math.Pi / 180

// regional is a view around a place, of so many degrees of latitude.
func regional(at basemap.Point, height float64) view {
	half := height / 2
	at.Y = min(max(at.Y, half-90), 90-half)
	return equirectangular(at, mapHeight, mapHeight/height, max(math.Cos(at.Y*radians), 0.05))
}

// worldwide is a view of the world, with a longitude in its middle.
func worldwide(middle float64) view {
	return equirectangular(basemap.Point{X: middle}, mapWidth/2, mapWidth/360., 1)
}

// equirectangular is a view around a place, so many pixels high, of which so many are a degree
// of latitude; one of longitude is shrunk.
func equirectangular(at basemap.Point, height, k, shrink float64) view {
	right, up := mapWidth/2/(k*shrink), height/2/k
	return view{
		width: mapWidth, height: height, pixel: 1 / k,
		box:   basemap.Box{West: at.X - right, South: at.Y - up, East: at.X + right, North: at.Y + up},
		turns: []float64{-720, -360, 0, 360, 720},
		project: func(p basemap.Point) basemap.Point {
			return basemap.Point{X: mapWidth/2 + (p.X-at.X)*k*shrink, Y: height/2 - (p.Y-at.Y)*k}
		},
	}
}

// picture is the rectangle of pixels.
func (v view) picture() basemap.Box { return basemap.Box{East: v.width, North: v.height} }

// pin is where a place is in the picture; not ok where it is not.
func (v view) pin(p basemap.Point) (basemap.Point, bool) {
	for _, turn := range v.turns {
		at := basemap.Point{X: p.X + turn, Y: p.Y}
		if !v.box.Holds(at) {
			continue
		}
		if pixel := v.project(at); v.picture().Holds(pixel) {
			return pixel, true
		}
	}
	return basemap.Point{}, false
}
