package schemaorg

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/checks/golden"
	ldcontext "vitrine/context"
	"vitrine/data"
	"vitrine/linkedart/reading"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"
	"vitrine/server/people/html"
)

func node(t testing.TB, text []byte) reading.Node {
	t.Helper()
	g, err := jsonld.New(ldcontext.New(nil)).Read(t.Context(), text, serialize.DecodeOptions{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return reading.Read(g).Root()
}

// subject is a node with a page that says the plainest there is to say.
func subject(n reading.Node) Subject {
	p := html.Record{IRI: n.IRI(), Name: html.Part{Text: n.Label()}, Summary: html.Text("A summary.")}
	for _, name := range n.Names() {
		p.OtherNames = append(p.OtherNames, html.Named{Value: html.Part{Text: name.Content}})
	}
	for _, kind := range n.Kinds() {
		p.Kinds = append(p.Kinds, html.Part{Text: kind.Label(), IRI: kind.IRI()})
	}
	for _, identifier := range n.Identifiers() {
		p.Identifiers = append(p.Identifiers, html.Named{Kind: html.Text("Number"), Value: html.Part{Text: identifier.Content}})
	}
	return Subject{Node: n, Page: &p, URL: n.IRI(), Description: Description(&p)}
}

// TestSample describes every record of the sample collection, and compares some of them.
func TestSample(t *testing.T) {
	v := readVocabulary(t)
	types := map[string]int{}
	err := fs.WalkDir(data.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(name) != ".json" {
			return err
		}
		text, err := fs.ReadFile(data.FS, name)
		if err != nil {
			return err
		}
		got := Entity(subject(node(t, text)))
		for _, fault := range v.faults(got) {
			t.Errorf("%s: %s", name, fault)
		}
		var root struct {
			Type string `json:"@type"`
		}
		if err := json.Unmarshal(got, &root); err != nil {
			t.Error(err)
		}
		types[root.Type]++
		checkExpected(t, name, got)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"VisualArtwork", "CreativeWork", "Person", "Organization", "Place", "Event", "DefinedTerm", "CollectionPage", "ImageObject"} {
		if types[want] == 0 {
			t.Errorf("no record is a %s: %v", want, types)
		}
	}
}

// checkExpected compares a description with its golden file, where there is one.
func checkExpected(t *testing.T, name string, got []byte) {
	t.Helper()
	file := "testdata/" + strings.ReplaceAll(name, "/", "-")
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return
	}
	var b bytes.Buffer
	if err := json.Indent(&b, got, "", "  "); err != nil {
		t.Fatal(err)
	}
	b.WriteByte('\n')
	golden.Check(t, file, b.Bytes())
}

// TestLink has URLs that programs may follow and others.
func TestLink(t *testing.T) {
	for s, want := range map[string]bool{
		"https://data.museum.example/person/1": true, "http://a": true, "https://a_b.example/x": true, "https://a.example/%C3%A9?x=1#y": true,
		"https://[::1]:80/": true, "https://": false, "https:///x": false, "http:/a": false, "ftp://a.example/": false, "": false, "https://a b/": false,
		"javascript:alert(1)": false, "https://a.example/%zz": false,
	} {
		if got := link(s) == s && s != ""; got != want {
			t.Errorf("link(%q) = %q", s, link(s))
		}
	}
}
