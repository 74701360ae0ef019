package wkt

import (
	"strings"
	"testing"

	"github.com/twpayne/go-geom"
)

func TestRead(t *testing.T) {
	for text, want := range map[string]int{
		"POINT (4.9 52.4)": 2, " point(-180 -90) ": 2, "POINT Z (1 2 3)": 3, "LINESTRING(1 2, 3 4)": 4,
		"POLYGON((0 0, 1 0, 1 1, 0 0))": 8, "MULTIPOINT((1 2), (3 4))": 4, "POINT EMPTY": 0,
	} {
		shape, err := Read(text)
		if err != nil || len(shape.FlatCoords()) != want {
			t.Errorf("%s: %v, %v; want %d numbers", text, shape, err, want)
		}
	}
	shape, err := Read("GEOMETRYCOLLECTION(POINT(1 2), POINT(3 4))")
	if collection, ok := shape.(*geom.GeometryCollection); err != nil || !ok || collection.NumGeoms() != 2 {
		t.Errorf("a collection is %v, %v", shape, err)
	}
}

func TestReadRefuses(t *testing.T) {
	for _, text := range []string{
		"", " \n", "here", "POINT", "POINT()", "POINT (4.9)", "POINT (4.9, 52.4)", "POINT (4.9 52.4", "POINT (1 2) x", "POINT (1 2)\x00",
		"SRID=4326;POINT (1 2)", "CIRCLE (0 0, 1)", "POLYGON ((0 0, 1 0, 1 1))", "POLYGON (0 0, 1 1, 0 1, 0 0)",
		strings.Repeat("GEOMETRYCOLLECTION(", 17) + "POINT(1 2)" + strings.Repeat(")", 17),
		strings.Repeat("GEOMETRYCOLLECTION(", 100_000),
	} {
		if shape, err := Read(text); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.40q: %v, %v; want an error of one line", text, shape, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{"POINT(1 2)", "POLYGON((0 0, 1 0, 1 1, 0 0))", "GEOMETRYCOLLECTION(POINT(1 2), POINT M EMPTY)", "MULTIPOLYGON Z(((0 0 1, 1 0 1, 1 1 1, 0 0 1)))"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if shape, err := Read(text); (shape == nil) != (err != nil) {
			t.Fatalf("%v beside %v", shape, err)
		}
	})
}
