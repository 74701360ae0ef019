package profile

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"io/fs"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/checks/golden"
	ldcontext "vitrine/context"
	"vitrine/data"
	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"
	"vitrine/serialize/rdfxml"
	"vitrine/server/people/i18n"
)

// collection are records, and their graphs, by the URIs of their entities.
type collection struct {
	records map[string]*reading.Record
	graphs  map[string]*graph.Graph
}

// licensed is the licence of a picture.
const licensed = `"subject_to": [{"type": "Right", "classified_as": [{"id": "https://creativecommons.org/publicdomain/zero/1.0/", "type": "Type"}]}],`

// sample are the records of the sample collection, of which one more has a licence for its picture.
func sample(t testing.TB) collection {
	t.Helper()
	c := collection{map[string]*reading.Record{}, map[string]*graph.Graph{}}
	err := fs.WalkDir(data.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".json") {
			return err
		}
		text, err := fs.ReadFile(data.FS, name)
		if err == nil {
			if strings.HasSuffix(name, "goldfinch.json") {
				text = bytes.Replace(text, []byte(`"digitally_shown_by"`), []byte(licensed+`"digitally_shown_by"`), 1)
			}
			c.add(t, string(text))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// processor reads records.
var processor = sync.OnceValue(func() *jsonld.Processor { return jsonld.New(ldcontext.New(nil)) })

func (c collection) add(t testing.TB, text string) {
	t.Helper()
	g, err := processor().Read(t.Context(), []byte(text), serialize.DecodeOptions{Base: data.Base})
	if err != nil {
		t.Fatal(err)
	}
	c.records[g.Name.String()], c.graphs[g.Name.String()] = reading.Read(g), g
}

// subject is an entity among the others.
func (c collection) subject(r *reading.Record) Subject {
	return Subject{r, func(_ context.Context, iri string) (*reading.Record, error) {
		if found := c.records[iri]; found != nil {
			return found, nil
		}
		return nil, rdfstore.ErrNotFound
	}, c.showing, time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)}
}

// showing are the digital objects that show a work.
func (c collection) showing(_ context.Context, visual string) (out []string, err error) {
	for iri, r := range c.records {
		for _, n := range r.Root().Nodes(reading.DigitallyShows) {
			if n.IRI() == visual {
				out = append(out, iri)
			}
		}
	}
	return out, nil
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
var goldenRecords = []string{"object/the-milkmaid", "person/johannes-vermeer", "place/delft", "concept/canvas", "event/vermeer-2023", "abstract/decree-of-memphis"}

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
	for iri, r := range c.records {
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

// TestEDM compares the form of Europeana, and has reasons for records that lack it.
func TestEDM(t *testing.T) {
	p, c := profiles(t), sample(t)
	p.Publisher = Publisher("", "Museum")
	have := 0
	for iri, g := range c.graphs {
		said, err := p.describe(t.Context(), c.subject(c.records[iri]), edmTable)
		if err != nil {
			t.Fatal(err)
		}
		if lacksEDM(c.records[iri]) != "" || checkEDM(said) != nil {
			continue
		}
		have++
		text, err := written(rdfxml.RDFXML(), g.Name, said)
		if err != nil {
			t.Fatal(err)
		}
		golden.Check(t, "testdata/edm/"+strings.ReplaceAll(strings.TrimPrefix(iri, data.Base), "/", "-")+".rdf", text)
	}
	if have < 2 { // one by its own record, one by that of a digital object
		t.Errorf("%d records of the sample have the form of Europeana", have)
	}
	for name, want := range map[string]string{
		"person/johannes-vermeer": "HumanMadeObject", "object/the-goldfinch": "",
	} {
		if got := lacksEDM(c.records[data.Base+name]); !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%s lacks %q", name, got)
		}
	}
}

// TestSchemaAPNDE compares the form of the Dutch network.
func TestSchemaAPNDE(t *testing.T) {
	p, c := profiles(t), sample(t)
	p.Dataset, p.Manifests = data.Base+"-/dataset#data", true
	for iri, g := range c.graphs {
		if lacksSchemaAPNDE(c.records[iri]) != "" || !isGolden(iri) && !strings.HasSuffix(iri, "goldfinch") {
			continue
		}
		said, err := p.describe(t.Context(), c.subject(c.records[iri]), schemaAPNDETable)
		if err != nil {
			t.Fatal(err)
		}
		text, err := written(processor().Expanded(), g.Name, said)
		if err != nil {
			t.Fatal(err)
		}
		golden.Check(t, "testdata/schema_ap_nde/"+strings.ReplaceAll(strings.TrimPrefix(iri, data.Base), "/", "-")+".json", text)
	}
	if got := lacksSchemaAPNDE(c.records[data.Base+"event/vermeer-2023"]); !strings.Contains(got, "Only objects") {
		t.Errorf("an event lacks %q", got)
	}
}

func TestLicences(t *testing.T) {
	for iri, want := range map[string]bool{
		"http://creativecommons.org/publicdomain/zero/1.0/": true, "http://creativecommons.org/licenses/by-sa/4.0/": true,
		"http://creativecommons.org/licenses/by/3.0/nl/": true, "http://rightsstatements.org/vocab/InC/1.0/": true,
		"http://creativecommons.org/licenses/by/4.0/deed.nl": false, "http://creativecommons.org/licenses/by/4.0": false,
		"http://rightsstatements.org/vocab/UND/1.0/": false, "https://museum.example/rights": false, "": false,
	} {
		if isLicence(iri) != want {
			t.Errorf("%s: %v", iri, !want)
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
		g, err := processor().Read(t.Context(), []byte(`{"@context": "https://linked.art/ns/v1/linked-art.json", "id": "https://a.example/it", `+members+`}`), serialize.DecodeOptions{})
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
	s := c.subject(c.records[data.Base+"object/the-milkmaid"])
	down := errors.New("down")
	s.Record = func(context.Context, string) (*reading.Record, error) { return nil, down }
	if _, err := p.describe(t.Context(), s, dublinCoreTable); !errors.Is(err, down) {
		t.Errorf("error %v", err)
	}
}
