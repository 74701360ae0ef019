package dataset

import (
	"bytes"
	"testing"
	"time"

	"vitrine/checks/golden"
	"vitrine/rdfstore/graph"
	"vitrine/serialize/turtle"
)

func TestFacts(t *testing.T) {
	const base = "https://data.museum.example/"
	full := facts{
		Document: base + "-/dataset", Title: "The museum's data",
		Licence: "https://creativecommons.org/publicdomain/zero/1.0/", Publisher: base + "group/museum",
		Modified: time.Date(2026, 2, 28, 23, 59, 59, 0, time.FixedZone("", 3600)),
		Home:     base, Space: base, Triples: 12345, Entities: 205,
		Classes: []classCount{
			{iri(t, "http://www.cidoc-crm.org/cidoc-crm/E21_Person"), 10},
			{iri(t, "http://www.cidoc-crm.org/cidoc-crm/E22_Human-Made_Object"), 12},
			{iri(t, "https://linked.art/ns/terms/Set"), 1},
		},
		Examples: []string{base + "person/ada", base + "place/ä"}, Roots: []string{base + "person/", base + "place/"},
		Formats: []string{"application/ld+json", "text/turtle", "application/n-triples", "application/n-quads", "application/trig",
			"application/rdf+xml", "text/html"},
		Files: []Distribution{
			{Name: "nq", URL: base + "-/dump.nq", Title: "Everything, as N-Quads", MediaType: "application/n-quads"},
			{Name: "nq.gz", URL: base + "-/dump.nq.gz", Title: "Everything, as N-Quads, packed", MediaType: "application/n-quads", Packing: "application/gzip"},
			{Name: "jsonl", URL: base + "-/dump.jsonl", Title: "Everything, as JSON Lines", MediaType: "application/jsonl"},
		},
		Feed: base + "-/activity", FeedTitle: "Changes of the museum's data",
		Services: []Service{
			{Name: "sparql", URL: base + "-/sparql", Title: "Queries", Standards: []string{"https://www.w3.org/TR/sparql11-protocol/"}, IsSPARQL: true},
			{Name: "fragments", URL: base + "-/fragments", Title: "Fragments"},
		},
	}
	stated := facts{
		Document: base + "-/dataset", Title: "The museum's data", Publisher: "https://museum.example/",
		Statement: Statement{
			TitleLanguage: "en", Descriptions: []Text{{"Paintings.", "en"}, {"Schilderijen.", "nl"}},
			PublisherName: Text{"The Museum", "en"}, Creator: Agent{"https://museum.example/", Text{"The Museum", "en"}}, Contact: Contact{"Data team", "data@museum.example"},
		},
		Files: []Distribution{{Name: "nq", URL: base + "-/dump.nq", Title: "Everything", MediaType: "application/n-quads", Size: 7, SHA256: "00ff"}},
	}
	for name, d := range map[string]facts{"full": full, "stated": stated, "empty": {Document: base + "-/dataset"}} {
		t.Run(name, func(t *testing.T) {
			g, err := d.graph()
			if err != nil {
				t.Fatal(err)
			}
			if err := g.Check(); err != nil {
				t.Error(err)
			}
			if got := len(graph.Dedup(g.Triples)); got != len(g.Triples) {
				t.Errorf("%d of %d triples are said twice", len(g.Triples)-got, len(g.Triples))
			}
			var b bytes.Buffer
			encoder := turtle.Turtle().NewEncoder(&b)
			if err := encoder.Encode(g); err != nil {
				t.Fatal(err)
			}
			if err := encoder.Close(); err != nil {
				t.Fatal(err)
			}
			golden.Check(t, "testdata/void/"+name+".ttl", b.Bytes())
		})
	}
}

func TestWhatIsNoURI(t *testing.T) {
	for _, d := range []facts{
		{}, {Document: "x"}, {Document: "https://x.example/", Licence: "free for all"}, {Document: "https://x.example/", Examples: []string{""}, Roots: []string{"a b"}},
	} {
		if _, err := d.graph(); err == nil {
			t.Errorf("%+v is described", d)
		}
	}
}
