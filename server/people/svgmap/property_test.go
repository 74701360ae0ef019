package svgmap

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"vitrine/checks/thorough"
)

// largestDrawing is how large a map may be, in bytes.
const largestDrawing = 150_000

// check says what holds of every map: it is well-formed, has no styles and scripts, ids that
// differ, and all its coordinates are within the picture.
func check(t testing.TB, markup string, marks []Mark) {
	t.Helper()
	if len(markup) > largestDrawing {
		t.Errorf("it has %d bytes", len(markup))
	}
	ids := map[string]bool{}
	var width, height float64
	decoder := xml.NewDecoder(strings.NewReader(markup))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("it is not well-formed: %v\nof %v\n%.2000s", err, marks, markup)
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if element.Name.Local == "script" || element.Name.Local == "style" || element.Name.Local == "foreignObject" {
			t.Fatalf("there is an element %s", element.Name.Local)
		}
		for _, a := range element.Attr {
			switch {
			case a.Name.Local == "style" || strings.HasPrefix(a.Name.Local, "on"):
				t.Fatalf("there is an attribute %s", a.Name.Local)
			case a.Name.Local == "id" && ids[a.Value]:
				t.Fatalf("two elements have the id %s", a.Value)
			case a.Name.Local == "id":
				ids[a.Value] = true
			case a.Name.Local == "viewBox":
				if _, err := fmt.Sscanf(a.Value, "0 0 %f %f", &width, &height); err != nil {
					t.Fatal(err)
				}
			case a.Name.Local == "d" && !hasClass(element, "map-arrow"):
				within(t, a.Value, width, height)
			case a.Name.Local == "transform":
				var x, y float64
				if _, err := fmt.Sscanf(a.Value, "translate(%f %f)", &x, &y); err != nil || !(x >= 0 && x <= width && y >= 0 && y <= height) {
					t.Fatalf("%s is outside the picture, %v", a.Value, err)
				}
			}
		}
	}
}

func hasClass(e xml.StartElement, class string) bool {
	for _, a := range e.Attr {
		if a.Name.Local == "class" && strings.Contains(" "+a.Value+" ", " "+class+" ") {
			return true
		}
	}
	return false
}

var commands = regexp.MustCompile(`([MlQz])([^MlQz]*)`)
var numbers = regexp.MustCompile(`-?(\d+\.?\d*|\.\d+)`)

// within follows the pen of a path. The control points of curves may be outside.
func within(t testing.TB, data string, width, height float64) {
	t.Helper()
	var x, y, startX, startY float64
	matched := 0
	for _, c := range commands.FindAllStringSubmatch(data, -1) {
		matched += len(c[0])
		var values []float64
		for _, n := range numbers.FindAllString(c[2], -1) {
			v, err := strconv.ParseFloat(n, 64)
			if err != nil {
				t.Fatal(err)
			}
			values = append(values, v)
		}
		if c[1] == "Q" {
			values = values[2:]
		}
		for i := 0; i+1 < len(values); i += 2 {
			if c[1] == "l" {
				x, y = x+values[i], y+values[i+1]
			} else {
				x, y = values[i], values[i+1]
			}
			if x < -0.11 || y < -0.11 || x > width+0.11 || y > height+0.11 {
				t.Fatalf("%g, %g is outside the picture of %g by %g, in %.200s", x, y, width, height, data)
			}
			if c[1] == "M" {
				startX, startY = x, y
			}
		}
		if c[1] == "z" {
			x, y = startX, startY
		}
	}
	if matched != len(data) {
		t.Fatalf("the path has other commands: %.200s", data)
	}
}

// TestDrawAnything draws random geometries with hostile names.
func TestDrawAnything(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	a := newAtlas(t)
	names := []string{"", "Delft", `"><script>alert(1)</script>`, "a\x00b\x1f\ufffe\xff", "&amp;]]>", "مصر", strings.Repeat("long ", 500), "東京", "'"}
	for range thorough.Rounds(25, 100) {
		var marks []Mark
		for range 1 + random.IntN(6) {
			name := names[random.IntN(len(names))]
			marks = append(marks, Mark{Kind: Kind(random.IntN(4)), Label: name, Lang: name, Href: "/" + name, Geometry: randomGeometry(random), Count: random.Uint64()})
		}
		name := names[random.IntN(len(names))]
		check(t, string(a.Draw(Request{ID: "m", Title: name, Description: name, Language: name, Marks: marks}).HTML), marks)
	}
}

func randomGeometry(random *rand.Rand) string {
	west, south, size := random.Float64()*360-180, random.Float64()*180-90, []float64{0.01, 1, 20, 400}[random.IntN(4)]
	point := func() string {
		x, y := west+random.Float64()*size, south+random.Float64()*size
		if random.IntN(20) == 0 {
			x, y = float64(random.IntN(3)-1)*180, float64(random.IntN(3)-1)*90
		}
		return fmt.Sprintf("%g %g", min(x, 180), min(y, 90))
	}
	points := func(n int) string {
		var out []string
		for range n {
			out = append(out, point())
		}
		return strings.Join(out, ",")
	}
	first := point()
	ring := "(" + first + "," + points(2+random.IntN(30)) + "," + first + ")"
	switch random.IntN(6) {
	case 0:
		return "POINT(" + point() + ")"
	case 1:
		return "LINESTRING(" + points(2+random.IntN(50)) + ")"
	case 2:
		return "MULTIPOINT(" + points(1+random.IntN(50)) + ")"
	case 3:
		return "POLYGON(" + ring + ")"
	case 4:
		return "MULTIPOLYGON((" + ring + "),(" + ring + "," + ring + "))"
	default:
		return "GEOMETRYCOLLECTION(POINT(" + point() + "),POLYGON(" + ring + "))"
	}
}

// TestManyVertices draws what is as large as may be: the map stays small.
func TestManyVertices(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	var ring, parts strings.Builder
	for i := range 100_000 {
		angle := float64(i) / 100_000
		fmt.Fprintf(&ring, "%g %g,", 5+3*angle+random.Float64()*4, 45+6*random.Float64())
	}
	ring.WriteString("5 45")
	for i := range 20_000 {
		x, y := random.Float64()*20, random.Float64()*20
		if i > 0 {
			parts.WriteByte(',')
		}
		fmt.Fprintf(&parts, "((%g %g,%g %g,%g %g,%g %g))", x, y, x+.3, y, x, y+.3, x, y)
	}
	a := newAtlas(t)
	polygon := Mark{Label: "Polygon", Geometry: "POLYGON((5 45," + ring.String() + "))"}
	check(t, string(a.Draw(Request{ID: "m", Marks: []Mark{polygon, {Label: "Line", Geometry: "LINESTRING(" + ring.String() + ")"}}}).HTML), nil)
	check(t, string(a.Draw(Request{ID: "m", Marks: []Mark{{Label: "Parts", Geometry: "MULTIPOLYGON(" + parts.String() + ")"}}}).HTML), nil)
	for kind := range Cluster + 1 {
		var many []Mark
		for i := range 6000 {
			many = append(many, Mark{Kind: kind, Label: strings.Repeat("Name ", 60), Lang: "en", Href: "/" + strings.Repeat("x", 60), Geometry: fmt.Sprintf("POINT(%g %g)", random.Float64()*300-150, random.Float64()*120-60), Count: uint64(i)})
		}
		many = append(many[:0:0], append([]Mark{{Geometry: "POINT(0 0)"}}, many...)...)
		d := a.Draw(Request{ID: "m", Marks: many})
		check(t, string(d.HTML), nil)
		if len(d.Omissions) == 0 {
			t.Errorf("nothing of %d marks of kind %d is reported as left out", len(many), kind)
		}
	}
}

func FuzzDraw(f *testing.F) {
	for _, r := range requests() {
		for _, m := range r.Marks {
			f.Add(m.Geometry, m.Label, int(m.Kind))
		}
	}
	a := newAtlas(f)
	f.Fuzz(func(t *testing.T, geometry, label string, kind int) {
		d := a.Draw(Request{ID: "m", Title: label, Marks: []Mark{{Kind: Kind(kind), Geometry: geometry, Label: label, Href: label, Lang: label}, mark(Place, "Delft", "POINT(4.357 52.012)")}})
		check(t, string(d.HTML), nil)
	})
}

func BenchmarkDraw(b *testing.B) {
	a := newAtlas(b)
	for _, r := range requests() {
		b.Run(r.ID, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				a.Draw(r)
			}
		})
	}
}

func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		newAtlas(b)
	}
}

// TestShortLabel tells where a label ends.
func TestShortLabel(t *testing.T) {
	for name, want := range map[string]string{
		"Delft":                                  "Delft",
		"National Gallery of Art, West Building": "National Gallery of Art, West…",
		"A name of thirty-six letters, and it is one":        "A name of thirty-six letters, and it…",
		"Llanfairpwllgwyngyllgogerychwyrndrobwllllantysilio": "Llanfairpwllgwyngyllgogerychwyrndrob…",
		"東京都千代田区丸の内一丁目九番一号東京駅丸の内駅舎南口ドーム天井装飾の間":               "東京都千代田区丸の内一丁目九番一号東京駅丸の内駅舎南口ドーム天井装飾の間",
	} {
		if got := shortLabel(name); got != want {
			t.Errorf("%q is shown as %q, not %q", name, got, want)
		}
	}
}
