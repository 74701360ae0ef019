package sitemap

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// document is what the schemas of the protocol have (sitemap.xsd, siteindex.xsd).
type document struct {
	XMLName xml.Name
	URLs    []entry `xml:"url"`
	Maps    []entry `xml:"sitemap"`
}

type entry struct {
	Loc     string `xml:"loc"`
	Lastmod string `xml:"lastmod"`
}

func TestWriter(t *testing.T) {
	changed := time.Date(2024, 5, 16, 12, 0, 0, 0, time.FixedZone("CEST", 7200))
	hostile := `https://data.museum.example/a?b=1&c='"<>`
	for _, row := range []struct {
		name string
		new  func(*bytes.Buffer) *Writer
		root string
		get  func(document) []entry
	}{
		{"map", func(b *bytes.Buffer) *Writer { return NewMap(b) }, "urlset", func(d document) []entry { return d.URLs }},
		{"index", func(b *bytes.Buffer) *Writer { return NewIndex(b) }, "sitemapindex", func(d document) []entry { return d.Maps }},
	} {
		var b bytes.Buffer
		w := row.new(&b)
		if !w.Add(hostile, changed) || !w.Add("https://data.museum.example/b", time.Time{}) {
			t.Errorf("%s: there is no room", row.name)
		}
		if w.Add("https://data.museum.example/"+strings.Repeat("x", 2048), changed) {
			t.Errorf("%s: an address that is too long is written", row.name)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		var got document
		if err := xml.Unmarshal(b.Bytes(), &got); err != nil {
			t.Fatalf("%s: %v\n%s", row.name, err, b.String())
		}
		if got.XMLName.Local != row.root || got.XMLName.Space != "http://www.sitemaps.org/schemas/sitemap/0.9" {
			t.Errorf("%s: the root is %v", row.name, got.XMLName)
		}
		want := []entry{{hostile, "2024-05-16T10:00:00Z"}, {"https://data.museum.example/b", ""}}
		if !slices.Equal(row.get(got), want) {
			t.Errorf("%s: %v, want %v", row.name, row.get(got), want)
		}
	}
}

// TestWriterLimits writes as much as anybody might want to.
func TestWriterLimits(t *testing.T) {
	for name, length := range map[string]int{"short": 10, "long": 2000} {
		var b bytes.Buffer
		w := NewMap(&b)
		added := 0
		for i := range MaxEntries + 10 {
			if w.Add("https://data.museum.example/"+strings.Repeat("&", length)+fmt.Sprint(i), time.Time{}) {
				added++
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if added > MaxEntries || b.Len() > MaxBytes {
			t.Errorf("%s: %d addresses in %d bytes", name, added, b.Len())
		}
		if !w.IsFull() {
			t.Errorf("%s: it is not full with %d addresses in %d bytes", name, added, b.Len())
		}
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, fmt.Errorf("the disk is full") }

func TestWriterTellsErrors(t *testing.T) {
	w := NewMap(broken{})
	w.Add("https://data.museum.example/a", time.Time{})
	if err := w.Close(); err == nil || !strings.Contains(err.Error(), "the disk is full") {
		t.Errorf("%v", err)
	}
}

func TestRobots(t *testing.T) {
	got := Robots{Disallow: []string{"/-/"}, Allow: []string{"/-/assets/"}, Sitemap: "https://data.museum.example/-/sitemap.xml"}.Text()
	want := "User-agent: *\nDisallow: /-/\nAllow: /-/assets/\n\nSitemap: https://data.museum.example/-/sitemap.xml\n"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestDivision(t *testing.T) {
	d := NewDivision()
	d.Append("d", 2)
	d.Append("h", 2)
	d.Grow(5)
	at := time.Date(2024, 5, 16, 0, 0, 0, 0, time.UTC)
	for i, name := range []string{"b", "d", "e", "z"} {
		d.Note(name, uint64(i+1), at.Add(time.Duration(i)*time.Hour), 1)
	}
	d.Note("zz", 9, at, -1) // an earlier time changes no later one
	show := func() string {
		var out []string
		for _, p := range d.Parts() {
			out = append(out, fmt.Sprintf("%d:%s-%s:%d@%d", p.Number, p.After, p.Until, p.Count, p.Position))
		}
		return strings.Join(out, " ")
	}
	if got, want := show(), "1:-d:4@2 2:d-h:3@3 3:h-:5@9"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if p, _ := d.ByNumber(3); !p.Changed.Equal(at.Add(3 * time.Hour)) {
		t.Errorf("the third has changed at %v", p.Changed)
	}
	if p, ok := d.Oversized(4); !ok || p.Number != 3 {
		t.Errorf("%v is too large", p)
	}
	d.Split(1, "b", 3)
	if got, want := show(), "1:-b:3@2 4:b-d:1@2 2:d-h:3@3 3:h-:5@9"; got != want {
		t.Errorf("after a split %s, want %s", got, want)
	}
	d.Note("c", 10, at, 1)
	if p, _ := d.ByNumber(4); p.Count != 2 || p.Position != 10 {
		t.Errorf("%+v", p)
	}
	if _, ok := d.ByNumber(5); ok {
		t.Error("there is a fifth part")
	}
}
