package server

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"vitrine/rdfstore/graph"
)

// datasetStatements returns what the description says, as N-Triples lines.
func datasetStatements(t *testing.T, s *Server) map[string]bool {
	t.Helper()
	r := do(t, s, "GET", "/-/dataset?format=ntriples")
	text := body(t, r)
	if r.StatusCode != 200 {
		t.Fatalf("status %d: %s", r.StatusCode, text)
	}
	said := map[string]bool{}
	for line := range strings.Lines(text) {
		said[strings.TrimSpace(line)] = true
	}
	return said
}

func TestDataset(t *testing.T) {
	s, store := dumpServer(t, func(c *Config) {
		c.Licence, c.Publisher, c.Title = "https://creativecommons.org/publicdomain/zero/1.0/", testBase+"group/museum", `The "museum"`
	})
	const data, void = "<" + testBase + "-/dataset#data> ", "<http://rdfs.org/ns/void#"
	want := func(triples, entities int, more ...string) {
		t.Helper()
		said := datasetStatements(t, s)
		for _, line := range append([]string{
			"<" + testBase + "-/dataset> <http://xmlns.com/foaf/0.1/primaryTopic> " + data + ".",
			data + `<http://purl.org/dc/terms/title> "The \"museum\"" .`,
			data + "<http://purl.org/dc/terms/license> <https://creativecommons.org/publicdomain/zero/1.0/> .",
			data + "<http://purl.org/dc/terms/publisher> <" + testBase + "group/museum> .",
			data + void + "uriSpace> \"" + testBase + "\" .",
			data + void + fmt.Sprintf("triples> \"%d\"^^<http://www.w3.org/2001/XMLSchema#integer> .", triples),
			data + void + fmt.Sprintf("entities> \"%d\"^^<http://www.w3.org/2001/XMLSchema#integer> .", entities),
			data + void + "feature> <http://www.w3.org/ns/formats/RDF_XML> .",
			data + void + "dataDump> <" + testBase + "-/dump.trig.zst> .",
			data + "<http://www.w3.org/ns/dcat#distribution> <" + testBase + "-/dataset#dump.jsonl.gz> .",
			"<" + testBase + "-/dataset#dump.jsonl.gz> <http://www.w3.org/ns/dcat#downloadURL> <" + testBase + "-/dump.jsonl.gz> .",
			data + "<http://www.w3.org/2000/01/rdf-schema#seeAlso> <" + testBase + "-/activity> .",
			data + void + "exampleResource> <" + testBase + "person/1> .",
			data + void + "rootResource> <" + testBase + "person/> .",
			data + void + "vocabulary> <http://www.cidoc-crm.org/cidoc-crm/> .",
		}, more...) {
			if !said[line] {
				t.Errorf("it does not say\n%s", line)
			}
		}
		if t.Failed() {
			for line := range said {
				t.Log(line)
			}
		}
	}
	want(15, 3, data+void+"exampleResource> <"+testBase+"place/1> .")
	store.put(t, ofClass(t, testBase+"object/1", "Chair", 0))
	store.remove(t, testBase+"place/1")
	want(15, 3, data+void+"exampleResource> <"+testBase+"object/1> .", data+void+"rootResource> <"+testBase+"object/> .")
	store.put(t, ofClass(t, "https://elsewhere.example/1", "Crate", 1))
	want(20, 4, data+void+"vocabulary> <https://museum.example/terms/> .")
}

func TestEmptyDataset(t *testing.T) {
	s, err := New(Config{Store: newTestStore(t), Formats: testFormats(), BaseURL: testBase, Maps: testMaps(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	if r := do(t, s, "GET", "/-/dataset"); r.StatusCode != 200 {
		t.Errorf("status %d", r.StatusCode)
	}
}

// TestDatasetSums makes sure that the description has the size and checksum of a dump as soon as
// one of the present state was made, and no longer.
func TestDatasetSums(t *testing.T) {
	s, store := dumpServer(t, nil)
	file := "<" + testBase + "-/dataset#dump.nq.gz> <http://www.w3.org/ns/dcat#byteSize> "
	size := func() (found string) {
		for line := range datasetStatements(t, s) {
			if rest, ok := strings.CutPrefix(line, file); ok {
				found = rest
			}
		}
		return found
	}
	if got := size(); got != "" {
		t.Errorf("before it was made, the dump has size %s", got)
	}
	text := body(t, do(t, s, "GET", "/-/dump.nq.gz"))
	if got, want := size(), fmt.Sprintf("\"%d\"^^<http://www.w3.org/2001/XMLSchema#nonNegativeInteger> .", len(text)); got != want {
		t.Errorf("the dump has size %s, want %s", got, want)
	}
	sum := fmt.Sprintf("<%s-/dataset#dump.nq.gz-sha256> <http://spdx.org/rdf/terms#checksumValue> \"%x\"^^<http://www.w3.org/2001/XMLSchema#hexBinary> .", testBase, sha256.Sum256([]byte(text)))
	if !datasetStatements(t, s)[sum] {
		t.Errorf("it does not say %s", sum)
	}
	store.remove(t, testBase+"place/1")
	if got := size(); got != "" {
		t.Errorf("after a change, the dump has size %s", got)
	}
}

// TestDatasetForms asks for the description in all forms, by Accept and by the
// parameter, and reads the data back.
func TestDatasetForms(t *testing.T) {
	s, _ := dumpServer(t, nil)
	tests := []struct{ accept, format, contentType string }{
		{"*/*", "turtle", "text/turtle; charset=utf-8"},
		{"text/turtle", "ttl", "text/turtle; charset=utf-8"},
		{"application/json", "compacted", `application/ld+json;profile="http://www.w3.org/ns/json-ld#compacted"`},
		{"application/ld+json", "compacted", `application/ld+json;profile="http://www.w3.org/ns/json-ld#compacted"`},
		{`application/ld+json;profile="http://www.w3.org/ns/json-ld#expanded"`, "expanded", `application/ld+json;profile="http://www.w3.org/ns/json-ld#expanded"`},
		{`application/ld+json;profile="http://www.w3.org/ns/json-ld#flattened"`, "flattened", `application/ld+json;profile="http://www.w3.org/ns/json-ld#flattened"`},
		{"application/n-triples", "nt", "application/n-triples"},
		{"application/n-quads", "nquads", "application/n-quads"},
		{"application/trig", "trig", "application/trig"},
		{"application/rdf+xml", "rdfxml", "application/rdf+xml; charset=utf-8"},
		{"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "html", "text/html; charset=utf-8"},
	}
	want := decodeOne(t, s.config.Formats.ByName("ntriples"), body(t, do(t, s, "GET", "/-/dataset?format=ntriples"))).Triples
	if len(want) < 50 {
		t.Fatalf("the description has %d statements", len(want))
	}
	for _, test := range tests {
		for _, by := range [][2]string{{"/-/dataset", test.accept}, {"/-/dataset?format=" + test.format, "image/png"}} {
			r := do(t, s, "GET", by[0], "Accept", by[1])
			text := body(t, r)
			if r.StatusCode != 200 || r.Header.Get("Content-Type") != test.contentType {
				t.Errorf("%s as %s: status %d, %s", by[0], by[1], r.StatusCode, r.Header.Get("Content-Type"))
				continue
			}
			if again := do(t, s, "GET", by[0], "Accept", by[1], "If-None-Match", r.Header.Get("Etag")); again.StatusCode != 304 {
				t.Errorf("%s as %s, again: status %d", by[0], by[1], again.StatusCode)
			}
			if f := s.config.Formats.ByMediaType(test.contentType); f != nil {
				if got := decodeOne(t, f, text); !graph.Isomorphic(got.Triples, want) {
					t.Errorf("%s as %s says something else:\n%s", by[0], by[1], text)
				}
			} else if !strings.Contains(text, `<a href="/-/dump.nq">`) || !strings.Contains(text, `<a href="/-/dataset?format=turtle"`) {
				t.Errorf("the page lacks links:\n%s", text)
			}
		}
	}
	for _, target := range []string{"/-/dataset?format=jsonl", "/-/dataset?format=jsonld", "/-/dataset?format=geojson", "/-/dataset?format=docx"} {
		if r := do(t, s, "GET", target); r.StatusCode != 406 {
			t.Errorf("%s: status %d", target, r.StatusCode)
		}
	}
}

// TestWellKnownVoid checks where the description is announced, with and
// without a path in the base URL.
func TestWellKnownVoid(t *testing.T) {
	for base, want := range map[string]string{testBase: "/-/dataset", testBase + "art/": "/art/-/dataset"} {
		s, _ := dumpServer(t, func(c *Config) { c.BaseURL = base })
		for _, method := range []string{"GET", "HEAD"} {
			r := do(t, s, method, "/.well-known/void")
			if r.StatusCode != 308 || r.Header.Get("Location") != want {
				t.Errorf("%s: status %d, Location %s", base, r.StatusCode, r.Header.Get("Location"))
			}
		}
		if r := do(t, s, "GET", "/.well-known/void?format=trig"); r.Header.Get("Location") != want+"?format=trig" {
			t.Errorf("%s: the parameter is lost: %s", base, r.Header.Get("Location"))
		}
		if r := do(t, s, "GET", want); r.StatusCode != 200 {
			t.Errorf("%s: status %d", want, r.StatusCode)
		}
		if r := do(t, s, "PUT", "/.well-known/void"); r.StatusCode != 405 {
			t.Errorf("PUT: status %d", r.StatusCode)
		}
		if r := do(t, s, "GET", "/.well-known/other"); r.StatusCode != 404 {
			t.Errorf("another well-known address: status %d", r.StatusCode)
		}
	}
}
