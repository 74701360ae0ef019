package linkedart

import (
	"errors"
	"fmt"
	"strings"

	"github.com/twpayne/go-geom"
	"github.com/twpayne/go-geom/encoding/wkt"
)

// maxBrackets bounds how deep the brackets of a geometry are nested.
const maxBrackets = 16

// geometry checks the well-known text of a place (OGC 06-103r4 section 7):
// that it can be read, that rings are closed, and that longitude comes before
// latitude.
func (c *check) geometry(text string, at *place) {
	const example = `WKT such as "POINT (4.8852 52.36)"`
	shape, err := parseGeometry(text)
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

// parseGeometry reads WKT. The library is kept behind a recover, since the text
// is a client's.
func parseGeometry(text string) (shape geom.T, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			shape, err = nil, fmt.Errorf("%v", cause)
		}
	}()
	switch {
	case strings.TrimSpace(text) == "":
		return nil, errors.New("it is empty")
	case strings.ContainsRune(text, 0):
		return nil, errors.New("it has a null character")
	case depth(text) > maxBrackets:
		return nil, errors.New("it has too many brackets in each other")
	}
	shape, err = wkt.Unmarshal(text)
	if err != nil {
		// The library draws the place of the fault below the text.
		reason, _, _ := strings.Cut(err.Error(), "\n")
		return nil, errors.New(reason)
	}
	return shape, nil
}

func depth(wkt string) int {
	deepest, now := 0, 0
	for i := 0; i < len(wkt); i++ {
		switch wkt[i] {
		case '(':
			now++
			deepest = max(deepest, now)
		case ')':
			now--
		}
	}
	return deepest
}

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

// judge tells whether x and y are a longitude and a latitude in degrees, could
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
