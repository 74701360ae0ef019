package profile

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"io/fs"
	"strings"
	"testing"

	"vitrine/checks/golden"
	ldcontext "vitrine/context"
	"vitrine/data"
	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"
	"vitrine/server/people/i18n"
)

// collection are records by the URIs of their entities.
type collection map[string]*reading.Record

// sample are the records of the sample collection.
func sample(t testing.TB) collection {
	t.Helper()
	c := collection{}
	err := fs.WalkDir(data.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".json") {
			return err
		}
		text, err := fs.ReadFile(data.FS, name)
		if err == nil {
			c.add(t, string(text))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (c collection) add(t testing.TB, text string) *reading.Record {
	t.Helper()
	g, err := jsonld.New(ldcontext.New(nil)).Read(t.Context(), []byte(text), serialize.DecodeOptions{Base: data.Base})
	if err != nil {
		t.Fatal(err)
	}
	r := reading.Read(g)
	c[g.Name.String()] = r
	return r
}

// subject is an entity among the others.
func (c collection) subject(r *reading.Record) Subject {
	return Subject{r, func(_ context.Context, iri string) (*reading.Record, error) {
		if found := c[iri]; found != nil {
			return found, nil
		}
		return nil, rdfstore.ErrNotFound
	}}
}

func profiles(t testing.TB) *Profiles {
	t.Helper()
	languages, err := i18n.All()
	if err != nil {
		t.Fatal(err)
	}
	return &Profiles{Languages: languages}
}

// golden are the records of the sample whose forms are compared with files.
var goldenRecords = []string{"object/the-milkmaid", "person/johannes-vermeer", "event/vermeer-2023", "abstract/decree-of-memphis"}

func isGolden(iri string) bool {
	for _, name := range goldenRecords {
		if iri == data.Base+name {
			return true
		}
	}
	return false
}

func TestDublinCore(t *testing.T) {
	p, c := profiles(t), sample(t)
	for iri, r := range c {
		said, err := p.describe(t.Context(), c.subject(r), dublinCoreTable)
		if err != nil {
			t.Fatal(err)
		}
		text, err := dublinCoreXML(said)
		if err != nil {
			t.Fatal(err)
		}
		checkXML(t, iri, text)
		if !strings.Contains(string(text), "<dc:title") || !strings.Contains(string(text), "<dc:identifier>"+iri+"<") {
			t.Errorf("%s: %s", iri, text)
		}
		if isGolden(iri) {
			golden.Check(t, "testdata/oai_dc/"+strings.ReplaceAll(strings.TrimPrefix(iri, data.Base), "/", "-")+".xml", text)
		}
	}
}

// checkXML tells whether a text is XML.
func checkXML(t *testing.T, name string, text []byte) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(string(text))); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%s: %v: %s", name, err, text)
		}
	}
}

// TestHostile describes records that break the model, or that were made to do harm.
func TestHostile(t *testing.T) {
	p, c := profiles(t), collection{}
	for name, members := range map[string]string{
		"nothing":  `"type": "Person"`,
		"no class": `"_label": "x"`,
		"markup":   `"type": "Person", "identified_by": [{"type": "Name", "content": "</dc:title><x>&\u0001\ufffe"}]`,
		"a circle": `"type": "HumanMadeObject", "produced_by": {"id": "_:p", "type": "Production", "part": [{"id": "_:q", "type": "Production", "part": [{"id": "_:p", "type": "Production"}]}]}`,
		"itself":   `"type": "Type", "classified_as": [{"id": "https://a.example/it", "type": "Type"}], "broader": [{"id": "https://a.example/it", "type": "Type"}]`,
		"many":     `"type": "Person", "identified_by": [` + strings.TrimSuffix(strings.Repeat(`{"type": "Name", "content": "name"},`, 5000), ",") + `]`,
		"a tag":    `"type": "Person", "identified_by": [{"type": "Name", "content": "x", "language": [{"id": "http://lexvo.org/id/iso639-3/\"><x", "type": "Language"}]}]`,
	} {
		g, err := jsonld.New(ldcontext.New(nil)).Read(t.Context(), []byte(`{"@context": "https://linked.art/ns/v1/linked-art.json", "id": "https://a.example/it", `+members+`}`), serialize.DecodeOptions{})
		if err != nil {
			t.Logf("%s: %v", name, err)
			continue
		}
		said, err := p.describe(t.Context(), c.subject(reading.Read(g)), dublinCoreTable)
		if err != nil {
			t.Fatal(err)
		}
		text, err := dublinCoreXML(said)
		if err != nil {
			t.Fatal(err)
		}
		checkXML(t, name, text)
	}
}

// TestStoreFails has an error of the store come through.
func TestStoreFails(t *testing.T) {
	p, c := profiles(t), sample(t)
	s := c.subject(c[data.Base+"object/the-milkmaid"])
	down := errors.New("down")
	s.Record = func(context.Context, string) (*reading.Record, error) { return nil, down }
	if _, err := p.describe(t.Context(), s, dublinCoreTable); !errors.Is(err, down) {
		t.Errorf("error %v", err)
	}
}
