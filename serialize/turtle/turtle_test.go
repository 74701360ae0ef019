package turtle_test

import (
	"bytes"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/formattest"
	"vitrine/checks/golden"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/nquads"
	"vitrine/serialize/turtle"
)

func TestConformance(t *testing.T) {
	t.Run("turtle", func(t *testing.T) { formattest.Run(t, turtle.Turtle()) })
	t.Run("trig", func(t *testing.T) { formattest.Run(t, turtle.TriG()) })
}

func FuzzDecodeTurtle(f *testing.F) {
	formattest.FuzzDecode(f, turtle.Turtle(),
		"@prefix ex: <http://e/> . ex:a a ex:B ; ex:p ( 1 .5 1e3 true [ ex:q '''a\nb'''@de-AT ] ) .",
		"PREFIX : <x:>\nBASE <http://e/é/>\n<#a> :p <../b%20c>, _:x.y, \"a\"^^:t .", "<< <a> <b> <c> >> <d> <e> .")
}

func FuzzDecodeTriG(f *testing.F) {
	formattest.FuzzDecode(f, turtle.TriG(), "@prefix ex: <x:> . ex:g { ex:a ex:p [ ] } GRAPH <x:h> { _:b ex:p ( ) . }", "<x:s> <x:p> <x:o> . { <x:s> <x:p> 1 }", "<x:g> { }")
}

func FuzzRoundTrip(f *testing.F) { formattest.FuzzRoundTrip(f, turtle.Turtle()) }

const (
	crm = "http://www.cidoc-crm.org/cidoc-crm/"
	aat = "http://vocab.getty.edu/aat/"
)

// vase has the usual features of a record, and some that are not.
func vase() *formattest.Builder {
	s, iri, blank := formattest.Subject, formattest.IRI, formattest.Blank
	return formattest.NewBuilder().
		Add(s, graph.Label.String(), graph.String("Vase, \"grün\"\nund rot")).
		Add(s, graph.Type.String(), iri(crm+"E22_Human-Made_Object")).
		Add(s, crm+"P1_is_identified_by", blank(0)).
		Add(blank(0), graph.Type.String(), iri(crm+"E33_E41_Linguistic_Appellation")).
		Add(blank(0), crm+"P190_has_symbolic_content", formattest.Tagged("花瓶", "zh-hans")).
		Add(s, crm+"P2_has_type", iri(aat+"300132254")).
		Add(iri(aat+"300132254"), graph.Label.String(), graph.String("vases")).
		Add(s, crm+"P43_has_dimension", blank(1)).
		Add(s, crm+"P43_has_dimension", blank(2)).
		Add(blank(1), crm+"P90_has_value", graph.Typed("12.50", graph.XSDDecimal)).
		Add(blank(1), crm+"P91_has_unit", blank(3)).
		Add(blank(2), crm+"P90_has_value", graph.Typed("3", graph.XSDInteger)).
		Add(blank(2), crm+"P91_has_unit", blank(3)).
		Add(blank(3), graph.Label.String(), graph.String("inches")).
		Add(s, crm+"P130_shows_features_of", blank(4)).
		Add(s, "https://museum.example/terms/order", blank(5)).
		Add(blank(5), graph.First.String(), graph.Typed("1", graph.XSDInteger)).
		Add(blank(5), graph.Rest.String(), blank(6)).
		Add(blank(6), graph.First.String(), graph.Typed("true", graph.XSDBoolean)).
		Add(blank(6), graph.Rest.String(), graph.Nil).
		Add(s, "https://museum.example/terms/parts", blank(7)).
		Add(blank(7), graph.First.String(), blank(8)).
		Add(blank(7), graph.Rest.String(), graph.Nil).
		Add(blank(8), graph.Label.String(), graph.String("foot")).
		Add(s, "https://museum.example/terms/none", graph.Nil).
		Add(s, "https://museum.example/terms/when", graph.Typed("1889-04-09T00:00:00Z", iri("http://www.w3.org/2001/XMLSchema#dateTime")))
}

func TestGolden(t *testing.T) {
	first, second := vase().Graph(), formattest.NewBuilder().
		Add(formattest.Blank(0), graph.Label.String(), graph.String("loose")).
		Add(formattest.Blank(1), graph.Label.String(), formattest.Blank(1)).
		Add(formattest.Subject, crm+"P2_has_type", formattest.IRI("http://vocab.getty.edu/tgn/7006082")).Graph()
	second.Name = formattest.IRI("https://museum.example/object/2")
	empty := &graph.Graph{Name: formattest.IRI("https://museum.example/empty")}
	checkDocument(t, "vase.ttl", turtle.Turtle(), first)
	checkDocument(t, "graphs.trig", turtle.TriG(), first, second, empty)
}

func checkDocument(t *testing.T, name string, f *serialize.Format, graphs ...*graph.Graph) {
	t.Helper()
	got, err := formattest.Write(f, graphs...)
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/"+name, got)
	read, err := formattest.Read(f, got, serialize.DecodeOptions{Name: graphs[0].Name})
	if err != nil || len(read) != len(graphs) {
		t.Fatalf("%d graphs read, error %v", len(read), err)
	}
	for i, g := range graphs {
		if read[i].Name != g.Name || !graph.Isomorphic(read[i].Triples, g.Triples) {
			t.Errorf("graph %s was read as %s", g.Name, read[i].Name)
		}
	}
}

// How literals are written.
func TestLiterals(t *testing.T) {
	integer, decimal, double, boolean := graph.XSDInteger, graph.XSDDecimal, graph.XSDDouble, graph.XSDBoolean
	tests := []struct {
		literal rdf.Literal
		want    string
	}{
		{graph.Typed("1", integer), "1"},
		{graph.Typed("-007", integer), "-007"},
		{graph.Typed("+1", integer), "+1"},
		{graph.Typed("", integer), `""^^xsd:integer`},
		{graph.Typed("-", integer), `"-"^^xsd:integer`},
		{graph.Typed("1 ", integer), `"1 "^^xsd:integer`},
		{graph.Typed("1.0", integer), `"1.0"^^xsd:integer`},
		{graph.Typed("٣", integer), `"٣"^^xsd:integer`},
		{graph.Typed("1.0", decimal), "1.0"},
		{graph.Typed("-.5", decimal), "-.5"},
		{graph.Typed("1.", decimal), `"1."^^xsd:decimal`},
		{graph.Typed("1", decimal), `"1"^^xsd:decimal`},
		{graph.Typed(".", decimal), `"."^^xsd:decimal`},
		{graph.Typed("1.5.0", decimal), `"1.5.0"^^xsd:decimal`},
		{graph.Typed("1e0", decimal), `"1e0"^^xsd:decimal`},
		{graph.Typed("1E0", double), "1E0"},
		{graph.Typed("-1.5e-10", double), "-1.5e-10"},
		{graph.Typed("1.e0", double), "1.e0"},
		{graph.Typed(".5e+1", double), ".5e+1"},
		{graph.Typed(".e1", double), `".e1"^^xsd:double`},
		{graph.Typed("e1", double), `"e1"^^xsd:double`},
		{graph.Typed("1e", double), `"1e"^^xsd:double`},
		{graph.Typed("1e+", double), `"1e+"^^xsd:double`},
		{graph.Typed("1.5", double), `"1.5"^^xsd:double`},
		{graph.Typed("1e1e1", double), `"1e1e1"^^xsd:double`},
		{graph.Typed("INF", double), `"INF"^^xsd:double`},
		{graph.Typed("true", boolean), "true"},
		{graph.Typed("false", boolean), "false"},
		{graph.Typed("1", boolean), `"1"^^xsd:boolean`},
		{graph.Typed("TRUE", boolean), `"TRUE"^^xsd:boolean`},
		{graph.String("1"), `"1"`},
		{graph.String("true"), `"true"`},
		{graph.String("\"\\\n\r\t'"), `"\"\\\n\r\t'"`},
		{graph.String("\x00\b\f\x1b\x7f\u0085\u2028\ufeff"), `"\u0000\u0008\u000C\u001B\u007F\u0085\u2028\uFEFF"`},
		{graph.String("é花𝄞"), `"é花𝄞"`},
		{formattest.Tagged("a", "de-AT"), `"a"@de-AT`},
		{graph.Typed("a", formattest.IRI("urn:t")), `"a"^^<urn:t>`},
	}
	for _, test := range tests {
		t.Run(test.want, func(t *testing.T) { writes(t, test.literal, test.want) })
	}
}

// writes asks that the object be written as want, and read as the object.
func writes(t *testing.T, o rdf.Object, want string) {
	t.Helper()
	g := formattest.NewBuilder().Add(formattest.Subject, "x:p", o).Graph()
	document, err := formattest.Write(turtle.Turtle(), g)
	if err != nil {
		t.Fatal(err)
	}
	if line := []byte("<https://museum.example/object/1> <x:p> " + want + " .\n"); !bytes.HasSuffix(document, line) {
		t.Errorf("written as\n%s, want\n%s", document, line)
	}
	if err := formattest.RoundTrip(turtle.Turtle(), g); err != nil {
		t.Error(err)
	}
}

// How IRIs are written.
func TestIRIs(t *testing.T) {
	for iri, want := range map[string]string{
		crm + "E22_Human-Made_Object":  "crm:E22_Human-Made_Object",
		aat + "300132254":              "aat:300132254",
		crm:                            "<" + crm + ">",
		crm + "CRMarchaeo/A1":          "archaeo:A1",
		crm + "a/b":                    "<" + crm + "a/b>",
		aat + "-1":                     "<" + aat + "-1>",
		aat + "1-":                     "aat:1-",
		aat + "a.b":                    "aat:a.b",
		aat + "a.":                     "<" + aat + "a.>",
		aat + ".a":                     "<" + aat + ".a>",
		aat + "a%20":                   "<" + aat + "a%20>",
		aat + "a:b":                    "<" + aat + "a:b>",
		aat + "a#b":                    "<" + aat + "a#b>",
		aat + "é·":                     "aat:é·",
		"https://museum.example/a'(b)": "<https://museum.example/a'(b)>",
		graph.Nil.String():             "()",
		graph.Type.String():            "rdf:type",
	} {
		t.Run(want, func(t *testing.T) { writes(t, formattest.IRI(iri), want) })
	}
}

// The order of what is written is that of the graph, as far as the grouping
// allows: entity first, then subjects and predicates as they first appear.
func TestOrder(t *testing.T) {
	z, a := formattest.IRI("x:z"), formattest.IRI("x:a")
	g := formattest.NewBuilder().
		Add(z, "x:q", graph.String("1")).
		Add(formattest.Subject, "x:q", graph.String("2")).
		Add(a, "x:q", graph.String("3")).
		Add(formattest.Subject, "x:p", graph.String("4")).
		Add(z, "x:p", graph.String("5")).
		Add(formattest.Subject, graph.Type.String(), a).
		Add(formattest.Subject, "x:q", graph.String("0")).Graph()
	got, err := formattest.Write(turtle.Turtle(), g)
	if err != nil {
		t.Fatal(err)
	}
	const want = `<https://museum.example/object/1> a <x:a> ;
    <x:q> "2", "0" ;
    <x:p> "4" .

<x:z> <x:q> "1" ;
    <x:p> "5" .

<x:a> <x:q> "3" .
`
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Quads that are no whole graphs are written in blocks, with their own labels.
func TestAppendQuads(t *testing.T) {
	g := formattest.NewBuilder().Add(formattest.Subject, "x:p", formattest.Blank(1)).Add(formattest.Blank(1), "x:p", graph.String("a\n")).Graph()
	var quads []rdf.Quad
	for q := range g.Quads() {
		quads = append(quads, q)
	}
	other := quads[0]
	other.Ctx = formattest.IRI("x:g")
	quads = append(quads, other, quads[1])
	const want = "<https://museum.example/object/1> {\n<https://museum.example/object/1> <x:p> _:n1 .\n_:n1 <x:p> \"a\\n\" .\n}\n" +
		"<x:g> {\n<https://museum.example/object/1> <x:p> _:n1 .\n}\n" +
		"<https://museum.example/object/1> {\n_:n1 <x:p> \"a\\n\" .\n}\n"
	if got := string(turtle.AppendQuads(nil, quads)); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := string(nquads.AppendTriples(nil, quads[1:2])) + string(nquads.AppendQuads(nil, quads[2:3])); got != "_:n1 <x:p> \"a\\n\" .\n<https://museum.example/object/1> <x:p> _:n1 <x:g> .\n" {
		t.Errorf("got\n%s", got)
	}
}
