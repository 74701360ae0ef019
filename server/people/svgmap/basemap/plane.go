package basemap

import "math"

// Point is a place: X is the longitude, Y the latitude, in degrees.
type Point struct{ X, Y float64 }

// Box is a rectangle of longitudes and latitudes, edges included. East is not smaller
// than West, and may be above 180.
type Box struct{ West, South, East, North float64 }

// World is all there is.
func World() Box { return Box{-180, -90, 180, 90} }

// Bounds is the smallest box around the points; not ok where there are none.
func Bounds(points []Point) (b Box, ok bool) {
	if len(points) == 0 {
		return Box{}, false
	}
	b = Box{points[0].X, points[0].Y, points[0].X, points[0].Y}
	for _, p := range points[1:] {
		b.West, b.East = min(b.West, p.X), max(b.East, p.X)
		b.South, b.North = min(b.South, p.Y), max(b.North, p.Y)
	}
	return b, true
}

// Overlaps tells whether the boxes share a point.
func (b Box) Overlaps(o Box) bool {
	return b.West <= o.East && o.West <= b.East && b.South <= o.North && o.South <= b.North
}

// Holds tells whether the point is in the box.
func (b Box) Holds(p Point) bool {
	return p.X >= b.West && p.X <= b.East && p.Y >= b.South && p.Y <= b.North
}

// Shift is the box moved to the east by so many degrees.
func (b Box) Shift(degrees float64) Box {
	b.West, b.East = b.West+degrees, b.East+degrees
	return b
}

// Union is the smallest box around both.
func (b Box) Union(o Box) Box {
	return Box{min(b.West, o.West), min(b.South, o.South), max(b.East, o.East), max(b.North, o.North)}
}

// Width and Height are its sides, in degrees.
func (b Box) Width() float64  { return b.East - b.West }
func (b Box) Height() float64 { return b.North - b.South }

// Ring is the four corners, from the south-west one by the south-east one.
func (b Box) Ring() []Point {
	return []Point{{b.West, b.South}, {b.East, b.South}, {b.East, b.North}, {b.West, b.North}}
}

// Shift moves points to the east by so many degrees, in a copy.
func Shift(points []Point, degrees float64) []Point {
	out := make([]Point, len(points))
	for i, p := range points {
		out[i] = Point{p.X + degrees, p.Y}
	}
	return out
}

// Area is the area that a ring encloses, in square degrees.
func Area(ring []Point) float64 { return math.Abs(signedArea(ring)) }

func signedArea(ring []Point) float64 {
	sum := 0.0
	for i, p := range ring {
		q := ring[(i+1)%len(ring)]
		sum += p.X*q.Y - q.X*p.Y
	}
	return sum / 2
}

// Centroid is the centre of gravity of the area that a ring encloses; of a ring without
// an area, the centre of its bounds.
func Centroid(ring []Point) Point {
	area := signedArea(ring)
	if math.Abs(area) < 1e-9 {
		b, _ := Bounds(ring)
		return Point{(b.West + b.East) / 2, (b.South + b.North) / 2}
	}
	var x, y float64
	for i, p := range ring {
		q := ring[(i+1)%len(ring)]
		cross := p.X*q.Y - q.X*p.Y
		x += (p.X + q.X) * cross
		y += (p.Y + q.Y) * cross
	}
	return Point{x / (6 * area), y / (6 * area)}
}

// Inside tells whether a point is inside a ring, by the even-odd rule. A point on the
// ring itself may be either.
func Inside(ring []Point, p Point) bool {
	inside := false
	for i, a := range ring {
		b := ring[(i+1)%len(ring)]
		if (a.Y > p.Y) != (b.Y > p.Y) && p.X < (b.X-a.X)*(p.Y-a.Y)/(b.Y-a.Y)+a.X {
			inside = !inside
		}
	}
	return inside
}
