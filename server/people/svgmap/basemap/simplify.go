package basemap

// chunk is how many points are simplified together. The algorithm takes time by the
// square of it at worst.
const chunk = 512

// Simplify leaves points of a line out such that the line stays within the tolerance of
// what it was, by the algorithm of Douglas and Peucker. Its ends are kept.
func Simplify(line []Point, tolerance float64) []Point {
	if len(line) < 3 {
		return line
	}
	out := []Point{line[0]}
	for start := 0; start < len(line)-1; start += chunk {
		end := min(start+chunk, len(line)-1)
		out = appendSimple(out, line[start:end+1], tolerance)
	}
	return out
}

// SimplifyRing does so with a ring, of which at least the first point is kept.
func SimplifyRing(ring []Point, tolerance float64) []Point {
	if len(ring) < 4 {
		return ring
	}
	closed := Simplify(append(ring[:len(ring):len(ring)], ring[0]), tolerance)
	return closed[:len(closed)-1]
}

// appendSimple appends the points of the part after its first that are kept.
func appendSimple(out, part []Point, tolerance float64) []Point {
	last := len(part) - 1
	farthest, at := tolerance*tolerance, 0
	for i := 1; i < last; i++ {
		if d := squareDistance(part[i], part[0], part[last]); d > farthest {
			farthest, at = d, i
		}
	}
	if at == 0 {
		return append(out, part[last])
	}
	out = appendSimple(out, part[:at+1], tolerance)
	return appendSimple(out, part[at:], tolerance)
}

// squareDistance is the square of the distance of a point from an edge.
func squareDistance(p, a, b Point) float64 {
	dx, dy := b.X-a.X, b.Y-a.Y
	if length := dx*dx + dy*dy; length > 0 {
		t := min(max(((p.X-a.X)*dx+(p.Y-a.Y)*dy)/length, 0), 1)
		a = Point{a.X + t*dx, a.Y + t*dy}
	}
	return (p.X-a.X)*(p.X-a.X) + (p.Y-a.Y)*(p.Y-a.Y)
}
