package basemap

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

var square = []Point{{0, 0}, {10, 0}, {10, 10}, {0, 10}}

func TestUnwrapRing(t *testing.T) {
	for name, row := range map[string]struct{ in, want []Point }{
		"in one piece":            {square, square},
		"across the antimeridian": {[]Point{{177, -19}, {-178, -19}, {-178, -16}, {177, -16}}, []Point{{177, -19}, {182, -19}, {182, -16}, {177, -16}}},
		"to the west of it":       {[]Point{{-178, 0}, {-178, 5}, {177, 5}}, []Point{{-178, 0}, {-178, 5}, {-183, 5}}},
		"a whole parallel":        {[]Point{{-180, -60}, {-180, -90}, {180, -90}, {180, -60}}, []Point{{-180, -60}, {-180, -90}, {180, -90}, {180, -60}}},
		"a step across it":        {[]Point{{179, 0}, {180, 0}, {-180, 1}, {-179, 1}}, []Point{{179, 0}, {180, 0}, {180, 1}, {181, 1}}},
		"around the south pole":   {[]Point{{0, -70}, {120, -70}, {-120, -70}}, []Point{{0, -70}, {120, -70}, {240, -70}, {360, -70}, {360, -90}, {0, -90}}},
		"around the north pole":   {[]Point{{0, 70}, {-120, 70}, {120, 70}}, []Point{{0, 70}, {-120, 70}, {-240, 70}, {-360, 70}, {-360, 90}, {0, 90}}},
		"empty":                   {nil, nil},
	} {
		if got := UnwrapRing(row.in); !slices.Equal(got, row.want) {
			t.Errorf("%s: %v, want %v", name, got, row.want)
		}
	}
}

func TestUnwrapLeavesWhatWindsOften(t *testing.T) {
	var line []Point
	for i := range 30 {
		line = append(line, Point{float64(i*120%360 - 180), 0})
	}
	if got := UnwrapLine(line); !slices.Equal(got, line) {
		t.Errorf("a line that winds ten times came back as %v", got)
	}
}

func TestClipRing(t *testing.T) {
	box := Box{5, -5, 20, 5}
	got := ClipRing(square, box)
	if area := Area(got); math.Abs(area-25) > 1e-9 {
		t.Errorf("%v has the area %g, want 25", got, area)
	}
	if got := ClipRing(square, Box{11, 0, 12, 1}); len(got) != 0 {
		t.Errorf("%v of a ring beside the box", got)
	}
	if got := ClipRing(square, Box{2, 2, 3, 3}); Area(got) != 1 {
		t.Errorf("a box inside a ring is cut to %v", got)
	}
}

func TestClipLine(t *testing.T) {
	zigzag := []Point{{-5, 5}, {5, 5}, {5, 15}, {6, 15}, {6, 5}}
	got := ClipLine(zigzag, Box{0, 0, 10, 10})
	want := [][]Point{{{0, 5}, {5, 5}, {5, 10}}, {{6, 10}, {6, 5}}}
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestClipKeepsToTheBox(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	box := Box{-20, -30, 40, 50}
	for range 500 {
		var line []Point
		for range 3 + random.IntN(20) {
			line = append(line, Point{random.Float64()*360 - 180, random.Float64()*180 - 90})
		}
		parts := append(ClipLine(line, box), ClipRing(line, box))
		for _, part := range parts {
			for _, p := range part {
				if p.X < -20-1e-6 || p.X > 40+1e-6 || p.Y < -30-1e-6 || p.Y > 50+1e-6 {
					t.Fatalf("%v is outside the box, of %v", p, line)
				}
			}
		}
	}
}

func TestSimplifyStaysWithinTheTolerance(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	line := []Point{}
	y := 0.0
	for i := range 3000 {
		y += random.Float64() - 0.5
		line = append(line, Point{float64(i), y})
	}
	got := Simplify(line, 1)
	if len(got) >= len(line) || got[0] != line[0] || got[len(got)-1] != line[len(line)-1] {
		t.Fatalf("%d points of %d, from %v to %v", len(got), len(line), got[0], got[len(got)-1])
	}
	for _, p := range line {
		nearest := math.Inf(1)
		for i := 1; i < len(got); i++ {
			nearest = min(nearest, squareDistance(p, got[i-1], got[i]))
		}
		if nearest > 1+1e-9 {
			t.Fatalf("%v is %g away from the simple line", p, math.Sqrt(nearest))
		}
	}
}

func TestInside(t *testing.T) {
	for p, want := range map[Point]bool{{5, 5}: true, {11, 5}: false, {-1, 5}: false, {5, 11}: false} {
		if got := Inside(square, p); got != want {
			t.Errorf("%v inside: %t", p, got)
		}
	}
}

func TestCentroidAndArea(t *testing.T) {
	if c := Centroid(square); c != (Point{5, 5}) || Area(square) != 100 {
		t.Errorf("the centroid is %v, the area %g", c, Area(square))
	}
	if c := Centroid([]Point{{0, 0}, {4, 2}}); c != (Point{2, 1}) {
		t.Errorf("the centre of an edge is %v", c)
	}
}
