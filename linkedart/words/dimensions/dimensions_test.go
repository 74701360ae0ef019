package dimensions

import (
	"encoding/json"
	"strings"
	"testing"
)

var cases = []struct{ text, want string }{
	{"H: 30.5 cm, W. 12 1/2 in. (framed)", "height 30.5 cm frame; width 12.5 in frame"},
	{"30 x 40 x 2 cm", "height 30 cm; width 40 cm; depth 2 cm"},
	{"30 × 40 cm", "height 30 cm; width 40 cm"},
	{"30,5 x 40 cm", "height 30.5 cm; width 40 cm"},
	{"12 1/2 x 16 3/8 in. (31.8 x 41.6 cm)", "height 12.5 in; width 16.375 in; height 31.8 cm; width 41.6 cm"},
	{"12½ x 16 in.", "height 12.5 in; width 16 in"},
	{"Image: 20 x 30 cm; sheet: 25 x 35 cm", "height 20 cm image; width 30 cm image; height 25 cm sheet; width 35 cm sheet"},
	{"Diam. 20 cm", "diameter 20 cm"},
	{"Ø 20 cm", "diameter 20 cm"},
	{"Höhe 30 cm, Breite 20 cm, Tiefe 5 cm", "height 30 cm; width 20 cm; depth 5 cm"},
	{"H. 30 cm; B. 20 cm", "height 30 cm; width 20 cm"},
	{"30 cm high, 20 cm wide", "height 30 cm; width 20 cm"},
	{"30 cm", " 30 cm"},
	{"Weight: 2.5 kg", "weight 2.5 kg"},
	{"h 30 x w 20 cm", "height 30 cm; width 20 cm"},
	{"30 cm x 20 cm", "height 30 cm; width 20 cm"},
	{"framed: 50 x 60 cm", "height 50 cm frame; width 60 cm frame"},
	{"007 mm", " 7 mm"},
	{"12 1/3 in.", "?"},
	{"1,234 cm", "?"},
	{"30 x 40", "?"},
	{"30 x cm", "?"},
	{"x 30 cm", "?"},
	{"about as large as a hand", "?"},
	{"30 cm from the edge", "?"},
	{"H 30 W", "?"},
	{"H x B x T: 89 x 42 x 50 cm", "height 89 cm; width 42 cm; depth 50 cm"},
	{"B x H 30 x 20,5 cm; Dm. 4 cm", "width 30 cm; height 20.5 cm; diameter 4 cm"},
	{"H x B x T: 89 x 42 cm", "?"},
	{"H x 30 cm", "?"},
	{"15 cm (Höhe)", "height 15 cm"},
	{"15 x 20 cm (Höhe)", "?"},
	{"30 cm (diam.), 12 cm (h.)", "diameter 30 cm; height 12 cm"},
	{"14 in. (35.6 cm) high", "height 14 in; height 35.6 cm"},
	{"14 in. (35.6 cm) high x 10 in. (25.4 cm) wide", "height 14 in; height 35.6 cm; width 10 in; width 25.4 cm"},
	{"H. 14 in. (35.6 cm), W. 10 in.", "height 14 in; height 35.6 cm; width 10 in"},
	{"14 in. (35.6 cm) in height", "height 14 in; height 35.6 cm"},
	{"14 x 20 in. (50 cm) high", "?"},
	{"14 in. (20 in.) high", "?"},
	{"H 30 cm (5 kg)", "height 30 cm;  5 kg"},
	{"14 in. (35.6 cm), 10 in.", " 14 in;  35.6 cm;  10 in"},
	{"12 cm hoch", "height 12 cm"},
	{"9 3/4 inches wide", "width 9.75 in"},
	{"20 cm in diameter", "diameter 20 cm"},
	{"30 cm de haut", "height 30 cm"},
	{"12 cm im Durchmesser", "diameter 12 cm"},
	{"5 ft. 3 in. high", "?"},
	{"H 5 ft, W 3 in", "height 5 ft; width 3 in"},
	{"", "?"},
	{"cm", "?"},
	{"12/8 in", "?"},
	{"1 x 2 x 3 x 4 cm", " 1 cm;  2 cm;  3 cm;  4 cm"},
}

func short(all []Dimension, ok bool) string {
	if !ok {
		return "?"
	}
	var out []string
	for _, d := range all {
		text := d.Kind + " " + d.Value + " " + d.Unit
		if d.Part != "" {
			text += " " + d.Part
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

func reader(t testing.TB, o Options) *Reader {
	t.Helper()
	r, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRead(t *testing.T) {
	r := reader(t, Options{})
	for _, c := range cases {
		if got := short(r.Read(c.text)); got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}

func TestOptions(t *testing.T) {
	r := reader(t, Options{WidthFirst: true, Unit: "in"})
	if got := short(r.Read("30 x 40")); got != "width 30 in; height 40 in" {
		t.Error(got)
	}
	if d, ok := r.Column("height", "7.875"); !ok || d != (Dimension{"height", "7.875", "in", ""}) {
		t.Errorf("%+v, %v", d, ok)
	}
	for _, value := range []string{"0.0", "", "3 x 4", "none"} {
		if d, ok := r.Column("height", value); ok {
			t.Errorf("%q is %+v", value, d)
		}
	}
	if _, err := New(Options{Unit: "furlong"}); err == nil {
		t.Error("a unit that there is not")
	}
}

func TestEntity(t *testing.T) {
	got, err := json.Marshal(Dimension{"height", "30.50", "cm", ""}.Entity())
	want := `{"type":"Dimension","classified_as":[{"id":"http://vocab.getty.edu/aat/300055644","type":"Type","_label":"Height"}],"value":30.50,"unit":{"id":"http://vocab.getty.edu/aat/300379098","type":"MeasurementUnit","_label":"centimeters"}}`
	if err != nil || string(got) != want {
		t.Errorf("%s, %v", got, err)
	}
}

// FuzzRead checks that what is read can be written as JSON, with a unit.
func FuzzRead(f *testing.F) {
	for _, c := range cases {
		f.Add(c.text)
	}
	r := reader(f, Options{})
	f.Fuzz(func(t *testing.T, text string) {
		all, ok := r.Read(text)
		for _, d := range all {
			if _, err := json.Marshal(d.Entity()); ok && (err != nil || d.Entity().Unit == nil) {
				t.Errorf("%q: %+v: %v", text, d, err)
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	r := reader(b, Options{})
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		r.Read(cases[i%len(cases)].text)
	}
}
