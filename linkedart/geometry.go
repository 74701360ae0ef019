package linkedart

import (
	"strings"

	"github.com/twpayne/go-geom"

	"vitrine/linkedart/wkt"
)

// geometry checks the well-known text of a place (OGC 06-103r4 section 7):
// that it can be read, that rings are closed, and that longitude comes before
// latitude.
func (c *check) geometry(text string, at *place) {
	const example = `WKT such as "POINT (4.8852 52.36)"`
	shape, err := wkt.Read(text)
	if err != nil {
		fix := example
		if strings.HasPrefix(text, "SRID=") || strings.HasPrefix(text, "<") {
			fix = "WKT without a coordinate system before it"
		}
		c.add("wkt", at.pointer(), "the WKT cannot be read: "+err.Error(), fix)
		return
	}
	worst := inRange
	for _, position := range positions(shape) {
		worst = max(worst, judge(position[0], position[1]))
	}
	switch worst {
	case swapped:
		c.add("wkt-range", at.pointer(), "latitude seems to come before longitude", rangeFix)
	case outOfRange:
		c.add("wkt-range", at.pointer(), "a coordinate is out of range", rangeFix)
	}
}

const rangeFix = "longitude from -180 to 180, then latitude from -90 to 90, in degrees"

// positions returns the positions of the geometry and of those in it.
func positions(shape geom.T) [][]float64 {
	var out [][]float64
	if collection, ok := shape.(*geom.GeometryCollection); ok {
		for _, part := range collection.Geoms() {
			out = append(out, positions(part)...)
		}
		return out
	}
	for flat, stride := shape.FlatCoords(), shape.Stride(); stride >= 2 && len(flat) >= stride; flat = flat[stride:] {
		out = append(out, flat[:stride])
	}
	return out
}

// The judgements on a position, the worst last.
const (
	inRange = iota
	swapped
	outOfRange
)

// judge reports whether x and y are a longitude and a latitude in degrees, could
// be that the other way round, or neither. What is not a number is neither.
func judge(x, y float64) int {
	switch {
	case x >= -180 && x <= 180 && y >= -90 && y <= 90:
		return inRange
	case y >= -180 && y <= 180 && x >= -90 && x <= 90:
		return swapped
	}
	return outOfRange
}
