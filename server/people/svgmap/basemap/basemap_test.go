package basemap

import (
	"cmp"
	"os"
	"slices"
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
