package describe

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/golden"
	"vitrine/data"
	"vitrine/linkedart/reading"
	"vitrine/rdfstore/graph"
	"vitrine/serialize/jsonld/layout"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
)

// examples are one record of each endpoint, and some that say more.
var examples = []string{
	"object/girl-with-a-pearl-earring", "person/johannes-vermeer", "group/mauritshuis", "place/delft",
	"provenance/girl-with-a-pearl-earring-1902", "event/vermeer-2023", "concept/tronie", "set/mauritshuis-collection",
	"text/mauritshuis-670-entry", "visual/girl-with-a-pearl-earring", "abstract/decree-of-memphis",
	"digital/girl-with-a-pearl-earring-image",
}

// translated are the examples that are compared in every language.
var translated = []string{"object/girl-with-a-pearl-earring", "person/johannes-vermeer", "provenance/girl-with-a-pearl-earring-1902"}

// TestRecordGolden compares the pages of the examples with those in testdata, whose names
// end with the language where that is not English.
func TestRecordGolden(t *testing.T) {
	m := newMuseum(t, sampleGraphs(t)...)
	for _, name := range examples {
		m.compare(t, name, "en", "")
	}
	for _, lang := range []string{"nl", "fr", "de"} {
		for _, name := range translated {
			m.compare(t, name, lang, "."+lang)
		}
	}
}

// compare compares the page of a record with the one in testdata.
func (m *museum) compare(t *testing.T, name, lang, suffix string) {
	t.Run(name+suffix, func(t *testing.T) {
		text, err := json.MarshalIndent(m.page(t, data.Base+name, lang), "", " ")
		if err != nil {
			t.Fatal(err)
		}
		golden.Check(t, "testdata/"+strings.ReplaceAll(name, "/", "-")+suffix+".json", append(text, '\n'))
	})
}

// page is the page of an entity, as JSON reads it.
func (m *museum) page(t testing.TB, iri, language string) any {
	t.Helper()
	record, err := m.Record(t.Context(), m.subject(t, iri), in(t, language))
	if err != nil {
		t.Fatal(err)
	}
	return lean(t, record)
}

// lean is a page as JSON without what is empty.
func lean(t testing.TB, record html.Record) any {
	t.Helper()
	text, err := json.Marshal(record)
	if err != nil {
		t.Fatal(err)
	}
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	value, _ = stripped(value)
	return value
}

// stripped removes what is empty, and tells whether anything is left.
func stripped(value any) (any, bool) {
	switch v := value.(type) {
	case map[string]any:
		for key, member := range v {
			if kept, ok := stripped(member); ok {
				v[key] = kept
			} else {
				delete(v, key)
			}
		}
		return v, len(v) > 0
	case []any:
		for i := range v {
			v[i], _ = stripped(v[i])
		}
		return v, len(v) > 0
	case string:
		return v, v != ""
	case float64:
		return v, v != 0
	case bool:
		return v, v
	}
	return value, value != nil
}

// TestNothingIsLost looks for each literal and each IRI of each record in its page.
func TestNothingIsLost(t *testing.T) {
	graphs := sampleGraphs(t)
	m := newMuseum(t, graphs...)
	for _, g := range graphs {
		text := strings.Join(textsOf(m.page(t, g.Name.String(), "en")), "\n")
		for _, triple := range g.Triples {
			if isTold(g, triple) {
				continue
			}
			said := strings.TrimPrefix(triple.Obj.String(), "https://data.museum.example/-") // pictures by paths
			if literal, ok := triple.Obj.(rdf.Literal); ok {
				if short, ok := layout.ShortNumber(literal); ok {
					said = short
				}
			}
			where := text
			if reading.Property(triple.Pred.String()) == reading.Value {
				where = strings.ReplaceAll(text, ",", "") // between thousands
			}
			if _, blank := triple.Obj.(rdf.Blank); !blank && !strings.Contains(where, said) {
				t.Errorf("%s: the page does not say %s %q", g.Name, html.Words(triple.Pred.String()), triple.Obj)
			}
		}
	}
}

// isTold tells whether a page says a triple in another way than by its object: classes
// and labels by the words for things, units by their symbols, the language of a text by its attribute, that a
// name is the primary one by using it, that a file is a picture by showing it, and of
// classifications what they are about.
func isTold(g *graph.Graph, t rdf.Triple) bool {
	_, blank := t.Subj.(rdf.Blank)
	switch property := reading.Property(t.Pred.String()); {
	case t.Pred == rdf.Predicate(graph.Type), t.Pred == rdf.Predicate(graph.Label):
		return true
	case property == reading.Language:
		return blank
	case property == reading.Unit, property == reading.Currency:
		return true
	case property == reading.Format:
		return blank && t.Obj.String() == "image/jpeg"
	case property == reading.ClassifiedAs:
		return t.Obj.String() == reading.PrimaryName || t.Obj.String() == brief.DigitalImage && blank || !blank && t.Subj != rdf.Subject(g.Name) || isDimension(g, t.Subj)
	}
	return false
}

// isDimension tells whether a node is a dimension, whose kinds and units are words.
func isDimension(g *graph.Graph, n rdf.Subject) bool {
	for _, t := range g.Triples {
		if t.Subj == n && t.Obj.String() == string(reading.ClassDimension) {
			return true
		}
	}
	return false
}

// textsOf are all texts of a page.
func textsOf(value any) []string {
	var out []string
	switch v := value.(type) {
	case map[string]any:
		for _, member := range v {
			out = append(out, textsOf(member)...)
		}
	case []any:
		phrase := ""
		for _, item := range v {
			out = append(out, textsOf(item)...)
			if part, ok := item.(map[string]any); ok {
				text, _ := part["Text"].(string)
				phrase += text
			}
		}
		out = append(out, phrase)
	case string:
		out = append(out, v)
	}
	return out
}
