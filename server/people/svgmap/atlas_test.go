package svgmap

import (
	"fmt"
	"strings"
	"testing"

	"vitrine/checks/golden"
	"vitrine/server/people/svgmap/basemap"
)

func newAtlas(t testing.TB) *Atlas {
	t.Helper()
	a, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func mark(kind Kind, label, geometry string) Mark {
	return Mark{Kind: kind, Label: label, Geometry: geometry, Href: "/place/" + strings.ToLower(strings.ReplaceAll(label, " ", "-"))}
}

// requests are maps of each kind.
func requests() []Request {
	neighbours := []Mark{
		mark(Neighbour, "Amsterdam", "POINT(4.9 52.37)"), mark(Neighbour, "The Hague", "POINT(4.3 52.07)"),
		mark(Neighbour, "Mauritshuis", "POINT(4.3143 52.0804)"), mark(Neighbour, "Washington", "POINT(-77.04 38.91)"),
	}
	return []Request{
		{ID: "place", Title: "Map of Delft", Description: "Delft with its neighbours", Language: "nl", Marks: append([]Mark{mark(Place, "Delft", "POINT(4.357 52.012)")}, neighbours...)},
		{ID: "journey", Title: "Journey", Language: "fr", Marks: []Mark{
			mark(Stop, "Delft", "POINT(4.357 52.012)"), mark(Stop, "The Hague", "POINT(4.3 52.07)"), mark(Stop, "Paris", "POINT(2.35 48.857)"),
			mark(Stop, "London", "POINT(-0.128 51.507)"), mark(Stop, "Paris", "POINT(2.35 48.857)"),
		}},
		{ID: "antimeridian", Title: "Fiji", Language: "en", Marks: []Mark{mark(Place, "Fiji", "POLYGON((177 -19, -178 -19, -178 -16, 177 -16, 177 -19))")}},
		{ID: "pole", Title: "Antarctica", Language: "de", Marks: []Mark{mark(Place, "Antarctica", "POLYGON((-180 -90, 180 -90, 180 -63, -180 -63, -180 -90))")}},
		{ID: "parts", Title: "Parts", Marks: []Mark{mark(Place, "Parts", "GEOMETRYCOLLECTION(POINT(10 45), MULTIPOINT(11 46, 12 47), LINESTRING(10 47, 12 45), MULTIPOLYGON(((13 45,15 45,15 47,13 47,13 45),(13.5 45.5,14.5 45.5,14.5 46.5,13.5 46.5,13.5 45.5)),((16 45,17 45,16.5 46,16 45))))")}},
		{ID: "clusters", Title: "Places", Marks: []Mark{
			{Kind: Cluster, Label: "Delft", Geometry: "POINT(4.357 52.012)", Count: 12, Href: "/?place=delft"}, {Kind: Cluster, Label: "Paris", Geometry: "POINT(2.35 48.857)", Count: 3},
			{Kind: Cluster, Label: "Cairo", Geometry: "POINT(31.2 30)", Count: 12345, Href: "/?place=cairo"}, {Kind: Cluster, Label: "Lima", Geometry: "POINT(-77 -12)", Count: 1}, {Kind: Cluster, Label: "Sydney", Geometry: "POINT(151 -34)", Count: 2},
		}},
	}
}

func TestDraw(t *testing.T) {
	a := newAtlas(t)
	for _, r := range requests() {
		t.Run(r.ID, func(t *testing.T) {
			d := a.Draw(r)
			if len(d.Omissions) > 0 {
				t.Errorf("left out: %v", d.Omissions)
			}
			check(t, string(d.HTML), nil)
			checkMap(t, r.ID, string(d.HTML))
		})
	}
}

// checkMap compares a map with the file of its name. Only the first part of the paths of the
// base map is in it, since those change with the data.
func checkMap(t *testing.T, name, got string) {
	t.Helper()
	golden.Check(t, "testdata/"+name+".svg", shortened(got))
}

func shortened(svg string) string {
	var out []string
	for _, line := range strings.Split(strings.ReplaceAll(svg, "><", ">\n<"), "\n") {
		if before, data, ok := strings.Cut(line, ` d="`); ok && len(data) > 200 {
			line = fmt.Sprintf(`%s d="%s …"/>`, before, data[:80])
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n") + "\n"
}

func TestOmissions(t *testing.T) {
	a := newAtlas(t)
	delft := mark(Place, "Delft", "POINT(4.357 52.012)")
	for name, row := range map[string]struct {
		geometry string
		reason   Reason
		drawn    bool
	}{
		"no geometry":       {"somewhere", Unreadable, false},
		"no text":           {"", Unreadable, false},
		"empty":             {"POINT EMPTY", Empty, false},
		"an empty polygon":  {"POLYGON EMPTY", Empty, false},
		"beyond the world":  {"POINT(181 0)", OutOfRange, false},
		"in metres":         {"POINT(155000 463000)", OutOfRange, false},
		"a part beyond":     {"MULTIPOINT(1 1, 2 91)", OutOfRange, true},
		"a polygon beyond":  {"POLYGON((0 0, 200 0, 5 5, 0 0))", OutOfRange, false},
		"not a number":      {"POINT(NaN 1)", Unreadable, false},
		"an infinite one":   {"POINT(1e999 1)", Unreadable, false},
		"too many points":   {"MULTIPOINT(" + strings.Repeat("1 1, ", maxParts) + "2 2)", TooLarge, true},
		"a very long text":  {"POINT(1 " + strings.Repeat("1", maxText) + ")", TooLarge, false},
		"too many vertices": {"LINESTRING(" + strings.Repeat("1 1, ", maxVertices) + "2 2)", TooLarge, false},
	} {
		d := a.Draw(Request{ID: "m", Marks: []Mark{{Geometry: row.geometry}}})
		if len(d.Omissions) != 1 || d.Omissions[0] != (Omission{0, row.reason}) || (d.HTML != "") != row.drawn {
			t.Errorf("%s: %v, drawn %t; want reason %d, drawn %t", name, d.Omissions, d.HTML != "", row.reason, row.drawn)
		}
		d = a.Draw(Request{ID: "m", Marks: []Mark{delft, {Geometry: row.geometry}}})
		if len(d.Omissions) != 1 || d.Omissions[0].Mark != 1 || !strings.Contains(string(d.HTML), "Delft") {
			t.Errorf("%s, beside Delft: %v", name, d.Omissions)
		}
	}
}

func TestNothingToDraw(t *testing.T) {
	a := newAtlas(t)
	for name, marks := range map[string][]Mark{"no marks": nil, "neighbours alone": {mark(Neighbour, "Delft", "POINT(4 52)")}} {
		if d := a.Draw(Request{ID: "m", Marks: marks}); d.HTML != "" || len(d.Omissions) != 0 {
			t.Errorf("%s: %v", name, d)
		}
	}
}

func TestLinks(t *testing.T) {
	a := newAtlas(t)
	for href, want := range map[string]bool{
		"/place/1": true, "https://museum.example/1": true, "?q=a&b=%22": true, "": false,
		"javascript:alert(1)": false, "JavaScript:alert(1)": false, " javascript:alert(1)": false, "data:text/html,x": false, "\x00http://x": false,
	} {
		d := string(a.Draw(Request{ID: "m", Title: "T", Marks: []Mark{{Label: "Here", Geometry: "POINT(1 1)", Href: href}}}).HTML)
		if got := strings.Contains(d, "<a "); got != want {
			t.Errorf("%q is linked: %t", href, got)
		}
		role := `role="img"`
		if want {
			role = `role="group"`
		}
		if !strings.Contains(d, role) {
			t.Errorf("%q: the map has not %s", href, role)
		}
	}
}

func TestStopsKeepTheirNumbers(t *testing.T) {
	a := newAtlas(t)
	d := a.Draw(Request{ID: "m", Marks: []Mark{mark(Stop, "Delft", "POINT(4 52)"), mark(Stop, "Nowhere", ""), mark(Stop, "Paris", "POINT(2 48)")}})
	for number, want := range map[string]bool{">1 <": true, ">2 <": false, ">3 <": true} {
		if strings.Contains(string(d.HTML), number) != want {
			t.Errorf("the number %s is there: %t", number, !want)
		}
	}
}

// TestStopsStayInside puts stops with many numbers at the edges of a picture.
func TestStopsStayInside(t *testing.T) {
	v := view{width: mapWidth, height: mapHeight}
	for _, corner := range []basemap.Point{{}, {X: mapWidth}, {Y: mapHeight}, {X: mapWidth, Y: mapHeight}, {X: mapWidth / 2, Y: mapHeight / 2}} {
		f := figure{kind: Stop, number: "1, 2, 3, 4, 5", radius: stopRadius, at: corner, dots: []basemap.Point{corner}}
		f.keepInside(v)
		if west, east := f.at.X-f.wide()/2, f.at.X+f.wide()/2; west < 0 || east > mapWidth || f.at.Y < stopRadius || f.at.Y > mapHeight-stopRadius || f.dots[0] != f.at {
			t.Errorf("%v: the stop is at %v, from %g to %g", corner, f.at, west, east)
		}
	}
}

func TestMiddle(t *testing.T) {
	for geometry, want := range map[string]string{
		"POINT(4.357 52.012)": "POINT(4.35700 52.01200)", "POLYGON((0 0, 2 0, 2 2, 0 2, 0 0))": "POINT(1.00000 1.00000)",
		"POLYGON((170 0, -170 0, -170 10, 170 10, 170 0))": "POINT(180.00000 5.00000)", "POLYGON((178 0, -160 0, -160 10, 178 10, 178 0))": "POINT(-171.00000 5.00000)",
		"here": "", "POINT EMPTY": "",
	} {
		if got := Middle(geometry); got != want {
			t.Errorf("%s: %s, want %s", geometry, got, want)
		}
	}
}
