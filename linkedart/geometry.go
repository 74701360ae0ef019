package linkedart

import (
	"strings"

	"github.com/peterstace/simplefeatures/geom"
)

// maxBrackets bounds how deep geometry collections are nested.
const maxBrackets = 32

// geometry checks the well-known text of a place (OGC 06-103r4 section 7):
// that it can be read, that its polygons are closed and do not cross
// themselves, and that longitude comes before latitude.
func (c *check) geometry(text string, at *place) {
	const example = `WKT such as "POINT (4.8852 52.36)"`
	if text == "" {
		c.add("wkt", at.pointer(), "the WKT is empty", example)
		return
	}
	if depth(text) > maxBrackets {
		c.add("wkt", at.pointer(), "the WKT has too many brackets in each other", example)
		return
	}
	shape, err := geom.UnmarshalWKT(text)
	if err != nil {
		fix := example
		if strings.HasPrefix(text, "SRID=") || strings.HasPrefix(text, "<") {
			fix = "WKT without a coordinate system before it"
		}
		c.add("wkt", at.pointer(), "the WKT cannot be read: "+err.Error(), fix)
		return
	}
	low, high, ok := shape.Envelope().MinMaxXYs()
	if !ok {
		return
	}
	if low.X < -180 || high.X > 180 || low.Y < -90 || high.Y > 90 {
		message := "a coordinate is out of range"
		if (low.Y < -90 || high.Y > 90) && low.X >= -90 && high.X <= 90 && low.Y >= -180 && high.Y <= 180 {
			message = "latitude seems to come before longitude"
		}
		c.add("wkt-range", at.pointer(), message, "longitude from -180 to 180, then latitude from -90 to 90, in degrees")
	}
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
