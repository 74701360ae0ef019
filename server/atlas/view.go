package atlas

import (
	"math"

	"vitrine/server/atlas/plane"
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
	box plane.Box
	// pixel is how many degrees of latitude a pixel is high.
	pixel float64
	// project returns pixels, with y downwards.
	project func(plane.Point) plane.Point
	// turns are the degrees by which what is drawn is moved to the east, so that it is
	// seen on whichever side of the antimeridian it was laid out.
	turns []float64
	// curved tells that an edge that is straight in degrees is not straight in pixels.
	curved bool
	// outline is the edge of the world in degrees, nil where the map fills the picture.
	outline []plane.Point
	// mercator is set in Web Mercator.
	mercator *mercator
}

// mercator says where a view in Web Mercator is: the world as a square of which a side is
// 1, its north-west corner at 0, 0.
type mercator struct {
	// x and y are where the corner of the picture is in the square, pixel how wide a pixel
	// of the picture is.
	x, y, pixel float64
}

const radians = math.Pi / 180

// regional is an equirectangular view around a place, of so many degrees of latitude.
func regional(at plane.Point, height float64) view {
	half := height / 2
	at.Y = min(max(at.Y, half-90), 90-half)
	shrink := max(math.Cos(at.Y*radians), 0.05)
	k := mapHeight / height
	halfWidth := mapWidth / 2 / (k * shrink)
	return view{
		width: mapWidth, height: mapHeight, pixel: 1 / k,
		box:   plane.Box{West: at.X - halfWidth, South: at.Y - half, East: at.X + halfWidth, North: at.Y + half},
		turns: []float64{-720, -360, 0, 360, 720},
		project: func(p plane.Point) plane.Point {
			return plane.Point{X: mapWidth/2 + (p.X-at.X)*k*shrink, Y: mapHeight/2 - (p.Y-at.Y)*k}
		},
	}
}

// The numbers of the Equal Earth projection, and how far it reaches at its scale of 1.
const (
	earthA1, earthA2, earthA3, earthA4 = 1.340264, -0.081106, 0.000893, 0.003796

	earthWidth, earthHeight = 2.7066299836, 1.3173627591
)

// worldwide is a view of the world in the Equal Earth projection, so many pixels wide, with
// a longitude in its middle.
func worldwide(width, middle float64) view {
	const edge = 1
	k := (width/2 - edge) / earthWidth
	height := math.Ceil(2*k*earthHeight + 2*edge)
	return view{
		width: width, height: height, pixel: 180 / height, curved: true,
		box: plane.World().Shift(middle), turns: []float64{-360, 0, 360},
		outline: plane.Densify(plane.World().Shift(middle).Ring(), 4, true),
		project: func(p plane.Point) plane.Point {
			q := equalEarth(plane.Point{X: p.X - middle, Y: p.Y})
			return plane.Point{X: width/2 + k*q.X, Y: height/2 - k*q.Y}
		},
	}
}

func equalEarth(p plane.Point) plane.Point {
	m := math.Sqrt(3) / 2
	t := math.Asin(m * math.Sin(p.Y*radians))
	t2 := t * t
	t6 := t2 * t2 * t2
	return plane.Point{
		X: p.X * radians * math.Cos(t) / (m * (earthA1 + 3*earthA2*t2 + t6*(7*earthA3+9*earthA4*t2))),
		Y: t * (earthA1 + earthA2*t2 + t6*(earthA3+earthA4*t2)),
	}
}

// polar is an azimuthal view of what lies around a pole, as far as the latitude at
// least.
func polar(north bool, latitude float64) view {
	up := -1.0
	if north {
		up = 1
	}
	k := mapHeight / 2 / max(90-math.Abs(latitude), 1)
	corner := min(math.Hypot(mapWidth/2, mapHeight/2)/k, 170)
	box := plane.Box{West: -720, South: 90 - corner, East: 720, North: 90}
	if !north {
		box.South, box.North = -90, corner-90
	}
	return view{
		width: mapWidth, height: mapHeight, pixel: 1 / k, curved: true, box: box, turns: []float64{0},
		project: func(p plane.Point) plane.Point {
			r := (90 - up*p.Y) * k
			sin, cos := math.Sincos(p.X * radians)
			return plane.Point{X: mapWidth/2 + r*sin, Y: mapHeight/2 + up*r*cos}
		},
	}
}

// maxMercator is the latitude at which Web Mercator ends.
const maxMercator = 85.0511287798

// mercatorY is a latitude as the distance from the equator, where the world is 1 wide.
func mercatorY(latitude float64) float64 {
	latitude = min(max(latitude, -maxMercator), maxMercator)
	return math.Log(math.Tan(math.Pi/4+latitude*radians/2)) / (2 * math.Pi)
}

func latitudeOf(y float64) float64 {
	return (2*math.Atan(math.Exp(2*math.Pi*y)) - math.Pi/2) / radians
}

// webMercator is a view in Web Mercator of the middle of a box, with a pixel so many times
// the width of the world.
func webMercator(x, y, pixel float64) view {
	pixel = min(pixel, 1.0/mapWidth)
	halfWidth, halfHeight := pixel*mapWidth/2, pixel*mapHeight/2
	y = min(max(y, halfHeight-0.5), 0.5-halfHeight)
	return view{
		width: mapWidth, height: mapHeight, pixel: pixel * 360 * math.Cos(latitudeOf(y)*radians),
		box: plane.Box{
			West: (x - halfWidth) * 360, South: latitudeOf(y - halfHeight),
			East: (x + halfWidth) * 360, North: latitudeOf(y + halfHeight),
		},
		turns:    []float64{-720, -360, 0, 360, 720},
		mercator: &mercator{x: x - halfWidth + 0.5, y: 0.5 - y - halfHeight, pixel: pixel},
		project: func(p plane.Point) plane.Point {
			return plane.Point{X: mapWidth/2 + (p.X/360-x)/pixel, Y: mapHeight/2 - (mercatorY(p.Y)-y)/pixel}
		},
	}
}

// picture is the rectangle of pixels.
func (v view) picture() plane.Box { return plane.Box{East: v.width, North: v.height} }

// pin is where a place is in the picture; not ok where it is not.
func (v view) pin(p plane.Point) (plane.Point, bool) {
	for _, turn := range v.turns {
		at := plane.Point{X: p.X + turn, Y: p.Y}
		if !v.box.Holds(at) {
			continue
		}
		if pixel := v.project(at); v.picture().Holds(pixel) {
			return pixel, true
		}
	}
	return plane.Point{}, false
}
