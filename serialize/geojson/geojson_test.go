package geojson_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"vitrine/checks/formattest"
	"vitrine/checks/golden"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/geojson"
)

const crm = "http://www.cidoc-crm.org/cidoc-crm/"

// place returns the graph of a place with the geometries.
func place(geometries ...string) *graph.Graph {
	b := formattest.NewBuilder().
		Add(formattest.Subject, graph.Type.String(), formattest.IRI(crm+"E53_Place")).
		Add(formattest.Subject, graph.Label.String(), graph.String("Größe & <Form>"))
	for _, g := range geometries {
		b.Add(formattest.Subject, crm+"P168_place_is_defined_by", graph.String(g))
	}
	return b.Graph()
}

func TestGolden(t *testing.T) {
	several := place("POINT(4.49 52.16)", "POLYGON((0 0, 0 1, 1 1, 1 0, 0 0))")
	several.Triples = append(several.Triples,
		formattest.NewBuilder().Add(formattest.Subject, graph.Type.String(), formattest.IRI(crm+"E1_CRM_Entity")).
			Add(formattest.Subject, graph.Label.String(), formattest.Tagged("Place", "en")).Graph().Triples...)
	for name, g := range map[string]*graph.Graph{"point.geojson": place("POINT(-0.1269 51.5194)"), "several.geojson": several} {
		got, err := formattest.Write(geojson.GeoJSON(), g)
		if err != nil {
			t.Fatal(err)
		}
		golden.Check(t, "testdata/"+name, got)
	}
}

// What Well-Known Text becomes, without white space.
func TestGeometries(t *testing.T) {
	tests := []struct{ wkt, want string }{
		{"POINT(4.357 52.012)", `{"type":"Point","coordinates":[4.357,52.012]}`},
		{" point ( -180 -90.0 ) ", `{"type":"Point","coordinates":[-180,-90]}`},
		{"<http://www.opengis.net/def/crs/OGC/1.3/CRS84> POINT(1 2)", `{"type":"Point","coordinates":[1,2]}`},
		{"POINT Z(1 2 3.5)", `{"type":"Point","coordinates":[1,2,3.5]}`},
		{"POINT(1 2 3)", `{"type":"Point","coordinates":[1,2,3]}`},
		{"POINT(1e1 -2.5E-1)", `{"type":"Point","coordinates":[10,-0.25]}`},
		{"LINESTRING(1 2, 3 4)", `{"type":"LineString","coordinates":[[1,2],[3,4]]}`},
		{"MULTIPOINT((1 2), (3 4))", `{"type":"MultiPoint","coordinates":[[1,2],[3,4]]}`},
		{"MULTIPOINT(1 2, 3 4)", `{"type":"MultiPoint","coordinates":[[1,2],[3,4]]}`},
		{"MULTILINESTRING((1 2, 3 4), (5 6, 7 8))", `{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[5,6],[7,8]]]}`},
		{"POLYGON((0 0, 1 0, 1 1, 0 0))", `{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}`},
		// Rings are turned: outer ones counterclockwise, holes clockwise.
		{"POLYGON((0 0, 0 9, 9 9, 9 0, 0 0), (1 1, 2 1, 2 2, 1 1))", `{"type":"Polygon","coordinates":[[[0,0],[9,0],[9,9],[0,9],[0,0]],[[1,1],[2,2],[2,1],[1,1]]]}`},
		{"POLYGON Z((0 0 1, 0 9 2, 9 9 3, 0 0 1))", `{"type":"Polygon","coordinates":[[[0,0,1],[9,9,3],[0,9,2],[0,0,1]]]}`},
		{"MULTIPOLYGON(((0 0, 0 9, 9 9, 0 0)), ((20 20, 29 20, 29 29, 20 20), (26 21, 27 21, 27 22, 26 21)))",
			`{"type":"MultiPolygon","coordinates":[[[[0,0],[9,9],[0,9],[0,0]]],[[[20,20],[29,20],[29,29],[20,20]],[[26,21],[27,22],[27,21],[26,21]]]]}`},
		{"GEOMETRYCOLLECTION(POINT(1 2), GEOMETRYCOLLECTION(POINT(3 4)))", `{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},{"type":"Point","coordinates":[3,4]}]}`},
		{"GEOMETRYCOLLECTION(POINT(1 2))", `{"type":"Point","coordinates":[1,2]}`},
	}
	for _, test := range tests {
		t.Run(test.wkt, func(t *testing.T) {
			g := place(test.wkt)
			if !geojson.GeoJSON().Applies(g) {
				t.Error("Applies is false")
			}
			document, err := formattest.Write(geojson.GeoJSON(), g)
			if err != nil {
				t.Fatal(err)
			}
			var feature struct{ Geometry json.RawMessage }
			if err := json.Unmarshal(document, &feature); err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			if err := json.Compact(&got, feature.Geometry); err != nil {
				t.Fatal(err)
			}
			if got.String() != test.want {
				t.Errorf("got %s, want %s", &got, test.want)
			}
		})
	}
}

// Graphs that are not written.
func TestNoGeometry(t *testing.T) {
	other := formattest.NewBuilder().
		Add(formattest.Subject, graph.Label.String(), graph.String("x")).
		Add(formattest.IRI("https://museum.example/2"), crm+"P168_place_is_defined_by", graph.String("POINT(1 2)")).Graph()
	link := formattest.NewBuilder().Add(formattest.Subject, crm+"P168_place_is_defined_by", formattest.IRI("https://museum.example/2")).Graph()
	graphs := map[string]*graph.Graph{"none": place(), "another's": other, "a link": link, "one of two": place("POINT(1 2)", "here")}
	for _, wkt := range []string{
		"", "here", "POINT", "POINT()", "POINT(1)", "POINT(1 2", "POINT(1 2))", "POINT(1 2) POINT(3 4)", "POINT(1, 2)", "POINT(a b)",
		"POINT(1 2)\x00", "POINT EMPTY", "GEOMETRYCOLLECTION EMPTY", "GEOMETRYCOLLECTION(POINT(1 2), POINT EMPTY)",
		"POINT M(1 2 3)", "POINT ZM(1 2 3 4)", "POINT(1 2 3 4)", "POINT(1 2 3 4 5)",
		"POINT(181 0)", "POINT(0 91)", "POINT(155000 463000)", "POINT(NaN NaN)", "POINT(Inf 0)", "POINT(1e999 0)",
		"POLYGON((0 0, 1 0, 1 1))", "POLYGON((0 0, 1 0, 0 0))", "LINESTRING(0 0)",
		"SRID=28992;POINT(1 2)", "<http://www.opengis.net/def/crs/EPSG/0/4326> POINT(1 2)",
		strings.Repeat("GEOMETRYCOLLECTION(", 100_000) + "POINT(1 2)" + strings.Repeat(")", 100_000),
		strings.Repeat("GEOMETRYCOLLECTION(", 100_000),
	} {
		graphs[wkt] = place(wkt)
	}
	for name, g := range graphs {
		t.Run(name[:min(len(name), 40)], func(t *testing.T) {
			f := geojson.GeoJSON()
			document, err := formattest.Write(f, g)
			if !errors.Is(err, geojson.ErrNoGeometry) || len(document) > 0 {
				t.Errorf("wrote %s, error %v, want ErrNoGeometry", document, err)
			}
			if f.Applies(g) {
				t.Error("Applies is true")
			}
		})
	}
}

func TestOneGraph(t *testing.T) {
	if _, err := formattest.Write(geojson.GeoJSON(), place("POINT(1 2)"), place("POINT(1 2)")); !errors.Is(err, serialize.ErrOneGraph) {
		t.Errorf("error for a second graph is %v, want ErrOneGraph", err)
	}
}

func FuzzGeometry(f *testing.F) {
	for _, seed := range []string{"POINT(1 2)", "POLYGON((0 0, 1 0, 1 1, 0 0))", "GEOMETRYCOLLECTION(POINT(1 2), POINT M EMPTY)", "MULTIPOLYGON Z(((0 0 1, 1 0 1, 1 1 1, 0 0 1)))"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, wkt string) {
		g := place(wkt)
		if g.Check() != nil {
			return
		}
		document, err := formattest.Write(geojson.GeoJSON(), g)
		if (err == nil) != geojson.GeoJSON().Applies(g) {
			t.Fatalf("Applies does not agree with the error %v", err)
		}
		if err == nil && !json.Valid(document) {
			t.Fatalf("not JSON: %s", document)
		}
	})
}
