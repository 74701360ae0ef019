package jsonld

import (
	"fmt"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize/jsonld/layout"
)

// frameTests is a table of graphs without a layout and the documents they are
// written as. In the triples, la: stands for the terms that follow from the
// context; see crm.
var frameTests = []struct {
	name, triples, want string
}{
	{"usual order, arrays where the context has a set",
		`<ex:r> <crm:P45_consists_of> <ex:m> . <ex:r> <crm:P1_is_identified_by> _:n . _:n <crm:P190_has_symbolic_content> "Vase" .
		 _:n <rdf:type> <crm:E33_E41_Linguistic_Appellation> . <ex:r> <rdfs:label> "Vase" . <ex:r> <rdf:type> <crm:E22_Human-Made_Object> . <ex:m> <rdf:type> <crm:E57_Material> .`,
		`{"@context":LA,"id":"<ex:r>","type":"HumanMadeObject","_label":"Vase","identified_by":[{"type":"Name","content":"Vase"}],"made_of":[{"id":"<ex:m>","type":"Material"}]}`},
	{"a term scoped to the type is a set, too",
		`<ex:r> <rdf:type> <crm:E53_Place> . <ex:r> <crm:P89_falls_within> <ex:o> . <ex:o> <rdf:type> <crm:E53_Place> .`,
		`{"@context":LA,"id":"<ex:r>","type":"Place","part_of":[{"id":"<ex:o>","type":"Place"}]}`},
	{"a property that the class has no term for",
		`<ex:r> <rdf:type> <crm:E21_Person> . <ex:r> <crm:P89_falls_within> <ex:o> .`,
		`{"@context":LA,"id":"<ex:r>","type":"Person","crm:P89_falls_within":{"id":"<ex:o>"}}`},
	{"broader and narrower, not part_of and part",
		`<ex:r> <rdf:type> <crm:E55_Type> . <ex:r> <skos:broader> <ex:o> . <ex:r> <skos:narrower> <ex:n> .`,
		`{"@context":LA,"id":"<ex:r>","type":"Type","broader":[{"id":"<ex:o>"}],"narrower":[{"id":"<ex:n>"}]}`},
	{"conceptually_part_of, not part_of",
		`<ex:r> <rdf:type> <crm:E89_Propositional_Object> . <ex:r> <crm:P148i_is_component_of> <ex:o> .`,
		`{"@context":LA,"id":"<ex:r>","type":"PropositionalObject","conceptually_part_of":[{"id":"<ex:o>"}]}`},
	{"notation and current_permanent_custodian are arrays",
		`<ex:r> <rdf:type> <crm:E22_Human-Made_Object> . <ex:r> <la:current_permanent_custodian> <ex:g> . <ex:r> <skos:notation> "nl" .`,
		`{"@context":LA,"id":"<ex:r>","type":"HumanMadeObject","notation":["nl"],"current_permanent_custodian":[{"id":"<ex:g>"}]}`},
	{"numbers, booleans and typed values",
		`<ex:r> <crm:P90_has_value> "8.800000000000001E0"^^<xsd:double> . <ex:r> <crm:P57_has_number_of_parts> "3"^^<xsd:integer> .
		 <ex:r> <crm:P3_has_note> "8.8"^^<xsd:decimal> . <ex:r> <crm:P82a_begin_of_the_begin> "1881-01-01T00:00:00Z"^^<xsd:dateTime> .
		 <ex:r> <crm:P82b_end_of_the_end> "1881"^^<xsd:gYear> . <ex:r> <rdfs:label> "Vaas"@nl . <ex:r> <dc:format> "true"^^<xsd:boolean> .`,
		`{"@context":LA,"id":"<ex:r>","_label":{"@value":"Vaas","@language":"nl"},"format":true,"value":8.8,"begin_of_the_begin":"1881-01-01T00:00:00Z",` +
			`"crm:P82b_end_of_the_end":{"@value":"1881","type":"xsd:gYear"},"note":{"@value":"8.8","type":"xsd:decimal"},"number_of_parts":3}`},
	{"a vocabulary term as value",
		`<ex:r> <rdf:type> <crm:E22_Human-Made_Object> . <ex:r> <crm:P140i_was_attributed_by> _:a . _:a <rdf:type> <crm:E13_Attribute_Assignment> . _:a <crm:P177_assigned_property_of_type> <crm:P46i_forms_part_of> .`,
		`{"@context":LA,"id":"<ex:r>","type":"HumanMadeObject","attributed_by":[{"type":"AttributeAssignment","assigned_property":"part_of"}]}`},
	{"a cycle ends in a reference",
		`<ex:r> <rdf:type> <crm:E53_Place> . <ex:r> <rdfs:label> "R" . <ex:r> <crm:P89_falls_within> <ex:o> . <ex:o> <rdf:type> <crm:E53_Place> . <ex:o> <crm:P89_falls_within> <ex:r> .`,
		`{"@context":LA,"id":"<ex:r>","type":"Place","_label":"R","part_of":[{"id":"<ex:o>","type":"Place","part_of":[{"id":"<ex:r>","type":"Place","_label":"R"}]}]}`},
	{"a node is written out wherever it is used",
		`<ex:r> <crm:P45_consists_of> <ex:m> . <ex:r> <crm:P2_has_type> <ex:m> . <ex:m> <rdfs:label> "M" .`,
		`{"@context":LA,"id":"<ex:r>","classified_as":[{"id":"<ex:m>","_label":"M"}],"made_of":[{"id":"<ex:m>","_label":"M"}]}`},
	{"a blank node used twice keeps its label",
		`<ex:r> <crm:P45_consists_of> _:m . <ex:r> <crm:P2_has_type> _:m . _:m <rdfs:label> "M" .`,
		`{"@context":LA,"id":"<ex:r>","classified_as":[{"id":"_:m","_label":"M"}],"made_of":[{"id":"_:m"}]}`},
	{"nodes that the root does not reach are included",
		`<ex:r> <rdfs:label> "R" . <ex:s> <rdfs:label> "S" . <ex:t> <crm:P2_has_type> <ex:s> . _:c <crm:P2_has_type> _:d . _:d <crm:P2_has_type> _:c .`,
		`{"@context":LA,"id":"<ex:r>","_label":"R","@included":[{"id":"<ex:t>","classified_as":[{"id":"<ex:s>","_label":"S"}]},{"id":"_:c","classified_as":[{"classified_as":[{"id":"_:c"}]}]}]}`},
	{"a graph that does not speak of its own entity",
		`<ex:s> <rdfs:label> "S" .`,
		`{"@context":LA,"id":"<ex:r>","@included":[{"id":"<ex:s>","_label":"S"}]}`},
	{"an IRI that the context would misread",
		`<ex:r> <crm:P2_has_type> <skos:broader> . <ex:r> <crm:P2_has_type> <raw:dc:title> .`,
		`{"@id":"<ex:r>","<crm:P2_has_type>":[{"@id":"<skos:broader>"},{"@id":"dc:title"}]}`},
	{"several types",
		`<ex:r> <rdf:type> <crm:E53_Place> . <ex:r> <rdf:type> <ex:Other> . <ex:r> <rdf:type> _:c .`,
		`{"@context":LA,"id":"<ex:r>","type":["Place","<ex:Other>"],"rdf:type":{}}`},
}

var crm = strings.NewReplacer(
	"<crm:", "<http://www.cidoc-crm.org/cidoc-crm/", "<la:", "<https://linked.art/ns/terms/",
	"<skos:", "<http://www.w3.org/2004/02/skos/core#", "<rdfs:", "<http://www.w3.org/2000/01/rdf-schema#",
	"<dc:", "<http://purl.org/dc/elements/1.1/", "<raw:", "<", "LA", `"https://linked.art/ns/v1/linked-art.json"`)

// bare makes a graph of the table's triples; its name is <ex:r>.
func bare(t testing.TB, text string) *graph.Graph {
	t.Helper()
	name, err := graph.IRI("https://ex.example/r")
	if err != nil {
		t.Fatal(err)
	}
	return &graph.Graph{Name: name, Triples: triples(t, crm.Replace(text))}
}

func TestFraming(t *testing.T) {
	p := testProcessor()
	for _, test := range frameTests {
		t.Run(test.name, func(t *testing.T) {
			g := bare(t, test.triples)
			want := strings.NewReplacer(`"<`, `"`, `>"`, `"`).Replace(shorthand.Replace(crm.Replace(test.want)))
			got := mustAppend(t, p, g)
			if string(got) != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			sameGraph(t, "read again", mustRead(t, p, got).Triples, g.Triples, got)
			sameAsOracle(t, p, "for json-gold", g.Triples, got)
		})
	}
}

// TestFramingIsBounded: nodes that are used by many others do not make the
// document grow without end, and nothing is lost for it.
func TestFramingIsBounded(t *testing.T) {
	p := testProcessor()
	iri := func(n int) rdf.IRI {
		i, err := graph.IRI(fmt.Sprintf("https://ex.example/%d", n))
		if err != nil {
			t.Fatal(err)
		}
		return i
	}
	predicates := []rdf.IRI{}
	for _, name := range []string{"P2_has_type", "P45_consists_of", "P129_is_about"} {
		p, err := graph.IRI("http://www.cidoc-crm.org/cidoc-crm/" + name)
		if err != nil {
			t.Fatal(err)
		}
		predicates = append(predicates, p)
	}
	tests := []struct {
		name string
		make func() []rdf.Triple
	}{
		{"each node uses the next three times", func() (out []rdf.Triple) {
			for n := range 40 {
				for _, p := range predicates {
					out = append(out, rdf.Triple{Subj: iri(n), Pred: p, Obj: iri(n + 1)})
				}
			}
			return out
		}},
		{"a chain of 5,000", func() (out []rdf.Triple) {
			for n := range 5000 {
				out = append(out, rdf.Triple{Subj: iri(n), Pred: predicates[0], Obj: iri(n + 1)})
			}
			return out
		}},
		{"all with all", func() (out []rdf.Triple) {
			for n := range 40 {
				for m := range 40 {
					out = append(out, rdf.Triple{Subj: iri(n), Pred: predicates[0], Obj: iri(m)})
				}
			}
			return out
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := &graph.Graph{Name: iri(0), Triples: test.make()}
			text := mustAppend(t, p, g)
			if limit := 400 * len(g.Triples) * (layout.MaxRepeats + 1); len(text) > limit+200_000 {
				t.Errorf("%d triples make %d bytes", len(g.Triples), len(text))
			}
			sameGraph(t, "read again", mustRead(t, p, text).Triples, g.Triples, nil)
		})
	}
}

func TestLayoutThatDoesNotFit(t *testing.T) {
	p := testProcessor()
	g := mustRead(t, p, []byte(`{"@context":"https://linked.art/ns/v1/linked-art.json","id":"https://ex.example/r","type":"Person","identified_by":[{"type":"Name","content":"A"}]}`))
	whole := g.Source.Layout
	for cut := range len(whole) {
		damaged := *g
		damaged.Source.Layout = whole[:cut]
		if text, err := p.Append(nil, &damaged); err == nil && cut < len(whole)-2 {
			t.Errorf("cut to %d of %d bytes: wrote %s", cut, len(whole), text)
		}
	}
	fewer := *g
	fewer.Triples = g.Triples[:2]
	if text, err := p.Append(nil, &fewer); err == nil {
		t.Errorf("without two triples: wrote %s", text)
	}
	more := *g
	more.Triples = append(more.Triples[:len(more.Triples):len(more.Triples)], g.Triples[0])
	if text, err := p.Append(nil, &more); err == nil {
		t.Errorf("with a triple that no value stands for: wrote %s", text)
	}
}
