package jsonld

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/rdfstore/graph"
)

// TestTreesFromTriples: the records of the sample collection come back from
// their triples alone with the same members, arrays and nesting, in whatever
// order the members stood. docs/jsonld.md tells what would not come back.
func TestTreesFromTriples(t *testing.T) {
	p := testProcessor()
	files, err := filepath.Glob("../../data/*/*.json")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 200 {
		t.Fatalf("%d sample records, expected 200 and more", len(files))
	}
	files = append(files, fixtures+"roundtrip/provenance-rights.json", fixtures+"roundtrip/shape-right-acquired.json")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		g := mustRead(t, p, text)
		bare := &graph.Graph{Name: g.Name, Triples: g.Triples}
		if framed := mustAppend(t, p, bare); sortedMembers(t, framed) != sortedMembers(t, text) {
			t.Errorf("%s: written as\n%s", file, framed)
		}
	}
}

// sortedMembers returns a JSON text with the members of its objects in order.
func sortedMembers(t *testing.T, text []byte) string {
	t.Helper()
	canonical := jsontext.Value(bytes.Clone(text))
	if err := canonical.Canonicalize(); err != nil {
		t.Fatal(err)
	}
	return string(canonical)
}
