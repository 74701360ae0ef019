package basemap

import "math"

// widest is how wide a figure may become by being laid out, in degrees. One that winds
// around the earth more often is taken as it is written.
const widest = 540

// UnwrapLine lays out a line that may cross the antimeridian in one piece. An edge that
// is longer than 180 degrees of longitude is taken the other way round the earth. One of
// 360 degrees is taken as it is written, along a whole parallel, as on maps that end at the
// antimeridian; but where other edges go the other way round, as a step across the
// antimeridian.
func UnwrapLine(line []Point) []Point {
	out, _ := unwrap(line, false)
	return out
}

// UnwrapRing does so with a ring, given without its first point once more at its end. A
// ring that goes around a pole comes back closed by way of the pole: of the north pole
// where its latitudes are north on average, otherwise of the south pole.
func UnwrapRing(ring []Point) []Point {
	if len(ring) == 0 {
		return nil
	}
	out, shift := unwrap(ring, true)
	switch {
	case shift == 0:
		return out
	case math.Abs(shift) > 360:
		return ring
	}
	pole := -90.0
	sum := 0.0
	for _, p := range ring {
		sum += p.Y
	}
	if sum > 0 {
		pole = 90
	}
	first := ring[0]
	return append(out, Point{first.X + shift, first.Y}, Point{first.X + shift, pole}, Point{first.X, pole})
}

// unwrap also returns by how much the end was moved: of a ring, its first point when the
// last edge has come back to it.
func unwrap(points []Point, ring bool) ([]Point, float64) {
	if len(points) == 0 {
		return nil, 0
	}
	limit := 360.0
	for i := range points {
		if d := math.Abs(points[i].X - points[(i+1)%len(points)].X); d > 180 && d < 360 && (ring || i < len(points)-1) {
			limit = math.Inf(1)
		}
	}
	out := make([]Point, len(points), len(points)+3)
	out[0] = points[0]
	shift := 0.0
	for i := 1; i < len(points); i++ {
		shift += turn(points[i-1], points[i], limit)
		out[i] = Point{points[i].X + shift, points[i].Y}
	}
	if ring {
		shift += turn(points[len(points)-1], points[0], limit)
	}
	if b, _ := Bounds(out); b.Width() > widest {
		return append(out[:0], points...), 0
	}
	return out, shift
}

// turn is by how much the second point is moved to be beside the first, if it is less far
// away than the limit.
func turn(p, q Point, limit float64) float64 {
	switch d := q.X - p.X; {
	case d > 180 && d < limit:
		return -360
	case d < -180 && -d < limit:
		return 360
	default:
		return 0
	}
}
