package function

import (
	"math"
	"testing"
	"time"

	"vitrine/rdfstore/graph"
	"vitrine/sparql/value"
)

// callGeometry calls a function of GeoSPARQL with texts, and an IRI of a unit where it is not "".
func callGeometry(t *testing.T, name, unit string, texts ...string) (value.Value, error) {
	t.Helper()
	f, known := Lookup(geofNS + name)
	if !known {
		t.Fatalf("there is no %s", name)
	}
	var args []value.Value
	for i, text := range texts {
		if i == 0 {
			args = append(args, value.NewString(text))
			continue
		}
		datatype, err := graph.IRI(geoNS + "wktLiteral")
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, value.Of(graph.Typed(text, datatype)))
	}
	if unit != "" {
		iri, err := graph.IRI(uomNS + unit)
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, value.Of(iri))
	}
	return f.Call(NewContext(time.Now(), ""), args)
}

func TestRelationsOfGeometries(t *testing.T) {
	const square, leiden = "POLYGON((4 52, 5 52, 5 53, 4 53, 4 52))", "POINT(4.49 52.16)"
	for _, test := range []struct {
		name, a, b string
		want       bool
		err        error
	}{
		{"sfWithin", leiden, square, true, nil},
		{"sfWithin", square, leiden, false, nil},
		{"sfContains", square, "<" + crs84 + "> " + leiden, true, nil},
		{"sfWithin", "POINT(4 52)", square, false, nil}, // the boundary is not within
		{"sfIntersects", "POINT(4 52)", square, true, nil},
		{"sfIntersects", "LINESTRING(3 51, 6 54)", square, true, nil},
		{"sfIntersects", "LINESTRING(0 0, 3 51)", square, false, nil},
		{"sfIntersects", "POINT(4", square, false, value.ErrRange},
		{"sfIntersects", "POLYGON((0 0, 1 1, 1 0, 0 1, 0 0))", square, false, value.ErrRange}, // it crosses itself
		{"sfWithin", "<http://www.opengis.net/def/crs/EPSG/0/4326> POINT(52 4)", square, false, value.ErrRange},
	} {
		v, err := callGeometry(t, test.name, "", test.a, test.b)
		if err != test.err || err == nil && v != value.NewBoolean(test.want) {
			t.Errorf("%s(%s, %s) is %v, %v; want %t, %v", test.name, test.a, test.b, v, err, test.want, test.err)
		}
	}
	f, _ := Lookup(geofNS + "sfWithin")
	if _, err := f.Call(NewContext(time.Now(), ""), []value.Value{value.NewInteger(1), value.NewString(square)}); err != value.ErrType {
		t.Errorf("an integer is a geometry: %v", err)
	}
}

func TestDistanceOfGeometries(t *testing.T) {
	for _, test := range []struct {
		a, b, unit string
		want       float64
	}{
		{"POINT(4.4970 52.1601)", "POINT(4.9041 52.3676)", "kilometre", 36.2},
		{"POINT(0 0)", "POINT(0 1)", "metre", 111195},
		{"POINT(0 0)", "POINT(180 0)", "radian", math.Pi},
		{"POINT(179 0)", "POINT(-179 0)", "degree", 2},
		{"POINT(0 60)", "LINESTRING(2 60, 2 61)", "kilometre", 110},
		{"POINT(1 1)", "POLYGON((0 0, 2 0, 2 2, 0 2, 0 0))", "metre", 0},
	} {
		v, err := callGeometry(t, "distance", test.unit, test.a, test.b)
		got := v.Float()
		if err != nil || math.Abs(got-test.want) > 0.015*test.want {
			t.Errorf("distance(%s, %s) in %s is %v, %v; want %v", test.a, test.b, test.unit, v.Text(), err, test.want)
		}
	}
	for _, unit := range []string{"none", ""} {
		if _, err := callGeometry(t, "distance", "x"+unit, "POINT(0 0)", "POINT(0 1)"); err != value.ErrRange {
			t.Errorf("the unit %q: %v", unit, err)
		}
	}
	if _, err := callGeometry(t, "distance", "metre", "POINT EMPTY", "POINT(0 1)"); err != value.ErrRange {
		t.Errorf("an empty geometry: %v", err)
	}
}
