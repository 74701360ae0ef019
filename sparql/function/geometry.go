package function

import (
	"math"
	"strings"

	"github.com/knakk/rdf"
	"github.com/peterstace/simplefeatures/geom"

	"vitrine/linkedart/wkt"
	"vitrine/sparql/value"
)

// The namespaces of OGC GeoSPARQL 1.1 (OGC 22-047r1): its functions and its datatypes; and the
// names of coordinate systems and of units.
const (
	geofNS = "http://www.opengis.net/def/function/geosparql/"
	geoNS  = "http://www.opengis.net/ont/geosparql#"
	crs84  = "http://www.opengis.net/def/crs/OGC/1.3/CRS84"
	uomNS  = "http://www.opengis.net/def/uom/OGC/1.0/"
)

// geometryFunctions are those of GeoSPARQL (sections 8.7 and 8.8) for geometries in Well-Known
// Text, whose coordinates are longitudes and latitudes of WGS 84 (CRS84) and taken as those of a
// plane. Records of Linked Art have such texts as plain strings, which are taken too.
var geometryFunctions = []Function{
	relation("sfIntersects", func(a, b geom.Geometry) (bool, error) { return geom.Intersects(a, b), nil }),
	relation("sfWithin", geom.Within),
	relation("sfContains", geom.Contains),
	{Name: geofNS + "distance", Least: 3, Most: 3, call: guarded(distance)},
}

// guarded is a function with the library kept behind a recover, since the texts are those of
// clients.
func guarded(call func(*Context, []value.Value) (value.Value, error)) func(*Context, []value.Value) (value.Value, error) {
	return func(ctx *Context, args []value.Value) (v value.Value, err error) {
		defer func() {
			if recover() != nil {
				v, err = value.Value{}, value.ErrRange
			}
		}()
		return call(ctx, args)
	}
}

// relation is a function of two geometries that is true or false, and false where they are apart.
func relation(name string, holds func(a, b geom.Geometry) (bool, error)) Function {
	return Function{Name: geofNS + name, Least: 2, Most: 2, call: guarded(func(ctx *Context, args []value.Value) (value.Value, error) {
		a, b, err := ctx.shapes(args)
		if err != nil || !a.around.Intersects(b.around) {
			return value.NewBoolean(false), err
		}
		is, err := holds(a.Geometry, b.Geometry)
		if err != nil {
			return value.Value{}, value.ErrRange
		}
		return value.NewBoolean(is), nil
	})}
}

// shape is a geometry that was read of a text, and the rectangle around it.
type shape struct {
	geom.Geometry
	text   string
	around geom.Envelope
}

// maxShape is the length of the longest text of a geometry, in bytes.
const maxShape = 1 << 20

// shapes returns the geometries that are the first two arguments. Each is kept for the next
// call: one is often a constant.
func (c *Context) shapes(args []value.Value) (a, b *shape, err error) {
	for i := range c.geometries {
		text, err := wellKnownText(args[i])
		if err != nil {
			return nil, nil, err
		}
		if known := c.geometries[i]; known != nil && known.text == text {
			continue
		}
		if c.geometries[i], err = readShape(text); err != nil {
			return nil, nil, err
		}
	}
	return c.geometries[0], c.geometries[1], nil
}

// wellKnownText returns the text of a geometry without the name of its coordinate system.
func wellKnownText(v value.Value) (string, error) {
	literal, ok := v.Term().(rdf.Literal)
	if !ok || v.Kind() != value.String && literal.DataType.String() != geoNS+"wktLiteral" {
		return "", value.ErrType
	}
	text := strings.TrimSpace(literal.String())
	if named, isNamed := strings.CutPrefix(text, "<"); isNamed {
		system, rest, _ := strings.Cut(named, ">")
		if system != crs84 {
			return "", value.ErrRange
		}
		text = rest
	}
	if len(text) > maxShape {
		return "", value.ErrRange
	}
	return text, nil
}

func readShape(text string) (*shape, error) {
	if _, err := wkt.Read(text); err != nil {
		return nil, value.ErrRange
	}
	g, err := geom.UnmarshalWKT(text)
	if err != nil {
		return nil, value.ErrRange
	}
	return &shape{g, text, g.Envelope()}, nil
}

// metresOfDegree is the length of a degree of latitude on a globe of the mean radius of the
// Earth (6,371,008.8 m).
const metresOfDegree = 6371008.8 * math.Pi / 180

// units are how many of a unit a metre is.
var units = map[string]float64{
	"metre": 1, "kilometre": 1e-3, "degree": 1 / metresOfDegree, "radian": math.Pi / 180 / metresOfDegree,
}

// distance is the shortest way between two geometries in a unit. Between two points it is that
// on a globe. Others are put on a plane first, on which a degree of longitude is as long as in
// the middle between them, so that the distance of what is far apart is a rough one.
func distance(ctx *Context, args []value.Value) (value.Value, error) {
	a, b, err := ctx.shapes(args)
	if err != nil {
		return value.Value{}, err
	}
	unit, known := units[strings.TrimPrefix(args[2].Text(), uomNS)]
	if args[2].Kind() != value.IRI || !known {
		return value.Value{}, value.ErrRange
	}
	metres, ok := metresBetween(a, b)
	if !ok {
		return value.Value{}, value.ErrRange
	}
	return value.NewFloat(value.Double, metres*unit), nil
}

// metresBetween returns false where one of the geometries is empty.
func metresBetween(a, b *shape) (float64, bool) {
	first, isPoint := pointOf(a)
	second, areBoth := pointOf(b)
	if isPoint && areBoth {
		return greatCircle(first, second), true
	}
	middle, ok := geom.NewEnvelope().ExpandToIncludeEnvelope(a.around).ExpandToIncludeEnvelope(b.around).Center().XY()
	if !ok {
		return 0, false
	}
	narrow := math.Cos(middle.Y * math.Pi / 180)
	plane := func(p geom.XY) geom.XY {
		return geom.XY{X: p.X * narrow * metresOfDegree, Y: p.Y * metresOfDegree}
	}
	return geom.Distance(a.TransformXY(plane), b.TransformXY(plane))
}

func pointOf(s *shape) (geom.XY, bool) {
	p, ok := s.AsPoint()
	if !ok {
		return geom.XY{}, false
	}
	return p.XY()
}

// greatCircle is the distance of two points on the globe, by the haversine formula.
func greatCircle(a, b geom.XY) float64 {
	const degree = math.Pi / 180
	half := func(x float64) float64 { return math.Pow(math.Sin(x*degree/2), 2) }
	h := half(b.Y-a.Y) + math.Cos(a.Y*degree)*math.Cos(b.Y*degree)*half(b.X-a.X)
	return 2 * metresOfDegree / degree * math.Asin(math.Sqrt(min(h, 1)))
}
