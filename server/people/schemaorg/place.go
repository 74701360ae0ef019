package schemaorg

import (
	"encoding/json"
	"math"
	"strconv"

	"github.com/twpayne/go-geom"

	"vitrine/linkedart/reading"
	"vitrine/linkedart/wkt"
)

// maxGeometry is the number of bytes of the longest geometry that is read.
const maxGeometry = 1 << 20

// coordinates are the first geometry of a place that can be read.
func coordinates(_ *describer, nodes []reading.Node) any {
	for _, geometry := range append(nodes[0].Literals(reading.DefinedBy), nodes[0].Literals(reading.ApproximatedBy)...) {
		if len(geometry.String()) <= maxGeometry {
			if g := geo(geometry.String()); g != nil {
				return g
			}
		}
	}
	return ""
}

// geo is a point as coordinates, and any other shape by its box, the south-west and the
// north-east corner; nil where the text is no geometry, or one that lies outside the world.
func geo(text string) object {
	shape, err := wkt.Read(text)
	if err != nil || shape.Empty() {
		return nil
	}
	if point, ok := shape.(*geom.Point); ok {
		if !onEarth(point.X(), point.Y()) {
			return nil
		}
		return object{"@type": "GeoCoordinates", "latitude": json.Number(degrees(point.Y())), "longitude": json.Number(degrees(point.X()))}
	}
	b := shape.Bounds()
	if !onEarth(b.Min(0), b.Min(1)) || !onEarth(b.Max(0), b.Max(1)) {
		return nil
	}
	return object{"@type": "GeoShape", "box": degrees(b.Min(1)) + " " + degrees(b.Min(0)) + " " + degrees(b.Max(1)) + " " + degrees(b.Max(0))}
}

func onEarth(longitude, latitude float64) bool {
	return math.Abs(longitude) <= 180 && math.Abs(latitude) <= 90
}

// degrees is a number of degrees as JSON spells it.
func degrees(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
