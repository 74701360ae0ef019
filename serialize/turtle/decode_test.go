package turtle_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"vitrine/checks/formattest"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/dataset"
	"vitrine/serialize/nquads"
	"vitrine/serialize/turtle"
)

// inNTriples writes triples as N-Triples.
func inNTriples(t *testing.T, g *graph.Graph) string {
	t.Helper()
	out, err := formattest.Write(nquads.NTriples(), g)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// What a document means, in N-Triples and in order.
func TestReading(t *testing.T) {
	const xsd = "http://www.w3.org/2001/XMLSchema#"
	tests := []struct{ name, document, want string }{
		{"SPARQL directives", "pReFiX x: <x:>\nbase <http://a/b/>BASE<c/>prefix :<y:> x:s x:p <d>, :o .", "<x:s> <x:p> <http://a/b/c/d> .\n<x:s> <x:p> <y:o> .\n"},
		{"directives", "@prefix x: <x:> . @base <http://a/b/> .\n@base<c/>. x:s x:p <d> .", "<x:s> <x:p> <http://a/b/c/d> .\n"},
		{"prefix declared again", "@prefix x: <x:> . x:s x:p x:o . @prefix x: <y:> . x:s x:p x:o .", "<x:s> <x:p> <x:o> .\n<y:s> <y:p> <y:o> .\n"},
		{"relative namespace", "@base <http://a/b/> . @prefix x: <#> . x:s x:p x: .", "<http://a/b/#s> <http://a/b/#p> <http://a/b/#> .\n"},
		{"base of the options", "<s> <#p> <> .", "<https://museum.example/base/s> <https://museum.example/base/#p> <https://museum.example/base/> .\n"},
		{"relative IRIs keep their characters", "<é/%C3%A9%2f%20> <x:p> <?ü#ß> .", "<https://museum.example/base/é/%C3%A9%2f%20> <x:p> <https://museum.example/base/?ü#ß> .\n"},
		{"escapes in an IRI", `<x:\u00e9\U0001D11E> <x:p> <\u0064> .`, "<x:é𝄞> <x:p> <https://museum.example/base/d> .\n"},
		{"prefixes that look like keywords", "@prefix a: <a:> . @prefix true: <t:> . @prefix base: <b:> . @prefix prefix: <p:> . base:s a:p true:o . prefix:s a a: .", "<b:s> <a:p> <t:o> .\n<p:s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <a:> .\n"},
		{"local names", `@prefix x: <x:> . x:1 x:a.b x:a:b:, x:%20%c3, x:\~\.\-\!\$\&\'\(\)\*\+\,\;\=\/\?\#\@\%5F\_, x:é·.`, "<x:1> <x:a.b> <x:a:b:> .\n<x:1> <x:a.b> <x:%20%c3> .\n<x:1> <x:a.b> <x:~.-!$&'()*+,;=/?#@%5F_> .\n<x:1> <x:a.b> <x:é·> .\n"},
		{"prefixes", "@prefix é.b-c: <x:> . é.b-c:s é.b-c:p é.b-c:o.", "<x:s> <x:p> <x:o> .\n"},
		{"comments", "# a <\n<x:s>#b\r<x:p>#c\n<x:o#o>.#d", "<x:s> <x:p> <x:o#o> .\n"},
		{"no white space", "<x:s>a<x:C>;<x:p>[<x:q>(1(2)),true],\"a\"@en,'b'^^<x:t>.", "<x:s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <x:C> .\n" +
			"<x:s> <x:p> _:b0 .\n_:b0 <x:q> _:b1 .\n_:b1 <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> \"1\"^^<" + xsd + "integer> .\n_:b1 <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> _:b2 .\n" +
			"_:b2 <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> _:b3 .\n_:b3 <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> \"2\"^^<" + xsd + "integer> .\n_:b3 <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> <http://www.w3.org/1999/02/22-rdf-syntax-ns#nil> .\n" +
			"_:b2 <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> <http://www.w3.org/1999/02/22-rdf-syntax-ns#nil> .\n_:b0 <x:q> \"true\"^^<" + xsd + "boolean> .\n<x:s> <x:p> \"a\"@en .\n<x:s> <x:p> \"b\"^^<x:t> .\n"},
		{"a before brackets", "<x:s> a[ <x:p> false];<x:q> true.", "<x:s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> _:b0 .\n_:b0 <x:p> \"false\"^^<" + xsd + "boolean> .\n<x:s> <x:q> \"true\"^^<" + xsd + "boolean> .\n"},
		{"numbers", "<x:s> <x:p> 1, -1, +1.5, .5, 1.5e3, 1E0, -.5e-1, 1.e1 .", "<x:s> <x:p> \"1\"^^<" + xsd + "integer> .\n<x:s> <x:p> \"-1\"^^<" + xsd + "integer> .\n<x:s> <x:p> \"+1.5\"^^<" + xsd + "decimal> .\n<x:s> <x:p> \".5\"^^<" + xsd + "decimal> .\n" +
			"<x:s> <x:p> \"1.5e3\"^^<" + xsd + "double> .\n<x:s> <x:p> \"1E0\"^^<" + xsd + "double> .\n<x:s> <x:p> \"-.5e-1\"^^<" + xsd + "double> .\n<x:s> <x:p> \"1.e1\"^^<" + xsd + "double> .\n"},
		{"number before the dot", "<x:s> <x:p> 1.\n<x:s> <x:q> 2.", "<x:s> <x:p> \"1\"^^<" + xsd + "integer> .\n<x:s> <x:q> \"2\"^^<" + xsd + "integer> .\n"},
		{"strings", `<x:s> <x:p> "", '', """""", "it's", 'say "x"', """a"b""c""", '''a'b''c''', "\t\b\n\r\f\"\'\\\u00e9\U0001D11E" .`,
			"<x:s> <x:p> \"\" .\n<x:s> <x:p> \"it's\" .\n<x:s> <x:p> \"say \\\"x\\\"\" .\n<x:s> <x:p> \"a\\\"b\\\"\\\"c\" .\n<x:s> <x:p> \"a'b''c\" .\n<x:s> <x:p> \"\t\b\\n\\r\f\\\"'\\\\é𝄞\" .\n"},
		{"long strings keep their line ends", "<x:s> <x:p> \"\"\"a\nb\r\nc\rd # e <f\"\"\" .", "<x:s> <x:p> \"a\\nb\\r\\nc\\rd # e <f\" .\n"},
		{"tags in other letters", `<x:s> <x:p> "a"@EN-gb, "a"@zh-Hans-CN-x-y1.`, "<x:s> <x:p> \"a\"@en-GB .\n<x:s> <x:p> \"a\"@zh-Hans-CN-x-y1 .\n"},
		{"blank nodes by first appearance", "_:z <x:p> _:a . <x:s> <x:p> [ <x:q> _:z ], [] . _:a.b <x:p> _:1, _:N0123456789abcdef0123456789abcdef .", "_:b0 <x:p> _:b1 .\n<x:s> <x:p> _:b2 .\n_:b2 <x:q> _:b0 .\n<x:s> <x:p> _:b3 .\n_:b4 <x:p> _:b5 .\n_:b4 <x:p> _:b6 .\n"},
		{"brackets as subject", "[ <x:p> [ <x:q> 1 ] ] <x:r> <x:o> . [ <x:p> <x:o> ] .", "_:b0 <x:p> _:b1 .\n_:b1 <x:q> \"1\"^^<" + xsd + "integer> .\n_:b0 <x:r> <x:o> .\n_:b2 <x:p> <x:o> .\n"},
		{"a label ends before a colon", "@prefix : <x:> . _:s:p _:o. _:o:p:q :q.", "_:b0 <x:p> _:b1 .\n_:b1 <x:p:q> <x:q> .\n"},
		{"repeated semicolons", "<x:s> <x:p> <x:o> ;; <x:q> <x:o> ; .", "<x:s> <x:p> <x:o> .\n<x:s> <x:q> <x:o> .\n"},
		{"repeated triples", "<x:s> <x:p> 1 . <x:s> <x:p> 1 .", "<x:s> <x:p> \"1\"^^<" + xsd + "integer> .\n"},
		{"a base of two spellings", "@base <http://a/b/c> . <d> <#p> <../e>, <//f/./g>, <?q>, <>.", "<http://a/b/d> <http://a/b/c#p> <http://a/e> .\n<http://a/b/d> <http://a/b/c#p> <http://f/g> .\n<http://a/b/d> <http://a/b/c#p> <http://a/b/c?q> .\n<http://a/b/d> <http://a/b/c#p> <http://a/b/c> .\n"},
		{"versions", "VERSION \"1.2\" @version '1.1'. version \"1.2-basic\"\n<x:s> <x:p> <x:o> .", "<x:s> <x:p> <x:o> .\n"},
		{"lists as subjects", "(1) <x:p> (). () <x:p> 2 .", "_:b0 <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> \"1\"^^<" + xsd + "integer> .\n_:b0 <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> <http://www.w3.org/1999/02/22-rdf-syntax-ns#nil> .\n_:b0 <x:p> <http://www.w3.org/1999/02/22-rdf-syntax-ns#nil> .\n<http://www.w3.org/1999/02/22-rdf-syntax-ns#nil> <x:p> \"2\"^^<" + xsd + "integer> .\n"},
		{"true before a bracket", "<x:s> <x:p>[<x:q>true],(false),true.", "<x:s> <x:p> _:b0 .\n_:b0 <x:q> \"true\"^^<" + xsd + "boolean> .\n<x:s> <x:p> _:b1 .\n_:b1 <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> \"false\"^^<" + xsd + "boolean> .\n_:b1 <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> <http://www.w3.org/1999/02/22-rdf-syntax-ns#nil> .\n<x:s> <x:p> \"true\"^^<" + xsd + "boolean> .\n"},
		{"space before a tag and a datatype", "<x:s> <x:p> \"a\" @en, 'b' #c\n^^ <x:t>.", "<x:s> <x:p> \"a\"@en .\n<x:s> <x:p> \"b\"^^<x:t> .\n"},
		{"comments end with CR", "<x:s>#a\r<x:p>#b\r\n<x:o>#c\r.", "<x:s> <x:p> <x:o> .\n"},
		{"NUL in a string", "<x:s> <x:p> \"a\x00b\", '''\x00'''.", "<x:s> <x:p> \"a\x00b\" .\n<x:s> <x:p> \"\x00\" .\n"},
		{"dots", "@prefix a.b: <x:> . a.b:c.d a.b:p 1.5.a.b:s a.b:p a.b:o.", "<x:c.d> <x:p> \"1.5\"^^<" + xsd + "decimal> .\n<x:s> <x:p> <x:o> .\n"},
		{"more numbers", "<x:s> <x:p> -0.0, 00, 1.0E+5, +.1e-1, 5.e0, 5.E+1.", "<x:s> <x:p> \"-0.0\"^^<" + xsd + "decimal> .\n<x:s> <x:p> \"00\"^^<" + xsd + "integer> .\n<x:s> <x:p> \"1.0E+5\"^^<" + xsd + "double> .\n<x:s> <x:p> \"+.1e-1\"^^<" + xsd + "double> .\n<x:s> <x:p> \"5.e0\"^^<" + xsd + "double> .\n<x:s> <x:p> \"5.E+1\"^^<" + xsd + "double> .\n"},
		{"the prefix a", "@prefix a: <x:> . a:b a a:a; a:a a:.", "<x:b> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <x:a> .\n<x:b> <x:a> <x:> .\n"},
		{"end of brackets after a semicolon", "<x:s> <x:p> [ <x:q> 1 ; ] ; .", "<x:s> <x:p> _:b0 .\n_:b0 <x:q> \"1\"^^<" + xsd + "integer> .\n"},
		{"nothing", " # nothing", ""},
	}
	o := serialize.DecodeOptions{Name: formattest.Subject, Base: "https://museum.example/base/"}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			graphs, err := formattest.Read(turtle.Turtle(), []byte(test.document), o)
			if err != nil {
				t.Fatal(err)
			}
			if got := inNTriples(t, graphs[0]); got != test.want {
				t.Errorf("got\n%swant\n%s", got, test.want)
			}
			graphs, err = formattest.Read(turtle.TriG(), []byte(test.document), o)
			if test.want == "" {
				return
			}
			if err != nil {
				t.Fatalf("as TriG: %v", err)
			}
			if got := inNTriples(t, graphs[0]); got != test.want {
				t.Errorf("as TriG, got\n%swant\n%s", got, test.want)
			}
		})
	}
}

// What is refused, each with the line and the reason.
func TestRefused(t *testing.T) {
	tests := []struct{ document, reason string }{
		{"<x:s> <x:p> .", ""},
		{"<x:s> <x:p> <x:o>", "'.'"},
		{"<x:s> <x:p> <x:o> <x:o> .", ""},
		{"<x:s> <x:p> \"a\" \"b\" .", ""},
		{"<x:s> \"p\" <x:o> .", ""},
		{"\"s\" <x:p> <x:o> .", ""},
		{"<x:s> _:p <x:o> .", ""},
		{"<x:s> <x:p> [ .", ""},
		{"<x:s> <x:p> ( <x:o> .", ""},
		{"<x:s> <x:p> <x:o> ) .", ""},
		{"<x:s> <x:p> nothing .", ""},
		{"<x:s> <x:p> TRUE .", ""},
		{"<x:s> = <x:o> .", ""},
		{"{ <x:s> <x:p> <x:o> } .", ""},
		{"<x:s> <x:p> @prefix x: <x:> . <x:o> .", ""},
		{"<s> <x:p> <x:o> .", "no absolute base"},
		{"@base <b> .", "no absolute base"},
		{"@prefix x: <> .", "no absolute base"},
		{"xsd:a <x:p> <x:o> .", "prefix xsd: is not declared"},
		{"<x:s> <x:p> \"1\"^^rdf:x .", "prefix rdf: is not declared"},
		{":a <x:p> <x:o> .", "prefix : is not declared"},
		{"@prefix 1: <x:> .", "a prefix and its colon"},
		{"@prefix a.: <x:> .", "a prefix and its colon"},
		{"@prefix x: <x:> . x:a%2 <x:p> <x:o> .", "hexadecimal"},
		{`@prefix x: <x:> . x:\a <x:p> <x:o> .`, "not one of"},
		{`@prefix x: <x:> . x:a\u00e9 <x:p> <x:o> .`, "not one of"},
		{"@prefix x: <x:> . x:-a <x:p> <x:o> .", "\"-a\" stands where a predicate"},
		{"@prefix x: <x:> . x:a/b <x:p> <x:o> .", "\"/b\" stands where a predicate"},
		{"@prefix x: <x:> . x:a$ <x:p> <x:o> .", "\"$\" stands where a predicate"},
		{"_:-a <x:p> <x:o> .", "valid blank node label"},
		{"_: <x:p> <x:o> .", "valid blank node label"},
		{"<x:a b> <x:p> <x:o> .", "white space"},
		{"<x:a\n> <x:p> <x:o> .", "white space"},
		{"<x:a{> <x:p> <x:o> .", "cannot stand in"},
		{`<x:a"> <x:p> <x:o> .`, "cannot stand in"},
		{"<x:a\x01> <x:p> <x:o> .", "control character"},
		{`<x:\u0020> <x:p> <x:o> .`, "a space cannot stand"},
		{"<http://[bad> <x:p> <x:o> .", "lacks the ']'"},
		{"<http://a:port/> <x:p> <x:o> .", "port"},
		{"<x:a%2> <x:p> <x:o> .", "hexadecimal"},
		{`<x:\n> <x:p> <x:o> .`, "unknown escape"},
		{`<x:\uD800> <x:p> <x:o> .`, "no Unicode character"},
		{"<x:s> <x:p> <x:o", "lacks its '>'"},
		{`<x:s> <x:p> "\a" .`, "unknown escape"},
		{`<x:s> <x:p> "\u00e" .`, "cut short"},
		{`<x:s> <x:p> "\U00110000" .`, "no Unicode character"},
		{`<x:s> <x:p> "\uDC00" .`, "no Unicode character"},
		{"<x:s> <x:p> \"a\nb\" .", "three quotation marks"},
		{"<x:s> <x:p> \"a .", "lacks its closing"},
		{"<x:s> <x:p> '''a'' .", "lacks its closing"},
		{`<x:s> <x:p> """a"""" .`, ""},
		{`<x:s> <x:p> "a"@toolonglanguage .`, "language tag"},
		{`<x:s> <x:p> "a"@en-toolongsubtag .`, "language tag"},
		{`<x:s> <x:p> "a"@en- .`, "language tag"},
		{`<x:s> <x:p> "a"@1 .`, "language tag"},
		{`<x:s> <x:p> "a"@ .`, "language tag"},
		{`<x:s> <x:p> "a"@en_GB .`, ""},
		{`<x:s> <x:p> "a"@en--ltr .`, "RDF 1.2"},
		{`<x:s> <x:p> <<( <x:s> <x:p> <x:o> )>> .`, "RDF 1.2"},
		{`<< <x:s> <x:p> <x:o> >> <x:p> <x:o> .`, "RDF 1.2"},
		{`<x:s> <x:p> <x:o> {| <x:q> 1 |} .`, "RDF 1.2"},
		{`<x:s> <x:p> <x:o> ~ <x:r> .`, "RDF 1.2"},
		{`VERSION "1.3"`, "not known"},
		{`VERSION 1.1`, "a version"},
		{`VERSION """1.1"""`, "a version"},
		{`@version "1.1"`, "'.' after a directive"},
		{`@forall <x:a> .`, "not a directive"},
		{"<x:s> <x:p> \"a\xff\" .", "not valid UTF-8"},
		{"<x:s\xff> <x:p> <x:o> .", "not valid UTF-8"},
		{"<x:s> <x:p> <x:o> . # \xff", "not valid UTF-8"},
		{"<x:s> <x:p> <x:o>\x00 .", ""},
		{`<x:s> <x:p> "a"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#langString> .`, "language tag"},
		{`<x:s> <x:p> "a"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#dirLangString> .`, "RDF 1.2"},
		{`<x:s> <x:p> _:a {| <x:q> 1 |} .`, "RDF 1.2"},
		{`<x:s> <x:p> <<<x:s> <x:p> <x:o>>> .`, "RDF 1.2"},
		{"[] .", "a predicate"},
		{"() .", "a predicate"},
		{"( <x:a> ) .", "a predicate"},
		{"<x:s> .", "a predicate"},
		{"<x:s> a .", "an object"},
		{"<x:s> <x:p> 1, .", "an object"},
		{"<x:s> <x:p> 1 ; ; , .", "a predicate"},
		{"<x:s> <x:p> 1. 2 .", "a subject"},
		{"<x:s> <x:p> - .", "an object"},
		{"<x:s> <x:p> 1e .", "',', ';' or '.'"},
		{"<x:s> <x:p> ;", "an object"},
		{"<x:s> <x:p> [ <x:p> 1 , ] .", "an object"},
		{"<x:s> <x:p> [ ; <x:p> 1 ] .", "a predicate"},
		{"<x:s> <x:p> ( 1 , 2 ) .", "an object"},
		{"<x:s> <x:p> ( 1 ] .", "an object"},
		{"<x:s> <x:p> [ <x:q> 1 ) .", "',', ';' or ']'"},
		{"<x:s> <x:p> falsehood .", "an object"},
		{"PREFIX x <x:>", "a prefix and its colon"},
		{"PREFIX x: x:a", "a namespace"},
		{"BASE x:", "the base IRI"},
		{"@PREFIX x: <x:> .", "not a directive"},
		{"@prefix x: <x:> x:s x:p 1 .", "'.' after a directive"},
		{"PREFIX x: <x:> . x:s x:p 1 .", "a subject"},
		{"<x:s> <x:p> \"a\"^<x:t> .", "',', ';' or '.'"},
		{"<x:s> <x:p> \"a\"^^\"t\" .", "a datatype"},
		{"\x00", "NUL"},
	}
	for _, test := range tests {
		t.Run(test.document, func(t *testing.T) {
			document := "\n# é\r\n" + test.document
			graphs, err := formattest.Read(turtle.Turtle(), []byte(document), serialize.DecodeOptions{Name: formattest.Subject})
			var syntax *serialize.SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("read %v, error %v", graphs, err)
			}
			formattest.Message(t, err)
			if syntax.Line != 3 && !strings.Contains(test.document, "\n") && !strings.Contains(test.document, "langString") {
				t.Errorf("the error is on line %d, want 3: %v", syntax.Line, err)
			}
			if !strings.Contains(syntax.Reason, test.reason) {
				t.Errorf("error is %v, want one with %q", err, test.reason)
			}
		})
	}
}

// Nesting that would use up the stack is refused, whatever it is made of, and
// brackets that do not nest are not counted.
func TestNesting(t *testing.T) {
	const n = 100_000
	deep := map[string]string{
		"brackets":    "<x:s> <x:p> " + strings.Repeat("[ <x:p> ", n) + strings.Repeat("]", n) + " .",
		"lists":       "<x:s> <x:p> " + strings.Repeat("(", n) + strings.Repeat(")", n) + " .",
		"open":        "<x:s> <x:p> " + strings.Repeat("(", n),
		"both":        "<x:s> <x:p> " + strings.Repeat("[ <x:p> (", n),
		"as subjects": strings.Repeat("[ <x:p> ", n),
		"comments":    "<x:s> <x:p> " + strings.Repeat("[ # ]\n<x:p> ", n),
		"strings":     "<x:s> <x:p> " + strings.Repeat("[ <x:p> ']', ", n),
	}
	for name, document := range deep {
		t.Run(name, func(t *testing.T) {
			for _, f := range []*serialize.Format{turtle.Turtle(), turtle.TriG()} {
				_, err := formattest.Read(f, []byte(document), serialize.DecodeOptions{Name: formattest.Subject})
				if !errors.Is(err, graph.ErrTooLarge) {
					t.Errorf("%s: the error is %v, want ErrTooLarge", f.Name, err)
				}
			}
		})
	}
	const allowed = 400
	flat := map[string]string{
		"deep, but not too deep": "<x:s> <x:p> " + strings.Repeat("[ <x:p> (", allowed/2) + strings.Repeat(")]", allowed/2) + " .",
		"one after the other":    "<x:s> <x:p> [] , () " + strings.Repeat(", [ <x:q> 1 ] , ( 1 ) ", 1000) + " .",
		"in strings":             "<x:s> <x:p> '" + strings.Repeat("[(", n) + "', \"\"\"" + strings.Repeat("{\"\"", n) + " \"\"\" .",
		"in a comment":           "# " + strings.Repeat("[(", n) + "\n<x:s> <x:p> <x:o> .",
		"in an IRI":              "<x:s> <x:p> <x:" + strings.Repeat("((", 1000) + "> .",
		"in a name":              "@prefix x: <x:> . <x:s> <x:p> x:a" + strings.Repeat(`\(`, 1000) + " .",
	}
	for name, document := range flat {
		t.Run(name, func(t *testing.T) {
			if _, err := formattest.Read(turtle.Turtle(), []byte(document), serialize.DecodeOptions{Name: formattest.Subject}); err != nil {
				t.Errorf("%.300v", err)
			}
		})
	}
}

func TestTriG(t *testing.T) {
	tests := []struct {
		name, document string
		// want has the names and sizes of graphs, and the starts of errors.
		want []string
	}{
		{"blocks", "@prefix x: <x:> . x:g { x:s x:p _:a . _:a x:p [] } GRAPH <x:h> { x:s x:p 1. }\n[] {}", []string{"x:g 2", "x:h 1", "record line 2: trig line 2: the graph is named by the blank node"}},
		{"a keyword as prefix", "@prefix graph: <x:> . graph:g { graph:s graph:p 1 }", []string{"x:g 1"}},
		{"directives between blocks", "@base <x:/a/> . <g> { <s> <p> 1 } @base <x:/b/> . <g> { <s> <p> 1 }", []string{"x:/a/g 1", "x:/b/g 1"}},
		{"block goes on at once", "<x:g> { <x:s> <x:p> 1 } <x:g> { <x:s> <x:p> 2 }", []string{"x:g 2"}},
		{"block goes on later", "<x:g> { <x:s> <x:p> 1 }\n<x:h> { <x:s> <x:p> 2 }\n<x:g> { <x:s> <x:p> 2 }", []string{"x:g 2", "x:h 1"}},
		{"default graph", "<x:s> <x:p> <x:t> . { <x:t> <x:p> 1 }", []string{"x:s 2"}},
		{"default and named", "<x:s> <x:p> 1 . <x:g> { <x:t> <x:p> 1 }", []string{"! trig line 1: the document mixes"}},
		{"blank node in two graphs", "<x:g> { _:a <x:p> 1 }\n<x:h> { _:a <x:p> 1 }\n<x:i> { <x:s> <x:p> 1 }", []string{"x:g 1", "record line 2: trig line 2: the blank node _:a", "x:i 1"}},
		{"empty graph", "<x:g> { }", []string{"x:g 0"}},
		{"empty default graph", "{ }", nil},
		{"fault in a later block", "<x:g> { <x:s> <x:p> 1 }\n<x:h> {\n<x:s> <x:p> }", []string{"! trig line 3"}},
		{"block without an end", "<x:g> { <x:s> <x:p> 1 }\n<x:h> { <x:s> <x:p> 1 ", []string{"! trig line 2"}},
		{"stray brace", "<x:g> { <x:s> <x:p> 1 } }", []string{"! trig line 1"}},
		{"without white space", "PREFIX :<x:>GRAPH :g{:s :p :o,1.:s :q[]}:h{_:a:p'b'}<x:i>{}[]{}", []string{"x:g 3", "x:h 1", "x:i 0", "record line 1: trig line 1: the graph is named by the blank node"}},
		{"default graph in pieces", "{<x:s> <x:p> _:a} <x:s> <x:q> _:a . {}", []string{"x:s 2"}},
		{"the keyword in any case", "gRaPh<x:g>{<x:s> <x:p> 1}", []string{"x:g 1"}},
		{"blank node in pieces of a graph", "<x:g>{<x:s> <x:p> _:a} <x:h>{<x:s> <x:p> _:b} <x:g>{_:a <x:p> 1}", []string{"x:g 2", "x:h 1"}},
		{"brackets as the subject in a block", "<x:g> { [ <x:p> 1 ] . ( 1 ) <x:p> [] }", []string{"x:g 4"}},
		{"a list is no name", "( 1 ) { <x:s> <x:p> 1 }", []string{"! trig line 1 column 7"}},
		{"an empty list is no name", "() { <x:s> <x:p> 1 }", []string{"! trig line 1 column 4"}},
		{"brackets are no name", "[ <x:p> 1 ] { <x:s> <x:p> 1 }", []string{"! trig line 1 column 13"}},
		{"GRAPH of brackets", "GRAPH [ <x:p> 1 ] { <x:s> <x:p> 1 }", []string{"! trig line 1"}},
		{"GRAPH without a name", "GRAPH { <x:s> <x:p> 1 }", []string{"! trig line 1 column 7"}},
		{"directive in a block", "<x:g> { @prefix x: <x:> . }", []string{"! trig line 1 column 9"}},
		{"a dot after a block", "<x:g> { <x:s> <x:p> 1 } .", []string{"! trig line 1 column 25"}},
		{"two dots in a block", "<x:g> { <x:s> <x:p> 1 . . }", []string{"! trig line 1 column 25"}},
		{"no dot in a block", "<x:g> { <x:s> <x:p> 1 <x:s> <x:p> 2 }", []string{"! trig line 1 column 23"}},
		{"annotation in a block", "<x:g> { <x:s> <x:p> 1 {| <x:q> 2 |} }", []string{"! trig line 1 column 23: an annotation or reifier (RDF 1.2)"}},
		{"nested blocks", "<x:g> { <x:h> { <x:s> <x:p> 1 } }", []string{"! trig line 1"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for g, err := range turtle.TriG().Decode(context.Background(), strings.NewReader(test.document), serialize.DecodeOptions{}) {
				formattest.Message(t, err)
				switch {
				case err == nil:
					got = append(got, fmt.Sprintf("%s %d", g.Name, len(g.Triples)))
				case errors.Is(err, serialize.ErrRecord):
					got = append(got, "record "+err.Error())
				default:
					got = append(got, "! "+err.Error())
				}
			}
			if len(got) != len(test.want) {
				t.Fatalf("got %q, want %q", got, test.want)
			}
			for i := range got {
				if !strings.HasPrefix(got[i], test.want[i]) {
					t.Errorf("got %q, want %q", got[i], test.want[i])
				}
			}
		})
	}
}

// A short document that stands for a long one is refused before it grows.
func TestGrowth(t *testing.T) {
	long := "x:" + strings.Repeat("a", 4000)
	for name, document := range map[string]string{
		"prefix": "@prefix p: <" + long + "> . <x:s> <x:p> p:" + strings.Repeat(", p:", 10_000) + " .",
		"base":   "@base <" + long + "> . <x:s> <x:p> <>" + strings.Repeat(", <>", 10_000) + " .",
		"IRI":    "<x:s> <x:p> <" + long + strings.Repeat("a", 200) + "> .",
		"joined": "@prefix p: <" + long + "> . <x:s> <x:p> p:" + strings.Repeat("a", 200) + " .",
	} {
		t.Run(name, func(t *testing.T) {
			for _, f := range []*serialize.Format{turtle.Turtle(), turtle.TriG()} {
				o := serialize.DecodeOptions{Name: formattest.Subject, MaxBytes: max(100_000, int64(len(document)))}
				if _, err := formattest.Read(f, []byte(document), o); !errors.Is(err, graph.ErrTooLarge) {
					t.Errorf("%s: the error is %.300v, want ErrTooLarge", f.Name, err)
				}
			}
		})
	}
}

// TriG is read block by block, wherever the reads end, and a block beyond the
// limit is refused.
func TestTriGStreams(t *testing.T) {
	var b strings.Builder
	b.WriteString("@prefix x: <x:> .\n")
	const n = 3000
	for i := range n {
		fmt.Fprintf(&b, "x:g%d { # {\n x:s x:p '%s}', [ x:q \"\"\"}\n\"\"\"@en-GB ], x:a\\~b\\.\\%%2541, <x:%d> . }\r\n", i, strings.Repeat("é", i%40), i)
	}
	document := b.String()
	if len(document) < 4*1<<16 {
		t.Fatalf("the document has %d bytes only", len(document))
	}
	seen := 0
	for g, err := range turtle.TriG().Decode(context.Background(), strings.NewReader(document), serialize.DecodeOptions{MaxBytes: 1000}) {
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("x:g%d", seen); g.Name.String() != want || len(g.Triples) != 5 {
			t.Fatalf("graph %s of %d triples, want %s of 5", g.Name, len(g.Triples), want)
		}
		seen++
	}
	if seen != n {
		t.Errorf("%d graphs read, want %d", seen, n)
	}
	large := "<x:g> { <x:s> <x:p> '" + strings.Repeat("a", 300_000) + "' }"
	_, err := formattest.Read(turtle.TriG(), []byte(large), serialize.DecodeOptions{MaxBytes: 1000})
	if !errors.Is(err, graph.ErrTooLarge) {
		t.Errorf("the error beyond the limit is %.200v", err)
	}
	unsorted := "<x:g> { <x:s> <x:p> 1 } <x:h> { <x:s> <x:p> '" + strings.Repeat("a", 9<<20) + "' } <x:i> { } <x:g> { <x:s> <x:p> 2 }"
	if _, err := formattest.Read(turtle.TriG(), []byte(unsorted), serialize.DecodeOptions{}); !errors.Is(err, dataset.ErrUnsorted) {
		t.Errorf("error is %v, want ErrUnsorted", err)
	}
}

// list returns the graph of a list of n items, which lacks its end where it is
// not sound.
func list(n int, sound bool) *graph.Graph {
	b := formattest.NewBuilder().Add(formattest.Subject, "x:p", formattest.Blank(0))
	for i := range n {
		b.Add(formattest.Blank(i), graph.First.String(), graph.String("x")).Add(formattest.Blank(i), graph.Rest.String(), formattest.Blank(i+1))
	}
	if sound {
		b.Add(formattest.Blank(n), graph.First.String(), graph.String("x")).Add(formattest.Blank(n), graph.Rest.String(), graph.Nil)
	}
	return b.Graph()
}

func TestLongLists(t *testing.T) {
	for _, g := range []*graph.Graph{list(1000, true), list(1000, false)} {
		document, err := formattest.Write(turtle.Turtle(), g)
		if err != nil {
			t.Fatal(err)
		}
		graphs, err := formattest.Read(turtle.Turtle(), document, serialize.DecodeOptions{Name: g.Name})
		if err != nil {
			t.Fatal(err)
		}
		if len(graphs[0].Triples) != len(g.Triples) {
			t.Errorf("%d triples read, %d written", len(graphs[0].Triples), len(g.Triples))
		}
		if again, err := formattest.Write(turtle.Turtle(), graphs[0]); err != nil || string(again) != string(document) {
			t.Errorf("read and written again, it differs (error %v)", err)
		}
	}
}

// A list that is not well formed is written in time that grows with its length,
// not with the square of it; at this length that would be the test's timeout.
func TestLongFaultyList(t *testing.T) {
	if _, err := formattest.Write(turtle.Turtle(), list(20_000, false)); err != nil {
		t.Fatal(err)
	}
}

// A graph whose IRIs grow beyond the limit is refused alone.
func TestGrowthOfOneGraph(t *testing.T) {
	document := "@prefix x: <x:" + strings.Repeat("a", 900) + "> .\nx:g { x:s x:p " + strings.Repeat("x:o, ", 100) + "x:o }\n<x:h> { <x:s> <x:p> 1 }"
	var names []string
	for g, err := range turtle.TriG().Decode(context.Background(), strings.NewReader(document), serialize.DecodeOptions{MaxBytes: 2000}) {
		switch {
		case err == nil:
			names = append(names, g.Name.String())
		case !errors.Is(err, serialize.ErrRecord) || !errors.Is(err, graph.ErrTooLarge):
			t.Errorf("the error is %.200v, want one about a graph that is too large", err)
		}
	}
	if fmt.Sprint(names) != "[x:h]" {
		t.Errorf("the graphs are %v, want x:h alone", names)
	}
}
