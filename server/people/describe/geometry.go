package describe

import (
	"github.com/knakk/rdf"
	"github.com/twpayne/go-geom"

	"vitrine/linkedart/wkt"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
)

// maxShape is the length of the longest geometry that is read for its extent, in bytes.
const maxShape = 256 << 10

// shapeName is what a geometry that is no point is, and where.
func shapeName(g geom.T) i18n.Key {
	switch g.(type) {
	case *geom.MultiPoint:
		return "Points between %s and %s"
	case *geom.LineString, *geom.MultiLineString:
		return "Line between %s and %s"
	case *geom.Polygon, *geom.MultiPolygon:
		return "Area between %s and %s"
	}
	return "Shapes between %s and %s"
}

// geometryValue is where a place is, as people write it: the coordinates of a point; of
// any other shape what it is and the corners of the box around it. The Well-Known Text is
// shown on demand where it is short. A text that is no geometry of the earth stands as it is.
func (e *editor) geometryValue(l rdf.Literal) html.Phrase {
	text := l.String()
	if len(text) > maxShape {
		return e.literalValue(l)
	}
	g, err := wkt.Read(text)
	if err != nil || g.Empty() {
		return e.literalValue(l)
	}
	box := g.Bounds()
	west, south, east, north := box.Min(0), box.Min(1), box.Max(0), box.Max(1)
	if !(west >= -180 && east <= 180 && south >= -90 && north <= 90) {
		return e.literalValue(l)
	}
	part := html.Part{Text: e.Words.Coordinates(south, west)}
	if _, ok := g.(*geom.Point); !ok {
		part.Text = e.Words.Text(shapeName(g), part.Text, e.Words.Coordinates(north, east))
	}
	if len(text) <= brief.MaxName {
		part.Title = text
	}
	return html.Phrase{part}
}
