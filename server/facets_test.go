package server

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"

	ldcontext "vitrine/context"
	"vitrine/serialize/formats"
	"vitrine/serialize/jsonld"
)

// collectionRecords are a painter, a place with coordinates, a set, and paintings in it.
func collectionRecords() []string {
	const head = `{"@context": "https://linked.art/ns/v1/linked-art.json", `
	out := []string{
		head + `"id": "` + testBase + `person/v", "type": "Person", "identified_by": [{"type": "Name", "content": "Johannes Vermeer"}]}`,
		head + `"id": "` + testBase + `place/delft", "type": "Place", "_label": "Delft", "defined_by": "POINT(4.36 52.01)"}`,
		head + `"id": "` + testBase + `set/s", "type": "Set", "_label": "Paintings"}`,
	}
	for i := range 3 {
		out = append(out, head+fmt.Sprintf(`"id": "%[1]sobject/%[2]d", "type": "HumanMadeObject", "_label": "Painting %[2]d",
			"classified_as": [{"id": "http://vocab.getty.edu/aat/300033618", "type": "Type", "_label": "Painting"}],
			"member_of": [{"id": "%[1]sset/s", "type": "Set"}],
			"representation": [{"type": "VisualItem", "digitally_shown_by": [{"type": "DigitalObject", "access_point": [{"id": "https://images.example/%[2]d.jpg", "type": "DigitalObject"}], "format": "image/jpeg"}]}],
			"produced_by": {"type": "Production", "carried_out_by": [{"id": "%[1]sperson/v", "type": "Person"}],
				"took_place_at": [{"id": "%[1]splace/delft", "type": "Place"}],
				"timespan": {"type": "TimeSpan", "begin_of_the_begin": "165%[2]d-01-01T00:00:00Z", "end_of_the_end": "165%[2]d-12-31T23:59:59Z"}}}`, testBase, i))
	}
	return out
}

// gallery is a server with these records.
func gallery(t *testing.T, change func(*Config)) *Server {
	t.Helper()
	all := formats.All(jsonld.New(ldcontext.New(nil)))
	store := newTestStore(t)
	for _, text := range collectionRecords() {
		store.put(t, decodeOne(t, all.ByName("jsonld"), text))
	}
	config := Config{Store: store, Formats: all, BaseURL: testBase, Title: "Gallery", Maps: testMaps(t)}
	change(&config)
	s, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	return s
}

// TestPagesOfCollection reads the front page, a list and searches, with an index and
// without.
func TestPagesOfCollection(t *testing.T) {
	with := gallery(t, func(c *Config) {
		c.Search = indexOf(t, c.Store)
		c.Theme = fstest.MapFS{"introduction.md": {Data: []byte("Welcome.")}}
	})
	without := gallery(t, func(*Config) {})
	// A search waits for the index, which the front page and suggestions do not.
	if r := do(t, with, "GET", "/-/search?q=vermeer"); r.StatusCode != 200 {
		t.Fatal(body(t, r))
	}
	maker := url.QueryEscape(testBase + "person/v")
	for _, test := range []struct {
		s      *Server
		target string
		has    []string
		hasNot []string
	}{
		{with, "/", []string{"<title>Gallery</title>", "<p>Welcome.</p>", "6 records", `<a href="/object/"><span class="number">3</span> Objects</a>`,
			`href="/object/`, "images.example/", ">Delft<", "area=4.25", "1 place<"}, []string{`class="histogram`}},
		{with, "/?lang=nl", []string{"6 records", "Objecten", "1 plaats<"}, []string{">Objects<"}},
		{without, "/", []string{"6 records", `<a href="/object/"><span class="number">3</span> Objects</a>`}, []string{"<svg", `class="histogram`, "<form"}},
		{with, "/object/", []string{"<h1>Objects</h1>", `href="/-/search?maker=` + maker + `&amp;in=object%2F" rel="nofollow">Johannes Vermeer</a> <span class="count">3</span>`,
			`href="/-/search?century=17&amp;in=object%2F" rel="nofollow">17th century</a>`}, nil},
		{without, "/object/", []string{"Painting 0"}, []string{`class="facets`}},
		{with, "/-/search?q=vermeer&class=HumanMadeObject", []string{"3 in all", "Johannes Vermeer"}, nil},
		{with, "/-/search?area=4,52,4.5,52.25", []string{"4 in all", "Delft", "Painting 1"}, nil},
		{with, "/-/search?area=4,52,4.5,52.25&class=Place", []string{"1 in all", "Delft"}, nil},
		{with, "/-/search?class=HumanMadeObject&view=map", []string{`href="/-/search?class=HumanMadeObject&amp;area=4.25%2C52%2C4.5%2C52.25&amp;view=map"`,
			`rel="nofollow" aria-current="true">map</a>`, "images.example/0.jpg"}, nil},
		{with, "/-/search?class=HumanMadeObject&sort=-change&view=lines", []string{`rel="nofollow" aria-current="true">last changed first</a>`,
			`<a href="/-/search?class=HumanMadeObject&amp;sort=-change" rel="nofollow">pictures</a>`}, []string{"images.example/0.jpg", "<svg class=\"map"}},
		{with, "/object/?view=lines", []string{`<a href="/object/" rel="nofollow">pictures</a>`, `<a href="/-/search?in=object%2F&amp;view=map" rel="nofollow">map</a>`,
			`<a href="/-/search?in=object%2F&amp;sort=-change&amp;view=lines" rel="nofollow">`}, []string{"images.example/0.jpg"}},
		{without, "/object/?view=lines", []string{`<a href="/object/" rel="nofollow">pictures</a>`}, []string{"images.example/0.jpg", "view=map", "sort="}},
		{with, "/-/search?member_of=" + url.QueryEscape(testBase+"set/s"), []string{"3 in all", ": Paintings <span"}, nil},
	} {
		r := do(t, test.s, "GET", test.target, "Accept", browser)
		text := body(t, r)
		for _, want := range test.has {
			if r.StatusCode != 200 || !strings.Contains(text, want) {
				t.Errorf("%s: status %d, no %q in\n%s", test.target, r.StatusCode, want, text)
			}
		}
		for _, bad := range test.hasNot {
			if strings.Contains(text, bad) {
				t.Errorf("%s: %q in\n%s", test.target, bad, text)
			}
		}
	}
	// Objects that are highlighted are there once; a row of them has an even number.
	page := body(t, do(t, with, "GET", "/", "Accept", browser))
	if n := strings.Count(page, `<li class="card">`); n != 2 || strings.Contains(page, "Newly added") {
		t.Errorf("the front page has %d cards:\n%s", n, page)
	}
	if policy := do(t, with, "GET", "/", "Accept", browser).Header.Get("Content-Security-Policy"); !strings.Contains(policy, "https://images.example") {
		t.Errorf("the front page may not show its pictures: %s", policy)
	}
}
