package svgmap

import (
	"fmt"
	"math"
	"slices"

	"github.com/twpayne/go-geom"

	"vitrine/linkedart/wkt"
	"vitrine/server/people/svgmap/basemap"
)

// shape is the geometry of a mark, laid out flat.
type shape struct {
	Mark
	index int
	// number is that of a stop, from 1 by the order in the request.
	number int
	points []basemap.Point
	lines  [][]basemap.Point
	// areas are rings; one inside another of the same polygon is a hole.
	areas [][]basemap.Point
	// boxes are around each part.
	boxes []basemap.Box
}

// readShapes reads the geometries of the marks. Those of which nothing can be drawn are
// left out.
func readShapes(marks []Mark) ([]shape, []Omission) {
	var out []shape
	var omissions []Omission
	vertices, stops := 0, 0
	for i, mark := range marks {
		s := shape{Mark: mark, index: i}
		if mark.Kind == Stop {
			stops++
			s.number = stops
		}
		reason := TooMany
		if i < maxMarks {
			reason = s.read(&vertices)
		}
		if reason != 0 {
			omissions = append(omissions, Omission{i, reason})
		}
		if len(s.boxes) > 0 {
			out = append(out, s)
		}
	}
	return out, omissions
}

// Middle is the place in the middle of a geometry as Well-Known Text, "" for what cannot be
// drawn.
func Middle(geometry string) string {
	shapes, _ := readShapes([]Mark{{Geometry: geometry}})
	if len(shapes) == 0 {
		return ""
	}
	at := shapes[0].middle()
	// Laid out, it may be on the other side of the antimeridian.
	at.X -= 360 * math.Ceil((at.X-180)/360)
	return fmt.Sprintf("POINT(%.5f %.5f)", at.X, at.Y)
}

// read adds the vertices that it reads to those of the request.
func (s *shape) read(vertices *int) Reason {
	if len(s.Geometry) > maxText {
		return TooLarge
	}
	geometry, err := wkt.Read(s.Geometry)
	if err != nil {
		return Unreadable
	}
	reason := s.add(geometry, vertices)
	if len(s.boxes) == 0 && reason == 0 {
		return Empty
	}
	if s.drop() && reason == 0 {
		return TooLarge
	}
	return reason
}

// add adds the parts of a geometry and returns why one of them was left out.
func (s *shape) add(g geom.T, vertices *int) Reason {
	if collection, ok := g.(*geom.GeometryCollection); ok {
		var reason Reason
		for _, part := range collection.Geoms() {
			reason = max(reason, s.add(part, vertices))
		}
		return reason
	}
	*vertices += len(g.FlatCoords()) / max(g.Stride(), 1)
	if *vertices > maxVertices {
		return TooLarge
	}
	switch g := g.(type) {
	case *geom.Point:
		return s.addPoints(g.FlatCoords(), g.Stride())
	case *geom.MultiPoint:
		return s.addPoints(g.FlatCoords(), g.Stride())
	case *geom.LineString:
		return s.addLine(g.FlatCoords(), g.Stride())
	case *geom.MultiLineString:
		return each(g.NumLineStrings(), func(i int) Reason {
			line := g.LineString(i)
			return s.addLine(line.FlatCoords(), line.Stride())
		})
	case *geom.Polygon:
		return s.addPolygon(g)
	case *geom.MultiPolygon:
		return each(g.NumPolygons(), func(i int) Reason { return s.addPolygon(g.Polygon(i)) })
	default:
		return Unreadable
	}
}

func each(n int, add func(int) Reason) Reason {
	var reason Reason
	for i := range n {
		reason = max(reason, add(i))
	}
	return reason
}

func (s *shape) addPoints(flat []float64, stride int) Reason {
	var reason Reason
	for i := 0; i+1 < len(flat); i += stride {
		point, ok := coordinates(flat[i:i+2], 2)
		if !ok {
			reason = OutOfRange
			continue
		}
		s.points = append(s.points, point[0])
		s.boxes = append(s.boxes, boxOf(point))
	}
	return reason
}

func (s *shape) addLine(flat []float64, stride int) Reason {
	line, ok := coordinates(flat, stride)
	switch {
	case !ok:
		return OutOfRange
	case len(line) == 0:
		return 0
	case len(line) == 1:
		s.points = append(s.points, line[0])
	default:
		line = basemap.UnwrapLine(line)
		s.lines = append(s.lines, line)
	}
	s.boxes = append(s.boxes, boxOf(line))
	return 0
}

// addPolygon adds the rings, all of them or none: without its outer ring a hole is none.
func (s *shape) addPolygon(g *geom.Polygon) Reason {
	var rings [][]basemap.Point
	for i := range g.NumLinearRings() {
		ring, ok := coordinates(g.LinearRing(i).FlatCoords(), g.Stride())
		if !ok {
			return OutOfRange
		}
		if len(ring) > 1 && ring[0] == ring[len(ring)-1] {
			ring = ring[:len(ring)-1]
		}
		if len(ring) == 0 {
			continue
		}
		ring = basemap.UnwrapRing(ring)
		if len(rings) > 0 {
			ring = basemap.Shift(ring, nearestTurn(boxOf(rings[0]), boxOf(ring)))
		}
		rings = append(rings, ring)
	}
	for i, ring := range rings {
		s.areas = append(s.areas, ring)
		if i == 0 {
			s.boxes = append(s.boxes, boxOf(ring))
		}
	}
	return 0
}

// nearestTurn is by how many degrees a box is moved to be with another one, when both may
// be laid out on different sides of the antimeridian.
func nearestTurn(outer, inner basemap.Box) float64 {
	return 360 * math.Round((outer.West+outer.East-inner.West-inner.East)/720)
}

// coordinates are the first two numbers of each position; not ok if one is not on earth.
func coordinates(flat []float64, stride int) ([]basemap.Point, bool) {
	out := make([]basemap.Point, 0, len(flat)/max(stride, 1))
	for i := 0; i+1 < len(flat); i += stride {
		p := basemap.Point{X: flat[i], Y: flat[i+1]}
		// NaN is not in the box either.
		if !basemap.World().Holds(p) {
			return nil, false
		}
		out = append(out, p)
	}
	return out, true
}

func boxOf(points []basemap.Point) basemap.Box {
	box, _ := basemap.Bounds(points)
	return box
}

// drop leaves out the smallest parts of a shape that has too many, and tells whether it
// did.
func (s *shape) drop() bool {
	dropped := len(s.points) > maxParts
	if dropped {
		s.points = s.points[:maxParts]
	}
	for _, parts := range []*[][]basemap.Point{&s.lines, &s.areas} {
		if len(*parts) > maxParts {
			slices.SortStableFunc(*parts, func(a, b []basemap.Point) int {
				return int(math.Copysign(1, extent(b)-extent(a)))
			})
			*parts = (*parts)[:maxParts]
			dropped = true
		}
	}
	return dropped
}

// extent is how large a part is, for comparison.
func extent(part []basemap.Point) float64 {
	box := boxOf(part)
	return box.Width() + box.Height()
}

// middle is where the name of a shape stands.
func (s *shape) middle() basemap.Point {
	switch {
	case len(s.areas) > 0:
		largest := slices.MaxFunc(s.areas, func(a, b []basemap.Point) int {
			return int(math.Copysign(1, basemap.Area(a)-basemap.Area(b)))
		})
		if at := basemap.Centroid(largest); basemap.Inside(largest, at) {
			return at
		}
		return largest[0]
	case len(s.lines) > 0:
		return s.lines[0][len(s.lines[0])/2]
	default:
		return s.points[0]
	}
}
