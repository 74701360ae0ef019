package formats_test

import (
	"bytes"
	"io/fs"
	"slices"
	"testing"

	"vitrine/checks/formattest"
	ldcontext "vitrine/context"
	"vitrine/data"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/formats"
	"vitrine/serialize/jsonld"
)

func table() serialize.Table { return formats.All(jsonld.New(ldcontext.New(nil))) }

func TestNames(t *testing.T) {
	var names []string
	for _, f := range table() {
		names = append(names, f.Name)
	}
	want := []string{"jsonld", "expanded", "compacted", "flattened", "turtle", "ntriples", "nquads", "trig", "rdfxml", "geojson", "jsonl"}
	if !slices.Equal(names, want) {
		t.Errorf("the formats are %v, want %v", names, want)
	}
}

// Each format can be told from the others by what a client or a file says.
func TestFormatsAreDistinct(t *testing.T) {
	for _, f := range table() {
		if f.Title == "" || f.MediaType == "" || f.NewEncoder == nil {
			t.Errorf("%s lacks a title, a media type or an encoder", f.Name)
		}
		if got := table().ByName(f.Name); got == nil || got.Name != f.Name {
			t.Errorf("by its name, %s is another format", f.Name)
		}
		contentType := f.MediaType
		if f.Profile != "" {
			contentType += `;profile="` + f.Profile + `"`
		}
		if got := table().ByMediaType(contentType); got == nil || got.Name != f.Name {
			t.Errorf("by its media type, %s is another format", f.Name)
		}
		for _, ext := range f.Extensions {
			if got := table().ByExtension(ext); got == nil || got.Name != f.Name {
				t.Errorf("by its extension %s, %s is another format", ext, f.Name)
			}
		}
		for _, alias := range f.Aliases {
			if got := table().ByMediaType(alias); got == nil || got.Name != f.Name {
				t.Errorf("by its alias %s, %s is another format", alias, f.Name)
			}
		}
	}
}

// The version of RDF that a media type names is looked at.
func TestVersions(t *testing.T) {
	for contentType, want := range map[string]string{
		"text/turtle;version=1.1": "turtle", `text/turtle; charset=utf-8; version="1.2"`: "turtle", "application/n-quads;version=1.2-basic": "nquads",
		"application/rdf+xml;version=1.2": "rdfxml", "application/ld+json;version=2": "jsonld",
		"text/turtle;version=1.3": "", "application/trig;version=": "", "application/n-triples;version=2": "",
	} {
		got := ""
		if f := table().ByMediaType(contentType); f != nil {
			got = f.Name
		}
		if got != want {
			t.Errorf("%s is read as %q, want %q", contentType, got, want)
		}
	}
}

// Every sample record says the same in every RDF format.
func TestSamples(t *testing.T) {
	byJSON := table().ByName("jsonld")
	places, records := 0, 0
	var all []*graph.Graph
	err := fs.WalkDir(data.FS, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		document, err := data.FS.ReadFile(path)
		if err != nil {
			return err
		}
		graphs, err := formattest.Read(byJSON, document, serialize.DecodeOptions{Base: data.Base})
		if err != nil || len(graphs) != 1 {
			t.Errorf("%s: %d graphs, error %v", path, len(graphs), err)
			return nil
		}
		records++
		all = append(all, graphs[0])
		for _, name := range []string{"turtle", "ntriples", "nquads", "trig", "rdfxml"} {
			if err := formattest.RoundTrip(table().ByName(name), graphs[0]); err != nil {
				t.Errorf("%s as %s: %v", path, name, err)
			}
		}
		if table().ByName("geojson").Applies(graphs[0]) {
			places++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if records < 40 || places == 0 {
		t.Errorf("%d records and %d places with a geometry were seen", records, places)
	}
	for _, name := range []string{"nquads", "trig"} {
		t.Run("all as "+name, func(t *testing.T) { testDump(t, table().ByName(name), all) })
	}
}

// A dump is read as the graphs it was made of, and dumped again as the same
// bytes.
func testDump(t *testing.T, f *serialize.Format, graphs []*graph.Graph) {
	dump, err := formattest.Write(f, graphs...)
	if err != nil {
		t.Fatal(err)
	}
	read, err := formattest.Read(f, dump, serialize.DecodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(read) != len(graphs) {
		t.Fatalf("%d graphs read, %d written", len(read), len(graphs))
	}
	for i, g := range graphs {
		if read[i].Name != g.Name || !graph.Isomorphic(read[i].Triples, g.Triples) {
			t.Errorf("%s is not what was written", g.Name)
		}
	}
	if again, err := formattest.Write(f, read...); err != nil || !bytes.Equal(again, dump) {
		t.Errorf("dumped again, it differs (error %v)", err)
	}
}
