package describe

import (
	"strings"
	"testing"
)

func TestSources(t *testing.T) {
	s := Sources{}
	if err := s.Read(strings.NewReader(sourcesFile)); err != nil {
		t.Fatalf("sources.tsv: %v", err)
	}
	if err := s.Read(strings.NewReader("# ours\n\nhttps://id.museum.example/\tThe Museum\r\n")); err != nil {
		t.Fatal(err)
	}
	for iri, want := range map[string]string{
		"http://www.wikidata.org/entity/Q1":                   "Wikidata",
		"https://www.wikidata.org/entity/Q1":                  "Wikidata",
		"http://vocab.getty.edu/ulan/500032927":               "ULAN",
		"http://vocab.getty.edu/tgn/7006952":                  "TGN",
		"http://id.loc.gov/authorities/names/n1":              "LCNAF",
		"http://id.loc.gov/vocabulary/languages/dut":          "Library of Congress",
		"https://id.museum.example/1":                         "The Museum",
		"https://www.elsewhere.example/1":                     "elsewhere.example",
		"urn:isbn:1":                                          "",
		"http://museum.example/" + strings.Repeat("x", 1<<20): "museum.example",
	} {
		if got := s.Of(iri); got != want {
			t.Errorf("%.60s is of %q, want %q", iri, got, want)
		}
	}
}

func TestMalformedSources(t *testing.T) {
	for _, line := range []string{
		"http://museum.example/", "museum.example\tThe Museum", "http://museum.example/\t", "http://museum.example/\tThe\tMuseum", "http://\tAll",
		strings.Repeat("#", maxSources+1),
	} {
		if err := (Sources{}).Read(strings.NewReader(line)); err == nil {
			t.Errorf("%.60q is taken", line)
		}
	}
}
