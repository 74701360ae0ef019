package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	ldcontext "vitrine/context"
	"vitrine/data"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/formats"
	"vitrine/serialize/jsonld"
)

// TestSampleRecordsAreServedAsTheyAre fetches each sample record. As JSON-LD it
// is its source, white space aside; as RDF it is the same graph. (That every
// format says the same of a graph is tested in serialize/formats.)
func TestSampleRecordsAreServedAsTheyAre(t *testing.T) {
	p := served(t, "--log", "warn")
	table := formats.All(jsonld.New(ldcontext.New(nil)))
	count := 0
	err := fs.WalkDir(data.FS, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		source, err := fs.ReadFile(data.FS, file)
		if err != nil {
			return err
		}
		count++
		path := strings.TrimSuffix(file, ".json")
		t.Run(path, func(t *testing.T) { checkServed(t, p, table, path, source) })
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if count < 40 {
		t.Errorf("%d sample records, want at least 40", count)
	}
}

func checkServed(t *testing.T, p *program, table serialize.Table, path string, source []byte) {
	want := decoded(t, table.ByName("jsonld"), data.Base+path, source)
	for _, name := range []string{"jsonld", "turtle", "ntriples", "nquads"} {
		f := table.ByName(name)
		response, body := p.get(t, path, f.MediaType)
		if response.StatusCode != http.StatusOK || !strings.HasPrefix(response.Header.Get("Content-Type"), f.MediaType) {
			t.Fatalf("%s: %s, %s", f.Name, response.Status, response.Header.Get("Content-Type"))
		}
		if f.Name == "jsonld" {
			checkText(t, p, path, body, escaped(compact(t, source)))
		}
		got := decoded(t, f, data.Base+path, body)
		if got.Name != want.Name || !graph.Isomorphic(got.Triples, want.Triples) {
			t.Errorf("%s: another graph than that of the source:\n%s", f.Name, body)
		}
	}
}

// escaped writes the characters of JSON beyond ASCII as the server sends them.
func escaped(text []byte) []byte {
	var b []byte
	for _, unit := range utf16.Encode([]rune(string(text))) {
		if unit < utf8.RuneSelf {
			b = append(b, byte(unit))
		} else {
			b = fmt.Appendf(b, `\u%04X`, unit)
		}
	}
	return b
}

// checkText checks that a record is served as its source has it, with links as
// the last member and without.
func checkText(t *testing.T, p *program, path string, linked, source []byte) {
	t.Helper()
	rest, ok := bytes.CutPrefix(linked, bytes.TrimSuffix(source, []byte("}")))
	if !ok || !bytes.HasPrefix(rest, []byte(`,"_links":{"self":{"href":"`+data.Base+path+`"},`)) {
		t.Errorf("the record is served as\n%s\nits source is\n%s", linked, source)
	}
	if _, bare := p.get(t, path+"?links=none", ""); !bytes.Equal(bytes.TrimSpace(bare), source) {
		t.Errorf("without links the record is served as\n%s\nits source is\n%s", bare, source)
	}
}

// decoded reads the one graph of a document.
func decoded(t *testing.T, f *serialize.Format, name string, text []byte) *graph.Graph {
	t.Helper()
	iri, err := graph.IRI(name)
	if err != nil {
		t.Fatal(err)
	}
	var out *graph.Graph
	for g, err := range f.Decode(t.Context(), bytes.NewReader(text), serialize.DecodeOptions{Name: iri}) {
		if err != nil || out != nil {
			t.Fatalf("%s: %v, or more than one graph, in\n%s", f.Name, err, text)
		}
		out = g
	}
	if out == nil {
		t.Fatalf("%s: no graph in\n%s", f.Name, text)
	}
	return out
}

func compact(t *testing.T, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, text); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
