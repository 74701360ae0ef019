package schemaorg

import (
	"math"
	"strconv"

	"github.com/twpayne/go-geom"

	"vitrine/linkedart/reading"
	"vitrine/linkedart/wkt"
)

// maxGeometry is the number of bytes of the longest geometry that is read.
const maxGeometry = 1 << 20

func (d *describer) place(t *Thing) {
	n := d.s.Node
	t.Type = "Place"
	t.ContainedInPlace = d.places(n.Nodes(reading.PlacePartOf))
	for _, geometry := range append(n.Literals(reading.DefinedBy), n.Literals(reading.ApproximatedBy)...) {
		if t.Geo == nil && len(geometry.String()) <= maxGeometry {
			t.Geo = geo(geometry.String())
		}
	}
}

// geo is a point as coordinates, and any other shape by its box; nil where the text is no
// geometry, or one that lies outside the world.
func geo(text string) *Geo {
	shape, err := wkt.Read(text)
	if err != nil || shape.Empty() {
		return nil
	}
	if point, ok := shape.(*geom.Point); ok {
		if !onEarth(point.X(), point.Y()) {
			return nil
		}
		return &Geo{Type: "GeoCoordinates", Latitude: degrees(point.Y()), Longitude: degrees(point.X())}
	}
	b := shape.Bounds()
	if !onEarth(b.Min(0), b.Min(1)) || !onEarth(b.Max(0), b.Max(1)) {
		return nil
	}
	return &Geo{Type: "GeoShape", Box: degrees(b.Min(1)) + " " + degrees(b.Min(0)) + " " + degrees(b.Max(1)) + " " + degrees(b.Max(0))}
}

func onEarth(longitude, latitude float64) bool {
	return math.Abs(longitude) <= 180 && math.Abs(latitude) <= 90
}

// degrees is a number of degrees as JSON spells it.
func degrees(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
