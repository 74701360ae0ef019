// Package basemap is the file with the coasts, lakes, rivers and borders that maps are
// drawn over: its format, and what is in it by level of detail. SOURCES.md of package svgmap
// says where the data comes from, and checks/atlas makes the file.
//
// The file is a DEFLATE stream (RFC 1951) of one value of type File in the encoding of
// encoding/gob.
//
// Land and lakes are rings without their first point once more, laid out by
// UnwrapRing. A ring inside another is a hole. Borders and rivers are lines.
//
// The package has the geometry of that plane, too: points in degrees, with x to the east and
// y to the north. A figure that crosses the antimeridian is laid out in one piece, with
// longitudes below -180 or above 180. It draws nothing.
package basemap

// Map is a decoded file. It does not change and may be used by many goroutines.
type Map struct {
	// Levels are from the coarsest to the finest.
	Levels    []Level
	Countries []Country
}

// Level is the world at one level of detail.
type Level struct {
	Land, Lakes, Borders, Rivers []Line
}

// Line is a line or ring. Its points are kept encoded.
type Line struct {
	Box   Box
	units float64
	count int
	// data are the pairs of differences.
	data []byte
	runs []run
}

// runLength is how many points a run has but the last.
const runLength = 64

// run is some of the points of a line.
type run struct {
	box         Box
	first, last Point
	// x and y are the point before its first, in units, and offset is where its data
	// begins.
	x, y   int64
	offset int
}

// Country is a name on the map.
type Country struct {
	// At is where the name stands: well inside the largest piece of land of the country.
	At Point
	// Size is the area of that piece in square degrees.
	Size float64
	// Names are by language, such as "nl".
	Names map[string]string
}

// Len is the number of points.
func (l Line) Len() int { return l.count }

// Points are the points, in degrees.
func (l Line) Points() []Point { return l.Near(l.Box) }

// Near are the points, but of those outside the box only as many as tell on which side of
// it the ring goes by: cut to the box, the ring is the same as of all points.
func (l Line) Near(box Box) []Point {
	out := make([]Point, 0, min(l.count, 4*runLength))
	for i, r := range l.runs {
		// A box that is apart from another one is beyond one of its sides with all that is
		// in it.
		if !r.box.Overlaps(box) {
			out = append(out, r.first, r.last)
			continue
		}
		out = l.decode(out, r, min(runLength, l.count-i*runLength))
	}
	return out
}

// decode appends the points of a run.
func (l Line) decode(out []Point, r run, length int) []Point {
	data := l.data[r.offset:]
	x, y := r.x, r.y
	for range length {
		var dx, dy int64
		dx, data = varint(data)
		dy, data = varint(data)
		x, y = x+dx, y+dy
		out = append(out, Point{X: float64(x) / l.units, Y: float64(y) / l.units})
	}
	return out
}
