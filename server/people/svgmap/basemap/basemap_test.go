package basemap

import (
	"bytes"
	"cmp"
	"os"
	"slices"
	"strings"
	"testing"
)

// worldFile is the file of the program, and its greatest size in bytes.
const (
	worldFile = "../world.basemap"
	largest   = 1_500_000
)

func readWorld(t testing.TB) (*Map, []byte) {
	t.Helper()
	data, err := os.ReadFile(worldFile)
	if err != nil {
		t.Fatal(err)
	}
	m, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	return m, data
}

func TestWorldIsSmall(t *testing.T) {
	m, data := readWorld(t)
	if len(data) > largest {
		t.Errorf("the file has %d bytes, more than %d", len(data), largest)
	}
	if len(m.Levels) != 3 {
		t.Fatalf("it has %d levels, want 3", len(m.Levels))
	}
	for i, level := range m.Levels {
		if len(level.Land) < 100 || len(level.Lakes) < 20 || len(level.Borders) < 100 {
			t.Errorf("level %d has %d rings of land, %d lakes, %d borders", i, len(level.Land), len(level.Lakes), len(level.Borders))
		}
	}
}

// onLand tells whether there is land at a place, lakes included, by the level.
func onLand(l Level, p Point) bool {
	inside := false
	for _, line := range l.Land {
		for _, x := range []float64{p.X - 360, p.X, p.X + 360} {
			at := Point{X: x, Y: p.Y}
			if line.Box.Holds(at) && Inside(line.Points(), at) {
				inside = !inside
			}
		}
	}
	return inside
}

func TestOnLand(t *testing.T) {
	m, _ := readWorld(t)
	for name, row := range map[string]struct {
		at   Point
		land bool
	}{
		"Delft":                  {Point{X: 4.357, Y: 52.012}, true},
		"Cairo":                  {Point{X: 31.236, Y: 30.044}, true},
		"Washington":             {Point{X: -77.04, Y: 38.91}, true},
		"Chukotka":               {Point{X: -175, Y: 66.5}, true},
		"the south pole":         {Point{X: 30, Y: -89.5}, true},
		"the middle of Atlantic": {Point{X: -35, Y: 35}, false},
		"the North Sea":          {Point{X: 3, Y: 55}, false},
		"the Pacific":            {Point{X: -179, Y: 30}, false},
		"the north pole":         {Point{X: 0, Y: 89.9}, false},
	} {
		for i, level := range m.Levels {
			if got := onLand(level, row.at); got != row.land {
				t.Errorf("%s, level %d: on land is %t", name, i, got)
			}
		}
	}
}

func TestCountries(t *testing.T) {
	m, _ := readWorld(t)
	i := slices.IndexFunc(m.Countries, func(c Country) bool { return c.Names["en"] == "Netherlands" })
	if i < 0 {
		t.Fatal("the Netherlands are not there")
	}
	nl := m.Countries[i]
	if nl.Names["nl"] != "Nederland" || nl.Names["fr"] != "Pays-Bas" || nl.Names["de"] != "Niederlande" {
		t.Errorf("its names are %v", nl.Names)
	}
	if !(Box{West: 4, South: 51, East: 7.2, North: 53.5}).Holds(nl.At) {
		t.Errorf("its name stands at %v", nl.At)
	}
	if !slices.IsSortedFunc(m.Countries, func(a, b Country) int { return cmp.Compare(b.Size, a.Size) }) {
		t.Error("the largest country is not the first")
	}
}

func small() Draft {
	ring := []Point{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 1, Y: 1.25}}
	return Draft{
		Levels: []DraftLevel{{
			Units: 100, Land: [][]Point{ring, {{X: 2, Y: 2}, {X: 2.0001, Y: 2}, {X: 2, Y: 2.0001}}},
			Borders: [][]Point{{{X: -190, Y: -90}, {X: 5, Y: 5}}},
		}},
		Languages: []string{"en", "nl"},
		Countries: []Country{{At: Point{X: 5.25, Y: 52}, Size: 3.5, Names: map[string]string{"en": "Here", "nl": "Hier"}}},
	}
}

func TestRoundTrip(t *testing.T) {
	encoded, err := Encode(small())
	if err != nil {
		t.Fatal(err)
	}
	m, err := Decode(encoded)
	if err != nil {
		t.Fatal(err)
	}
	land := m.Levels[0].Land
	if len(land) != 1 || !slices.Equal(land[0].Points(), small().Levels[0].Land[0]) || land[0].Len() != 3 {
		t.Errorf("the land is %v", land)
	}
	if box := m.Levels[0].Borders[0].Box; box != (Box{West: -190, South: -90, East: 5, North: 5}) {
		t.Errorf("the box of the border is %v", box)
	}
	if c := m.Countries[0]; c.At != (Point{X: 5.25, Y: 52}) || c.Size != 3.5 || c.Names["nl"] != "Hier" {
		t.Errorf("the country is %v", c)
	}
	again, err := Encode(small())
	if err != nil || !bytes.Equal(encoded, again) {
		t.Errorf("the same draft gives another file, %v", err)
	}
}

func TestDecodeRefuses(t *testing.T) {
	encoded, err := Encode(small())
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"nothing": nil, "another file": []byte("PNG"), "a short file": encoded[:len(encoded)/2],
	} {
		if m, err := Decode(data); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, %v", name, m, err)
		}
	}
}

func FuzzLine(f *testing.F) {
	for _, seed := range []string{"", "\x02\x02\x01\x04", "\x02", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		line, err := newLine(data, 100)
		if err != nil {
			return
		}
		points := line.Points()
		if len(points) != line.Len() {
			t.Fatalf("%d points, want %d", len(points), line.Len())
		}
		for _, p := range points {
			if !line.Box.Holds(p) {
				t.Fatalf("%v is outside its box %v", p, line.Box)
			}
		}
	})
}
