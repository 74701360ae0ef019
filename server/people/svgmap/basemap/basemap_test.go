package basemap

import (
	"bytes"
	"cmp"
	"compress/flate"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
)

// file is the file of the program, and its greatest size in bytes.
const (
	file    = "../world.basemap"
	largest = 1_500_000
)

func readWorld(t testing.TB) (*Map, []byte) {
	t.Helper()
	data, err := os.ReadFile(file)
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
			if got := level.OnLand(row.at); got != row.land {
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
		"nothing":       nil,
		"another file":  []byte("PNG"),
		"a short file":  encoded[:len(encoded)-5],
		"no levels":     []byte(magic),
		"many levels":   packed(t, []byte{0xff, 0xff, 0x7f}),
		"no units":      packed(t, []byte{1, 0, 0, 0, 0, 0, 0, 0}),
		"a far point":   packed(t, []byte{1, 1, 1, 1, 0xff, 0xff, 0x7f, 0, 0, 0, 0, 0, 0}),
		"bytes after":   packed(t, []byte{0, 0, 0, 9}),
		"a short text":  packed(t, []byte{0, 1, 9, 'x'}),
		"a long number": packed(t, bytes.Repeat([]byte{0xff}, 12)),
	} {
		if m, err := Decode(data); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, %v", name, m, err)
		}
	}
}

func packed(t testing.TB, data []byte) []byte {
	t.Helper()
	out, err := pack(data)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func FuzzDecode(f *testing.F) {
	encoded, err := Encode(small())
	if err != nil {
		f.Fatal(err)
	}
	unpacked, err := io.ReadAll(flate.NewReader(bytes.NewReader(encoded[len(magic):])))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(unpacked)
	f.Add([]byte{1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Decode(packed(t, data))
		if err != nil {
			return
		}
		for _, level := range m.Levels {
			for _, line := range slices.Concat(level.Land, level.Lakes, level.Borders, level.Rivers) {
				for _, p := range line.Points() {
					if !line.Box.Holds(p) {
						t.Fatalf("%v is outside its box %v", p, line.Box)
					}
				}
			}
		}
	})
}

// TestNear checks that a ring of the points near a box is, cut to the box, the same as one of
// all points.
func TestNear(t *testing.T) {
	m, _ := readWorld(t)
	for _, box := range []Box{{West: 3, South: 50, East: 8, North: 54}, {West: -80, South: -60, East: -60, North: -30}, {West: 175, South: -20, East: 185, North: -15}} {
		for _, line := range m.Levels[2].Land {
			near, all := ClipRing(line.Near(box), box), ClipRing(line.Points(), box)
			if difference := Area(near) - Area(all); difference > 1e-6 || difference < -1e-6 {
				t.Errorf("a ring in %v has another area by %g in %v", line.Box, difference, box)
			}
		}
	}
}
