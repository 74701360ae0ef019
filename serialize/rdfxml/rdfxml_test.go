package rdfxml_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/formattest"
	"vitrine/checks/golden"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/nquads"
	"vitrine/serialize/rdfxml"
)

func TestConformance(t *testing.T) { formattest.Run(t, rdfxml.RDFXML()) }

const head = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:x="x:">`

func FuzzDecode(f *testing.F) {
	formattest.FuzzDecode(f, rdfxml.RDFXML(),
		head+`<x:C rdf:about="a%20b" x:q="1"><x:p rdf:parseType="Collection"><x:D/></x:p><x:p rdf:ID="r" xml:lang="de-AT">a&#10;</x:p></x:C></rdf:RDF>`,
		head+`<rdf:Description rdf:nodeID="a" xml:base="http://e/é/"><rdf:li rdf:parseType="Resource"><x:p rdf:resource="../b"/></rdf:li><x:p rdf:datatype="#t">1</x:p></rdf:Description></rdf:RDF>`,
		`<x xmlns="x:"><p xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" rdf:parseType="Literal">a</p></x>`,
		"\ufeff"+head+"<x:C rdf:about='x:s' x:q='a\r\n&#10;'><x:p rdf:parseType='Literal'><b xmlns='y:' x:c='&lt;'><!-- d --><![CDATA[<]]><?e f?></b></x:p></x:C></rdf:RDF>")
}

func FuzzRoundTrip(f *testing.F) { formattest.FuzzRoundTrip(f, rdfxml.RDFXML()) }

const (
	crm   = "http://www.cidoc-crm.org/cidoc-crm/"
	rdfNS = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	xsd   = "http://www.w3.org/2001/XMLSchema#"
)

func TestGolden(t *testing.T) {
	s, iri, blank := formattest.Subject, formattest.IRI, formattest.Blank
	g := formattest.NewBuilder().
		Add(s, graph.Label.String(), graph.String("Vase <grün> & \"rot\"\r\n")).
		Add(s, graph.Type.String(), iri(crm+"E22_Human-Made_Object")).
		Add(s, graph.Type.String(), iri(crm+"E1_CRM_Entity")).
		Add(s, crm+"P1_is_identified_by", blank(0)).
		Add(blank(0), graph.Type.String(), iri(crm+"E33_E41_Linguistic_Appellation")).
		Add(blank(0), crm+"P190_has_symbolic_content", formattest.Tagged("花瓶", "zh-hans")).
		Add(s, crm+"P2_has_type", iri("http://vocab.getty.edu/aat/300132254?a=1&b=2")).
		Add(s, crm+"P43_has_dimension", blank(1)).
		Add(blank(1), crm+"P90_has_value", graph.Typed("12.50", graph.XSDDecimal)).
		Add(s, crm+"P43_has_dimension", blank(2)).
		Add(s, "https://museum.example/terms/shown", blank(2)).
		Add(s, "https://museum.example/terms/größe", blank(3)).
		Add(iri("https://museum.example/2"), graph.Type.String(), iri("https://museum.example/3")).
		Add(blank(2), graph.Label.String(), graph.String("")).Graph()
	got, err := formattest.Write(rdfxml.RDFXML(), g)
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/vase.rdf", got)
	if err := formattest.RoundTrip(rdfxml.RDFXML(), g); err != nil {
		t.Error(err)
	}
}

// What RDF/XML cannot write is refused, and Applies tells.
func TestNotXML(t *testing.T) {
	p := "https://museum.example/p"
	tests := map[string]*formattest.Builder{
		"NUL":                           formattest.NewBuilder().Add(formattest.Subject, p, graph.String("a\x00")),
		"form feed, tagged":             formattest.NewBuilder().Add(formattest.Subject, p, formattest.Tagged("a\f", "en")),
		"non-character":                 formattest.NewBuilder().Add(formattest.Subject, p, graph.String("\uffff")),
		"non-character in an IRI":       formattest.NewBuilder().Add(formattest.Subject, p, formattest.IRI("x:\ufffe")),
		"non-character in a datatype":   formattest.NewBuilder().Add(formattest.Subject, p, graph.Typed("a", formattest.IRI("x:\ufffe"))),
		"predicate ends with a slash":   formattest.NewBuilder().Add(formattest.Subject, p+"/", graph.String("a")),
		"predicate ends with digits":    formattest.NewBuilder().Add(formattest.Subject, "urn:isbn:123", graph.String("a")),
		"predicate ends with a bracket": formattest.NewBuilder().Add(formattest.Subject, p+"(a)", graph.String("a")),
		"predicate in XML's namespace":  formattest.NewBuilder().Add(formattest.Subject, "http://www.w3.org/2000/xmlns/a", graph.String("a")),
		"predicate rdf:li":              formattest.NewBuilder().Add(formattest.Subject, rdfNS+"li", graph.String("a")),
		"predicate rdf:about":           formattest.NewBuilder().Add(formattest.Subject, rdfNS+"about", graph.String("a")),
		"predicate rdf:Description":     formattest.NewBuilder().Add(formattest.Subject, rdfNS+"Description", graph.String("a")),
	}
	for name, b := range tests {
		t.Run(name, func(t *testing.T) {
			f, g := rdfxml.RDFXML(), b.Graph()
			document, err := formattest.Write(f, g)
			if !errors.Is(err, rdfxml.ErrNotXML) || len(document) > 0 {
				t.Errorf("wrote %q, error %v, want ErrNotXML", document, err)
			}
			formattest.Message(t, err)
			if f.Applies(g) {
				t.Error("Applies is true")
			}
		})
	}
}

// What the elements of a document mean, in N-Triples and in order.
func TestReading(t *testing.T) {
	const typ = "<" + rdfNS + "type>"
	tests := []struct{ name, document, want string }{
		{"node", `<rdf:Description rdf:about="x:s"><x:p>a</x:p></rdf:Description>`, "<x:s> <x:p> \"a\" .\n"},
		{"typed node", `<x:C rdf:about="x:s"/>`, "<x:s> " + typ + " <x:C> .\n"},
		{"property attributes", `<x:C rdf:about="x:s" x:p="a" rdf:type="x:D" rdf:value="b"/>`, "<x:s> " + typ + " <x:C> .\n<x:s> <x:p> \"a\" .\n<x:s> " + typ + " <x:D> .\n<x:s> <" + rdfNS + "value> \"b\" .\n"},
		{"relative references", `<rdf:Description rdf:about="é/%C3%A9%2f"><x:p rdf:resource=""/><x:p rdf:resource="#ü"/><x:p rdf:datatype="t">1</x:p></rdf:Description>`,
			"<https://museum.example/base/é/%C3%A9%2f> <x:p> <https://museum.example/base/> .\n<https://museum.example/base/é/%C3%A9%2f> <x:p> <https://museum.example/base/#ü> .\n<https://museum.example/base/é/%C3%A9%2f> <x:p> \"1\"^^<https://museum.example/base/t> .\n"},
		{"xml:base", `<x:C rdf:about="a" xml:base="http://e/b/c#d"><x:p xml:base="../f" rdf:resource="g"/><x:p rdf:resource="h"/></x:C>`, "<http://e/b/a> " + typ + " <x:C> .\n<http://e/b/a> <x:p> <http://e/g> .\n<http://e/b/a> <x:p> <http://e/b/h> .\n"},
		{"rdf:ID", `<x:C rdf:ID="é" xml:base="http://e/a%20b"/>`, "<http://e/a%20b#é> " + typ + " <x:C> .\n"},
		{"reified", `<rdf:Description rdf:about="x:s" xml:base="http://e/a%2Fb"><x:p rdf:ID="r">a</x:p></rdf:Description>`, "<x:s> <x:p> \"a\" .\n<http://e/a%2Fb#r> " + typ + " <" + rdfNS + "Statement> .\n<http://e/a%2Fb#r> <" + rdfNS + "subject> <x:s> .\n<http://e/a%2Fb#r> <" + rdfNS + "predicate> <x:p> .\n<http://e/a%2Fb#r> <" + rdfNS + "object> \"a\" .\n"},
		{"blank nodes", `<x:C rdf:nodeID="z"><x:p rdf:nodeID="a"/><x:p><x:D/></x:p><x:p rdf:parseType="Resource"><x:q rdf:nodeID="z"/></x:p></x:C>`,
			"_:b0 " + typ + " <x:C> .\n_:b0 <x:p> _:b1 .\n_:b0 <x:p> _:b2 .\n_:b2 " + typ + " <x:D> .\n_:b0 <x:p> _:b3 .\n_:b3 <x:q> _:b0 .\n"},
		{"node without use", `<x:C x:q="1"/>`, "_:b0 " + typ + " <x:C> .\n_:b0 <x:q> \"1\" .\n"},
		{"attributes of the object", `<rdf:Description rdf:about="x:s"><x:p rdf:resource="x:o" x:q="1"/><x:p x:q="2"></x:p><x:p rdf:nodeID="a" x:q="3"> </x:p></rdf:Description>`,
			"<x:s> <x:p> <x:o> .\n<x:o> <x:q> \"1\" .\n<x:s> <x:p> _:b0 .\n_:b0 <x:q> \"2\" .\n<x:s> <x:p> _:b1 .\n_:b1 <x:q> \"3\" .\n"},
		{"texts", "<x:C rdf:about='x:s'><x:p/><x:p></x:p><x:p> a\r\n<!-- c -->b&#13;&lt;<![CDATA[<&]]>&#x9;</x:p></x:C>", "<x:s> " + typ + " <x:C> .\n<x:s> <x:p> \"\" .\n<x:s> <x:p> \" a\\nb\\r<<&\t\" .\n"},
		{"white space in attributes", "<x:C rdf:about='x:s' x:p='a\nb\tc'/><x:C rdf:about='x:s' x:q='a&#10;b'/>", "<x:s> " + typ + " <x:C> .\n<x:s> <x:p> \"a b c\" .\n<x:s> <x:q> \"a\\nb\" .\n"},
		{"languages", `<x:C rdf:about="x:s" xml:lang="en-GB" x:p="a"><x:p>b</x:p><x:p xml:lang="">c</x:p><x:p xml:lang="zh-Hans-CN">d</x:p><x:p rdf:datatype="x:t">e</x:p></x:C>`,
			"<x:s> " + typ + " <x:C> .\n<x:s> <x:p> \"a\"@en-GB .\n<x:s> <x:p> \"b\"@en-GB .\n<x:s> <x:p> \"c\" .\n<x:s> <x:p> \"d\"@zh-Hans-CN .\n<x:s> <x:p> \"e\"^^<x:t> .\n"},
		{"collection", `<x:C rdf:about="x:s"><x:p rdf:parseType="Collection"><x:D rdf:about="x:a"/><rdf:Description rdf:about="x:b"/></x:p><x:q rdf:parseType="Collection"/></x:C>`,
			"<x:s> " + typ + " <x:C> .\n<x:s> <x:p> _:b0 .\n_:b0 <" + rdfNS + "first> <x:a> .\n<x:a> " + typ + " <x:D> .\n_:b0 <" + rdfNS + "rest> _:b1 .\n_:b1 <" + rdfNS + "first> <x:b> .\n_:b1 <" + rdfNS + "rest> <" + rdfNS + "nil> .\n<x:s> <x:q> <" + rdfNS + "nil> .\n"},
		{"rdf:li", `<rdf:Bag rdf:about="x:s"><rdf:li>a</rdf:li><rdf:_5>b</rdf:_5><rdf:li>c</rdf:li></rdf:Bag>`, "<x:s> " + typ + " <" + rdfNS + "Bag> .\n<x:s> <" + rdfNS + "_1> \"a\" .\n<x:s> <" + rdfNS + "_5> \"b\" .\n<x:s> <" + rdfNS + "_2> \"c\" .\n"},
		{"literal without markup", `<x:C rdf:about="x:s"><x:p rdf:parseType="Literal">a &lt;</x:p></x:C>`, "<x:s> " + typ + " <x:C> .\n<x:s> <x:p> \"a &lt;\"^^<" + rdfNS + "XMLLiteral> .\n"},
		{"literal of another parse type", `<x:C rdf:about="x:s"><x:p rdf:parseType="daml:Collection">a</x:p></x:C>`, "<x:s> " + typ + " <x:C> .\n<x:s> <x:p> \"a\"^^<" + rdfNS + "XMLLiteral> .\n"},
		{"a version", `<x:C rdf:version="1.2" rdf:about="x:s"/>`, "<x:s> " + typ + " <x:C> .\n"},
		{"white space and references in attributes", "<x:C rdf:about='x:s' x:p='a\r\n\n&#xA;b\r&#x9;'\r\n\tx:q='c'/>", "<x:s> " + typ + " <x:C> .\n<x:s> <x:p> \"a  \\nb \t\" .\n<x:s> <x:q> \"c\" .\n"},
		{"rdf:ID beside an object", `<rdf:Description rdf:about="x:s" xml:base="x:/b"><x:p rdf:ID="r" rdf:resource="x:o"/></rdf:Description>`, "<x:s> <x:p> <x:o> .\n<x:/b#r> " + typ + " <" + rdfNS + "Statement> .\n<x:/b#r> <" + rdfNS + "subject> <x:s> .\n<x:/b#r> <" + rdfNS + "predicate> <x:p> .\n<x:/b#r> <" + rdfNS + "object> <x:o> .\n"},
		{"attributes without prefix", `<x:C about="x:s" type="x:D"><x:p resource="x:o"/><x:p parseType="Resource"/></x:C>`, "<x:s> " + typ + " <x:C> .\n<x:s> " + typ + " <x:D> .\n<x:s> <x:p> <x:o> .\n<x:s> <x:p> _:b0 .\n"},
		{"attributes of XML", `<x:C rdf:about="x:s" xml:space="preserve" xmlfoo="1"/>`, "<x:s> " + typ + " <x:C> .\n"},
		{"namespaces", `<C xmlns="y:" rdf:about="x:s"><p xmlns="z:"><x:D xmlns:x="w:" x:q="1" rdf:about="x:o"/></p></C>`, "<x:s> " + typ + " <y:C> .\n<x:s> <z:p> <x:o> .\n<x:o> " + typ + " <w:D> .\n<x:o> <w:q> \"1\" .\n"},
		{"nothing", "<!-- nothing -->", ""},
	}
	o := serialize.DecodeOptions{Name: formattest.Subject, Base: "https://museum.example/base/"}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			document := `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE rdf:RDF>` + head + test.document + "</rdf:RDF>\n"
			graphs, err := formattest.Read(rdfxml.RDFXML(), []byte(document), o)
			if err != nil {
				t.Fatal(err)
			}
			got, err := formattest.Write(nquads.NTriples(), graphs[0])
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != test.want {
				t.Errorf("got\n%swant\n%s", got, test.want)
			}
		})
	}
}

// XML literals come out in exclusive canonical form with comments.
func TestXMLLiterals(t *testing.T) {
	tests := []struct{ content, want string }{
		{"a &amp; b", "a &amp; b"},
		{"<b/>", `<b></b>`},
		{"<b>x</b>", `<b>x</b>`},
		{`<x:b x:c="1" a="2" xml:lang="en"/>`, `<x:b xmlns:x="x:" a="2" xml:lang="en" x:c="1"></x:b>`},
		{`<x:b><x:c/></x:b><x:d/>`, `<x:b xmlns:x="x:"><x:c></x:c></x:b><x:d xmlns:x="x:"></x:d>`},
		{`<b xmlns="y:"><c xmlns=""><d/></c></b>`, `<b xmlns="y:"><c xmlns=""><d></d></c></b>`},
		{`<b xmlns="y:" xmlns:z="z:"><c z:a="1"/><z:d/></b>`, `<b xmlns="y:"><c xmlns:z="z:" z:a="1"></c><z:d xmlns:z="z:"></z:d></b>`},
		{`<x:b xmlns:x="w:"><x:c xmlns:x="x:"/></x:b>`, `<x:b xmlns:x="w:"><x:c xmlns:x="x:"></x:c></x:b>`},
		{`<b xmlns:y="u:2" xmlns:z="u:1" y:a="1" z:a="2" a="3"/>`, `<b xmlns:y="u:2" xmlns:z="u:1" a="3" z:a="2" y:a="1"></b>`},
		{"<b a='\"&lt;&gt;&#9;&#10;&#13;\n'>&lt;&gt;&#13;\r\n\"</b>", "<b a=\"&quot;&lt;>&#x9;&#xA;&#xD; \">&lt;&gt;&#xD;\n\"</b>"},
		{"<![CDATA[<&>]]>", "&lt;&amp;&gt;"},
		{"a<!-- b\r\n -->c<?d  e?><?f?>", "a<!-- b\n -->c<?d e?><?f?>"},
		{`<rdf:Description rdf:about="x"/>`, `<rdf:Description xmlns:rdf="` + rdfNS + `" rdf:about="x"></rdf:Description>`},
	}
	for _, test := range tests {
		t.Run(test.content, func(t *testing.T) {
			document := head + `<x:C rdf:about="x:s"><x:p rdf:parseType="Literal">` + test.content + "</x:p></x:C></rdf:RDF>"
			graphs, err := formattest.Read(rdfxml.RDFXML(), []byte(document), serialize.DecodeOptions{})
			if err != nil {
				t.Fatal(err)
			}
			want := graph.Typed(test.want, formattest.IRI(rdfNS+"XMLLiteral"))
			if got := graphs[0].Triples[1].Obj; got != rdf.Object(want) {
				t.Errorf("got %s, want %s", got, want)
			}
			if err := formattest.RoundTrip(rdfxml.RDFXML(), graphs[0]); err != nil {
				t.Error(err)
			}
		})
	}
}

// The element rdf:RDF may be left out around one node.
func TestOneNode(t *testing.T) {
	document := `<x:C xmlns:x="x:" xmlns:rdf="` + rdfNS + `" rdf:about="x:s"/>`
	graphs, err := formattest.Read(rdfxml.RDFXML(), []byte(document), serialize.DecodeOptions{})
	if err != nil || graphs[0].Name.String() != "x:s" || len(graphs[0].Triples) != 1 {
		t.Errorf("read %v, error %v", graphs, err)
	}
}

// What is refused, and why. Documents that begin with "!" are whole, others
// stand inside rdf:RDF.
func TestRefused(t *testing.T) {
	in := func(s string) string { return `<x:C rdf:about="x:s">` + s + `</x:C>` }
	tests := []struct{ document, reason string }{
		{"!", "no element"},
		{"!<a", ""},
		{"!<a>", "no namespace"},
		{"!" + head, "not closed"},
		{"!" + head + "</rdf:RDF><a/>", "no namespace"},
		{"!" + head + "</rdf:RDF><x:C xmlns:x='x:'/>", "second root"},
		{"!" + head + "</rdf:RDF>text", "text stands"},
		{"!" + head + "</x:RDF>", "closes no element"},
		{"!</a>", "closes no element"},
		{`!<?xml version="1.1"?>` + head + "</rdf:RDF>", "version"},
		{`!<?xml version="1.0" encoding="iso-8859-1"?>` + head + "</rdf:RDF>", "convert it to UTF-8"},
		{`!<!DOCTYPE rdf:RDF [<!ENTITY a "b">]>` + head + "</rdf:RDF>", "entities"},
		{in("<x:p>&a;</x:p>"), "entity"},
		{in("<x:p>\x01</x:p>"), "character"},
		{in("<x:p>&#1;</x:p>"), "character"},
		{in("<x:p>\xff</x:p>"), "not valid UTF-8"},
		{"text", "text stands"},
		{in("text"), "text stands"},
		{in("<x:p>text<x:D/></x:p>"), "more than one object"},
		{in("<x:p><x:D/>text</x:p>"), "a node and text"},
		{in("<x:p><x:D/><x:E/></x:p>"), "more than one object"},
		{in(`<x:p rdf:resource="x:o">text</x:p>`), "text stands"},
		{in(`<x:p rdf:resource="x:o"><x:D/></x:p>`), "content too"},
		{in(`<x:p x:q="1"><x:D/></x:p>`), "content too"},
		{in(`<x:p rdf:nodeID="a"><x:D/></x:p>`), "content too"},
		{in(`<x:p rdf:datatype="x:t"><x:D/></x:p>`), "a datatype and a node"},
		{in(`<x:p rdf:parseType="Resource">text</x:p>`), "text stands"},
		{in(`<x:p rdf:parseType="Collection">text<x:D/></x:p>`), "text stands"},
		{in(`<x:p rdf:parseType="Literal"><y:b/></x:p>`), "not bound"},
		{in(`<x:p rdf:parseType="Literal"><b></c></x:p>`), "closes no element"},
		{in(`<x:p rdf:parseType="Literal"><b a="1" a="2"/></x:p>`), "twice"},
		{in(`<x:p rdf:parseType="Literal"><b></x:p>`), "closes no element"},
		{in("<x:p rdf:parseType='Literal'><!-- \xff --></x:p>"), "not valid UTF-8"},
		{in(`<x:p rdf:datatype="` + rdfNS + `dirLangString">a</x:p>`), "RDF 1.2"},
		{in(`<x:p rdf:resource="http://[bad"/>`), "lacks the ']'"},
		{in(`<x:p rdf:resource="http://a:b/"/>`), "port"},
		{in(`<x:p rdf:resource="x:%"/>`), "hexadecimal"},
		{`<C xmlns="y"/>`, "no absolute IRI"},
		{in(`<x:p rdf:parseType="Triple"/>`), "RDF 1.2"},
		{in(`<x:p rdf:parseType="Resource" rdf:datatype="x:t"/>`), "cannot stand beside"},
		{in(`<x:p rdf:parseType="Literal" x:q="1"/>`), "cannot stand beside"},
		{in(`<x:p rdf:datatype="x:t" rdf:resource="x:o"/>`), "cannot stand beside"},
		{in(`<x:p rdf:datatype="x:t" x:q="1"/>`), "cannot stand beside"},
		{in(`<x:p rdf:nodeID="a" rdf:resource="x:o"/>`), "cannot stand beside"},
		{in(`<x:p rdf:about="x:o"/>`), "cannot stand on a property"},
		{in(`<x:p rdf:annotation="x:o">a</x:p>`), "RDF 1.2"},
		{in(`<x:p xmlns:its="http://www.w3.org/2005/11/its" its:dir="rtl">a</x:p>`), "RDF 1.2"},
		{`<x:C rdf:version="1.3"/>`, "not known"},
		{`<x:C rdf:resource="x:s"/>`, "cannot stand on a node"},
		{`<x:C rdf:parseType="Resource"/>`, "cannot stand on a node"},
		{`<x:C rdf:datatype="x:t"/>`, "cannot stand on a node"},
		{`<x:C rdf:about="x:a" rdf:nodeID="a"/>`, "one name"},
		{`<x:C rdf:about="x:a" rdf:about="x:b"/>`, "twice"},
		{`<x:C xmlns:y="x:" x:p="1" y:p="2"/>`, "twice"},
		{`<x:C q="1"/>`, "has no namespace"},
		{`<C/>`, "has no namespace"},
		{`<y:C/>`, "not bound"},
		{`<x:C y:p="1"/>`, "not bound"},
		{`<x:C xmlns:y=""/>`, "bound to nothing"},
		{`<x:C xmlns:xml="x:"/>`, "cannot be bound"},
		{`<x:C rdf:about="x:s p"/>`, "a space cannot"},
		{`<x:C rdf:nodeID="1"/>`, "no XML name"},
		{`<x:C rdf:ID="a:b"/>`, "no XML name"},
		{`<x:C xml:base="x:y"><x:p rdf:ID="a"/></x:C><x:C xml:base="x:y" rdf:ID="a"/>`, "twice"},
		{in(`<x:p xml:base="x:y" rdf:ID="a">1</x:p><x:p xml:base="x:y" rdf:ID="a">2</x:p>`), "twice"},
		{`<x:C rdf:about="a"/>`, "no absolute base"},
		{`<x:C xml:base="a"/>`, "no absolute base"},
		{in(`<x:p xml:lang="en-toolongsubtag">a</x:p>`), "language tag"},
		{in(`<x:p xml:lang="en_GB">a</x:p>`), "language tag"},
		{in(`<x:p rdf:datatype="` + rdfNS + `langString">a</x:p>`), "language tag"},
		{in(`<rdf:about>a</rdf:about>`), "not allowed"},
		{`<rdf:li/>`, "not allowed"},
		{`<x:C rdf:bagID="a"/>`, "not allowed"},
		{`<x:C rdf:li="a"/>`, "not allowed"},
		{`<rdf:RDF/>`, "not allowed"},
	}
	for _, test := range tests {
		t.Run(test.document, func(t *testing.T) {
			document, whole := strings.CutPrefix(test.document, "!")
			if !whole {
				document = head + document + "</rdf:RDF>"
			}
			graphs, err := formattest.Read(rdfxml.RDFXML(), []byte(document), serialize.DecodeOptions{Name: formattest.Subject})
			var syntax *serialize.SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("read %v, error %v", graphs, err)
			}
			formattest.Message(t, err)
			if !strings.Contains(syntax.Reason, test.reason) {
				t.Errorf("error is %v, want one with %q", err, test.reason)
			}
		})
	}
}

func TestFaultsHaveLines(t *testing.T) {
	document := head + "\n<x:C>\n<x:p a='1'/>\n</x:C></rdf:RDF>"
	_, err := formattest.Read(rdfxml.RDFXML(), []byte(document), serialize.DecodeOptions{Name: formattest.Subject})
	var syntax *serialize.SyntaxError
	if !errors.As(err, &syntax) || syntax.Line != 3 {
		t.Errorf("error is %v, want one on line 3", err)
	}
}

// Nesting that would use up the stack is refused.
func TestNesting(t *testing.T) {
	const n = 100_000
	for name, document := range map[string]string{
		"nodes":     head + strings.Repeat("<x:C><x:p>", n),
		"resources": head + "<x:C>" + strings.Repeat(`<x:p rdf:parseType="Resource">`, n),
		"closed":    head + strings.Repeat("<x:C><x:p>", n) + strings.Repeat("</x:p></x:C>", n) + "</rdf:RDF>",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := formattest.Read(rdfxml.RDFXML(), []byte(document), serialize.DecodeOptions{Name: formattest.Subject})
			if !errors.Is(err, graph.ErrTooLarge) {
				t.Errorf("the error is %v, want ErrTooLarge", err)
			}
		})
	}
}

// Attributes beyond the limit are refused: each is compared with the others.
func TestManyAttributes(t *testing.T) {
	for n, want := range map[int]error{990: nil, 1001: graph.ErrTooLarge} {
		var tag strings.Builder
		for i := range n {
			fmt.Fprintf(&tag, " x:p%d='1'", i)
		}
		document := head + "<x:C rdf:about='x:s'" + tag.String() + "/></rdf:RDF>"
		_, err := formattest.Read(rdfxml.RDFXML(), []byte(document), serialize.DecodeOptions{Name: formattest.Subject})
		if !errors.Is(err, want) {
			t.Errorf("the error about %d attributes is %v, want %v", n, err, want)
		}
	}
}

// A short document that stands for a long one is refused before it grows.
func TestGrowth(t *testing.T) {
	document := strings.Replace(head, "<rdf:RDF", `<rdf:RDF xml:base="x:`+strings.Repeat("a", 4000)+`"`, 1) + strings.Repeat(`<x:C rdf:about=""/>`, 10_000) + "</rdf:RDF>"
	_, err := formattest.Read(rdfxml.RDFXML(), []byte(document), serialize.DecodeOptions{Name: formattest.Subject, MaxBytes: int64(len(document))})
	if !errors.Is(err, graph.ErrTooLarge) {
		t.Errorf("the error is %v, want ErrTooLarge", err)
	}
}
