package server

import (
	"context"
	"strings"
	"testing"

	ldcontext "vitrine/context"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/formats"
	"vitrine/serialize/jsonld"
)

const record = `{
  "@context": "https://linked.art/ns/v1/linked-art.json",
  "id": "https://data.museum.example/person/vermeer",
  "type": "Person",
  "_label": "Johannes Vermeer <& \"sons\">",
  "identified_by": [
    {"type": "Name", "content": "Johannes Vermeer", "language": [{"id": "http://vocab.getty.edu/aat/300388256", "type": "Language", "_label": "Dutch"}]}
  ],
  "born": {"type": "Birth", "timespan": {"type": "TimeSpan", "begin_of_the_begin": "1632-10-01T00:00:00Z"}, "took_place_at": [{"id": "https://data.museum.example/place/delft", "type": "Place", "_label": "Delft"}]}
}`

// TestRealFormats serves a record in every format that there is, and reads each
// answer back.
func TestRealFormats(t *testing.T) {
	contexts := ldcontext.New(nil)
	table := formats.All(jsonld.New(contexts))
	s, store := newTestServer(t, func(c *Config) { c.Formats, c.Contexts = table, contexts })
	g := decodeOne(t, table.ByName("jsonld"), record)
	store.put(t, g)
	for _, o := range s.offers.List {
		d, err := resourceOf(t, s, testBase+"person/vermeer")
		if err != nil {
			t.Fatal(err)
		}
		if d.Refs[o.Index] == "" {
			continue
		}
		for _, by := range [][2]string{{"/person/vermeer", o.FullType()}, {d.Refs[o.Index], "*/*"}} {
			if o.Triples && by[1] != "*/*" { // only who names it gets it
				continue
			}
			r := do(t, s, "GET", by[0], "Accept", by[1])
			text := body(t, r)
			if r.StatusCode != 200 || !strings.HasPrefix(r.Header.Get("Content-Type"), o.MediaType) || r.Header.Get("Content-Location") != d.Refs[o.Index] {
				t.Errorf("%s, %s: status %d, header %v", by[0], by[1], r.StatusCode, r.Header)
				continue
			}
			f := table.ByName(o.Name)
			if f == nil || f.Decode == nil {
				continue
			}
			if got := decodeOne(t, f, text); !graph.Isomorphic(got.Triples, g.Triples) {
				t.Errorf("%s, %s: another graph:\n%s", by[0], by[1], text)
			}
		}
	}
	if r := do(t, s, "GET", "/-/contexts/linked.art/ns/v1/linked-art.json"); r.StatusCode != 200 || !strings.Contains(body(t, r), `"@context"`) {
		t.Errorf("the context: status %d", r.StatusCode)
	}
}

func decodeOne(t testing.TB, f *serialize.Format, text string) *graph.Graph {
	t.Helper()
	options := serialize.DecodeOptions{Base: testBase, Name: mustIRI(t, testBase+"person/vermeer")}
	for g, err := range f.Decode(context.Background(), strings.NewReader(text), options) {
		if err != nil {
			t.Fatalf("%s: %v\n%s", f.Name, err, text)
		}
		return g
	}
	t.Fatalf("%s: no graph in %s", f.Name, text)
	return nil
}
