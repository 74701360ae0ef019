package jsonld

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/jsonldtest"
	ldcontext "vitrine/context"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
)

// rules is a table of the rules of JSON-LD 1.1 that turn a document into RDF:
// for each a document and the triples it stands for. In the triples, ex: is
// https://ex.example/ and base: the base IRI.
var rules = []struct {
	name, text, want string
	fast             bool // the fast reader covers it, so it comes back as it was
}{
	{"absolute IRIs", `{"@id":"ex:r","ex:p":{"@id":"http://a.example/b"}}`,
		`<ex:r> <ex:p> <http://a.example/b> .`, true},
	{"relative IRIs resolve against the base", `{"@id":"r","http://p.example/":[{"@id":"../x?y#z"},{"@id":"//h.example/i"},{"@id":"#f"}]}`,
		`<base:r> <http://p.example/> <https://data.museum.example/x?y#z> .
		 <base:r> <http://p.example/> <https://h.example/i> .
		 <base:r> <http://p.example/> <https://data.museum.example/#f> .`, true},
	{"compact IRIs", `{"@context":{"e":"https://ex.example/"},"@id":"e:r","e:p":{"@id":"e:o"}}`,
		`<ex:r> <ex:p> <ex:o> .`, true},
	{"a prefix does not touch IRIs with //", `{"@context":{"http":"https://ex.example/"},"@id":"http://r.example/","http:p":1}`,
		`<http://r.example/> <ex:p> "1"^^<xsd:integer> .`, true},
	{"only terms that end in a delimiter are prefixes", `{"@context":{"t":"https://ex.example/t","@version":1.1},"@id":"t:r","t":1}`,
		`<t:r> <ex:t> "1"^^<xsd:integer> .`, true},
	{"@prefix makes any term a prefix", `{"@context":{"t":{"@id":"https://ex.example/t","@prefix":true}},"@id":"t:r","t:p":1}`,
		`<ex:tr> <ex:tp> "1"^^<xsd:integer> .`, true},
	{"keyword aliases", `{"@context":{"uri":"@id","a":"@type","val":"@value","lang":"@language","p":"https://ex.example/p"},"uri":"https://ex.example/r","a":"https://ex.example/C","p":{"val":"x","lang":"nl"}}`,
		`<ex:r> <rdf:type> <ex:C> . <ex:r> <ex:p> "x"@nl .`, true},
	{"@vocab", `{"@context":{"@vocab":"https://ex.example/"},"@id":"https://ex.example/r","@type":"C","p":"x"}`,
		`<ex:r> <rdf:type> <ex:C> . <ex:r> <ex:p> "x" .`, true},
	{"@type @id", `{"@context":{"p":{"@id":"https://ex.example/p","@type":"@id"}},"@id":"https://ex.example/r","p":["o","_:x",3]}`,
		`<ex:r> <ex:p> <base:o> . <ex:r> <ex:p> _:x . <ex:r> <ex:p> "3"^^<xsd:integer> .`, true},
	{"@type @vocab", `{"@context":{"p":{"@id":"https://ex.example/p","@type":"@vocab"},"q":"https://ex.example/q"},"@id":"https://ex.example/r","p":["q","https://ex.example/z"]}`,
		`<ex:r> <ex:p> <ex:q> . <ex:r> <ex:p> <ex:z> .`, true},
	{"@type @none", `{"@context":{"p":{"@id":"https://ex.example/p","@type":"@none"}},"@id":"https://ex.example/r","p":"x"}`,
		`<ex:r> <ex:p> "x" .`, true},
	{"datatypes", `{"@context":{"p":{"@id":"https://ex.example/p","@type":"https://ex.example/d"}},"@id":"https://ex.example/r","p":["x",5,8.8,true,{"@value":"y"}]}`,
		`<ex:r> <ex:p> "x"^^<ex:d> . <ex:r> <ex:p> "5"^^<ex:d> . <ex:r> <ex:p> "8.800000000000001E0"^^<ex:d> . <ex:r> <ex:p> "true"^^<ex:d> . <ex:r> <ex:p> "y" .`, true},
	{"numbers as xsd:double", `{"@context":{"p":{"@id":"https://ex.example/p","@type":"http://www.w3.org/2001/XMLSchema#double"}},"@id":"https://ex.example/r","p":[5,0.5]}`,
		`<ex:r> <ex:p> "5.0E0"^^<xsd:double> . <ex:r> <ex:p> "5.0E-1"^^<xsd:double> .`, true},
	{"native values", `{"@id":"https://ex.example/r","https://ex.example/p":[true,false,2,2.0,1e21,-8.8]}`,
		`<ex:r> <ex:p> "true"^^<xsd:boolean> . <ex:r> <ex:p> "false"^^<xsd:boolean> . <ex:r> <ex:p> "2"^^<xsd:integer> .
		 <ex:r> <ex:p> "1.0E21"^^<xsd:double> . <ex:r> <ex:p> "-8.800000000000001E0"^^<xsd:double> .`, true},
	{"nulls say nothing", `{"@id":"https://ex.example/r","https://ex.example/p":[null,"x",null],"https://ex.example/q":null,"https://ex.example/s":{"@value":null}}`,
		`<ex:r> <ex:p> "x" .`, true},
	{"a term mapped to null is no term", `{"@context":[{"p":"https://ex.example/p"},{"p":null,"q":"https://ex.example/q"}],"@id":"https://ex.example/r","q":1}`,
		`<ex:r> <ex:q> "1"^^<xsd:integer> .`, true},
	{"later contexts win", `{"@context":[{"p":"https://ex.example/p"},{"p":"https://ex.example/q"}],"@id":"https://ex.example/r","p":1}`,
		`<ex:r> <ex:q> "1"^^<xsd:integer> .`, true},
	{"a null context of a type goes back to what the types before it have made", `{"@context":{"p":"https://ex.example/p","C":{"@id":"https://ex.example/C","@context":{"p":"https://ex.example/p2"}},"D":{"@id":"https://ex.example/D","@context":null}},"@id":"https://ex.example/r","@type":["D","C"],"https://ex.example/q":{"@id":"https://ex.example/s","p":1}}`,
		`<ex:r> <rdf:type> <ex:C> . <ex:r> <rdf:type> <ex:D> . <ex:r> <ex:q> <ex:s> . <ex:s> <ex:p2> "1"^^<xsd:integer> .`, false},
	{"type-scoped contexts do not propagate", `{"@context":{"@version":1.1,"p":"https://ex.example/p","q":{"@id":"https://ex.example/q"},"C":{"@id":"https://ex.example/C","@context":{"p":"https://ex.example/p2"}}},"@id":"https://ex.example/r","p":1,"@type":"C","q":{"@id":"https://ex.example/s","p":2}}`,
		`<ex:r> <rdf:type> <ex:C> . <ex:r> <ex:p2> "1"^^<xsd:integer> . <ex:r> <ex:q> <ex:s> . <ex:s> <ex:p> "2"^^<xsd:integer> .`, true},
	{"type-scoped contexts apply in the order of the types", `{"@context":{"@version":1.1,"A":{"@id":"https://ex.example/A","@context":{"p":"https://ex.example/pa"}},"B":{"@id":"https://ex.example/B","@context":{"p":"https://ex.example/pb"}}},"@id":"https://ex.example/r","@type":["B","A"],"p":1}`,
		`<ex:r> <rdf:type> <ex:B> . <ex:r> <rdf:type> <ex:A> . <ex:r> <ex:pb> "1"^^<xsd:integer> .`, true},
	{"property-scoped contexts propagate", `{"@context":{"@version":1.1,"p":"https://ex.example/p","q":{"@id":"https://ex.example/q","@context":{"p":"https://ex.example/p2"}}},"@id":"https://ex.example/r","q":{"@id":"https://ex.example/s","https://ex.example/t":{"@id":"https://ex.example/u","p":2}}}`,
		`<ex:r> <ex:q> <ex:s> . <ex:s> <ex:t> <ex:u> . <ex:u> <ex:p2> "2"^^<xsd:integer> .`, true},
	{"a type-scoped context that propagates", `{"@context":{"@version":1.1,"p":"https://ex.example/p","C":{"@id":"https://ex.example/C","@context":{"@propagate":true,"p":"https://ex.example/p2"}}},"@id":"https://ex.example/r","@type":"C","https://ex.example/q":{"@id":"https://ex.example/s","p":2}}`,
		`<ex:r> <rdf:type> <ex:C> . <ex:r> <ex:q> <ex:s> . <ex:s> <ex:p2> "2"^^<xsd:integer> .`, true},
	{"a property-scoped context that does not propagate", `{"@context":{"@version":1.1,"p":"https://ex.example/p","q":{"@id":"https://ex.example/q","@context":{"@propagate":false,"p":"https://ex.example/p2"}}},"@id":"https://ex.example/r","q":{"@id":"https://ex.example/s","p":1,"https://ex.example/t":{"@id":"https://ex.example/u","p":2}}}`,
		`<ex:r> <ex:q> <ex:s> . <ex:s> <ex:p2> "1"^^<xsd:integer> . <ex:s> <ex:t> <ex:u> . <ex:u> <ex:p> "2"^^<xsd:integer> .`, true},
	{"a null property-scoped context clears", `{"@context":{"@version":1.1,"p":"https://ex.example/p","q":{"@id":"https://ex.example/q","@context":null}},"@id":"https://ex.example/r","q":{"@id":"https://ex.example/s","https://ex.example/t":2}}`,
		`<ex:r> <ex:q> <ex:s> . <ex:s> <ex:t> "2"^^<xsd:integer> .`, true},
	{"nested @context", `{"@context":{"p":"https://ex.example/p"},"@id":"https://ex.example/r","p":{"@context":{"p":"https://ex.example/p2"},"@id":"https://ex.example/s","p":1}}`,
		`<ex:r> <ex:p> <ex:s> . <ex:s> <ex:p2> "1"^^<xsd:integer> .`, true},
	{"@base", `{"@context":{"@base":"https://ex.example/"},"@id":"r","https://ex.example/p":{"@id":"o"}}`,
		`<ex:r> <ex:p> <ex:o> .`, true},
	{"default language", `{"@context":{"@language":"nl","p":"https://ex.example/p","q":{"@id":"https://ex.example/q","@language":null}},"@id":"https://ex.example/r","p":"x","q":"y"}`,
		`<ex:r> <ex:p> "x"@nl . <ex:r> <ex:q> "y" .`, true},
	{"language maps", `{"@context":{"p":{"@id":"https://ex.example/p","@container":"@language"}},"@id":"https://ex.example/r","p":{"nl":"x","en":["y","z"],"@none":"w"}}`,
		`<ex:r> <ex:p> "x"@nl . <ex:r> <ex:p> "y"@en . <ex:r> <ex:p> "z"@en . <ex:r> <ex:p> "w" .`, true},
	{"lists", `{"@context":{"p":{"@id":"https://ex.example/p","@container":"@list"}},"@id":"https://ex.example/r","p":["x","y"],"https://ex.example/q":{"@list":[]}}`,
		`<ex:r> <ex:p> _:a . _:a <rdf:first> "x" . _:a <rdf:rest> _:b . _:b <rdf:first> "y" . _:b <rdf:rest> <rdf:nil> . <ex:r> <ex:q> <rdf:nil> .`, true},
	{"@set", `{"@id":"https://ex.example/r","https://ex.example/p":{"@set":["x","y"]}}`,
		`<ex:r> <ex:p> "x" . <ex:r> <ex:p> "y" .`, false},
	{"arrays in arrays", `{"@id":"https://ex.example/r","https://ex.example/p":[["x"],["y"]]}`,
		`<ex:r> <ex:p> "x" . <ex:r> <ex:p> "y" .`, false},
	{"@json", `{"@context":{"p":{"@id":"https://ex.example/p","@type":"@json"}},"@id":"https://ex.example/r","p":{"b":[1,null],"a":"x"}}`,
		`<ex:r> <ex:p> "{\"a\":\"x\",\"b\":[1,null]}"^^<rdf:JSON> .`, false},
	{"@reverse properties", `{"@context":{"p":{"@reverse":"https://ex.example/p"}},"@id":"https://ex.example/r","p":[{"@id":"https://ex.example/s"},{"@id":"https://ex.example/t"}]}`,
		`<ex:s> <ex:p> <ex:r> . <ex:t> <ex:p> <ex:r> .`, false},
	{"@reverse maps", `{"@id":"https://ex.example/r","https://ex.example/q":1,"@reverse":{"https://ex.example/p":{"@id":"https://ex.example/s"}}}`,
		`<ex:r> <ex:q> "1"^^<xsd:integer> . <ex:s> <ex:p> <ex:r> .`, false},
	{"@nest", `{"@context":{"n":"@nest","p":{"@id":"https://ex.example/p","@nest":"n"}},"@id":"https://ex.example/r","n":{"p":1}}`,
		`<ex:r> <ex:p> "1"^^<xsd:integer> .`, false},
	{"@included", `{"@id":"https://ex.example/r","https://ex.example/p":1,"@included":[{"@id":"https://ex.example/s","https://ex.example/p":2}]}`,
		`<ex:r> <ex:p> "1"^^<xsd:integer> . <ex:s> <ex:p> "2"^^<xsd:integer> .`, true},
	{"@graph as the graph of the root", `{"@id":"https://ex.example/r","@graph":[{"@id":"https://ex.example/s","https://ex.example/p":2}]}`,
		`<ex:s> <ex:p> "2"^^<xsd:integer> .`, false},
	{"id maps", `{"@context":{"p":{"@id":"https://ex.example/p","@container":"@id"}},"@id":"https://ex.example/r","p":{"https://ex.example/s":{"https://ex.example/q":1}}}`,
		`<ex:r> <ex:p> <ex:s> . <ex:s> <ex:q> "1"^^<xsd:integer> .`, false},
	{"type maps", `{"@context":{"p":{"@id":"https://ex.example/p","@container":"@type"}},"@id":"https://ex.example/r","p":{"https://ex.example/C":{"@id":"https://ex.example/s"}}}`,
		`<ex:r> <ex:p> <ex:s> . <ex:s> <rdf:type> <ex:C> .`, false},
	{"index maps of a property", `{"@context":{"@version":1.1,"p":{"@id":"https://ex.example/p","@container":"@index","@index":"https://ex.example/k"}},"@id":"https://ex.example/r","p":{"one":{"@id":"https://ex.example/s"}}}`,
		`<ex:r> <ex:p> <ex:s> . <ex:s> <ex:k> "one" .`, false},
	{"@protected terms", `{"@context":{"@version":1.1,"@protected":true,"p":"https://ex.example/p"},"@id":"https://ex.example/r","p":1}`,
		`<ex:r> <ex:p> "1"^^<xsd:integer> .`, true},
	{"@import", `{"@context":{"@version":1.1,"@import":"https://ex.example/import.json","q":"https://ex.example/q"},"@id":"https://ex.example/r","p":1,"q":2}`,
		`<ex:r> <ex:p> "1"^^<xsd:integer> . <ex:r> <ex:q> "2"^^<xsd:integer> .`, true},
	{"a context from the folder", `{"@context":"https://ex.example/import.json","@id":"https://ex.example/r","p":1}`,
		`<ex:r> <ex:p> "1"^^<xsd:integer> .`, true},
	{"the same node twice", `{"@id":"https://ex.example/r","https://ex.example/p":[{"@id":"https://ex.example/s","https://ex.example/q":1},{"@id":"https://ex.example/s","https://ex.example/q":[1,2]},"x","x"]}`,
		`<ex:r> <ex:p> <ex:s> . <ex:s> <ex:q> "1"^^<xsd:integer> . <ex:s> <ex:q> "2"^^<xsd:integer> . <ex:r> <ex:p> "x" .`, true},
	{"empty nodes are nodes", `{"@id":"https://ex.example/r","https://ex.example/p":[{},{}]}`,
		`<ex:r> <ex:p> _:a . <ex:r> <ex:p> _:b .`, true},
	{"blank node labels", `{"@id":"https://ex.example/r","https://ex.example/p":[{"@id":"_:b0","https://ex.example/q":{}},{"@id":"_:b0"}]}`,
		`<ex:r> <ex:p> _:x . _:x <ex:q> _:y .`, true},
	{"RFC 3986 section 5.4: a query against a base with a path",
		`{"@context":{"@base":"https://ex.example/b/c;d?q"},"@id":"https://ex.example/r","https://ex.example/p":[{"@id":"?y"},{"@id":"g;x=1/../y"},{"@id":"../../../g"}]}`,
		`<ex:r> <ex:p> <https://ex.example/b/c;d?y> . <ex:r> <ex:p> <https://ex.example/b/y> . <ex:r> <ex:p> <https://ex.example/g> .`, true},
	{"section 5.1.2 step 13.7.4.2: an alias of @none in a language map",
		`{"@context":{"none":"@none","p":{"@id":"https://ex.example/p","@container":"@language"}},"@id":"https://ex.example/r","p":{"none":"x","nl":"y"}}`,
		`<ex:r> <ex:p> "x" . <ex:r> <ex:p> "y"@nl .`, true},
	{"section 4.1.2 step 5.8.3: a @vocab on a @vocab",
		`{"@context":[{"@vocab":"https://ex.example/a"},{"@vocab":"b#"}],"@id":"https://ex.example/r","p":1}`,
		`<ex:r> <https://ex.example/ab#p> "1"^^<xsd:integer> .`, true},
	{"section 4.1.2 step 5.7.4: a @base on a @base",
		`{"@context":[{"@base":"https://ex.example/a/b"},{"@base":"c/d"}],"@id":"e","https://ex.example/p":1}`,
		`<https://ex.example/a/c/e> <ex:p> "1"^^<xsd:integer> .`, true},
	{"section 4.1.2 step 5.7.4: an empty @base",
		`{"@context":{"@base":""},"@id":"r","https://ex.example/p":1}`,
		`<base:r> <ex:p> "1"^^<xsd:integer> .`, false},
	{"section 4.2.2 step 14.2.2: a value that looks like a keyword is ignored",
		`{"@context":{"@vocab":"https://ex.example/","p":"@later"},"@id":"https://ex.example/r","p":1}`,
		`<ex:r> <ex:p> "1"^^<xsd:integer> .`, true},
}

// rewritten are the rules whose documents do not come back as they were: nulls
// go, and relative IRIs are written in full.
var rewritten = map[string]bool{
	"relative IRIs resolve against the base": true,
	"@type @id":                              true,
	"@base":                                  true,
	"RFC 3986 section 5.4: a query against a base with a path": true,
	"section 4.1.2 step 5.7.4: a @base on a @base":             true,
	"nulls say nothing": true,
}

// ruleContexts is a set with one context of a folder.
func ruleContexts(t testing.TB) *ldcontext.Set {
	t.Helper()
	dir, err := ldcontext.OpenDir(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := dir.Add(jsonldtest.ContextURL, strings.NewReader(jsonldtest.Context)); err != nil {
		t.Fatal(err)
	}
	return ldcontext.New(dir)
}

var shorthand = strings.NewReplacer(
	"<ex:", "<https://ex.example/", "<base:", "<"+testBase,
	"<xsd:", "<http://www.w3.org/2001/XMLSchema#", "<rdf:", "<http://www.w3.org/1999/02/22-rdf-syntax-ns#",
	" . ", " .\n", "\t", "")

// triples reads the triples of the table, which are our own.
func triples(t testing.TB, text string) []rdf.Triple {
	t.Helper()
	dec := rdf.NewTripleDecoder(strings.NewReader(shorthand.Replace(text)+"\n"), rdf.NTriples)
	var out []rdf.Triple
	for {
		triple, err := dec.Decode()
		if err == io.EOF {
			return out
		}
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		if l, ok := triple.Obj.(rdf.Literal); ok && l.Lang() == "" {
			triple.Obj = graph.Typed(l.String(), l.DataType)
		}
		out = append(out, triple)
	}
}

func TestRules(t *testing.T) {
	p := New(ruleContexts(t))
	for _, rule := range rules {
		t.Run(rule.name, func(t *testing.T) {
			text := []byte(strings.ReplaceAll(rule.text, `"ex:`, `"https://ex.example/`))
			g, err := p.Read(context.Background(), text, serialize.DecodeOptions{Base: testBase})
			if err != nil {
				t.Fatal(err)
			}
			want := triples(t, rule.want)
			sameGraph(t, "reading", g.Triples, want, text)
			sameAsOracle(t, p, "json-gold", want, text)
			if fast := g.Source.Layout != nil; fast != rule.fast {
				t.Errorf("read by the fast reader: %t, want %t", fast, rule.fast)
			}
			written := mustAppend(t, p, g)
			if want := compacted(t, text); rule.fast && !rewritten[rule.name] && string(written) != want {
				t.Errorf("written as\n%s\nwant\n%s", written, want)
			}
			bare := &graph.Graph{Name: g.Name, Triples: g.Triples, Source: graph.Source{Context: g.Source.Context}}
			framed := mustAppend(t, p, bare)
			sameGraph(t, "framed and read again", mustRead(t, p, framed).Triples, want, framed)
			sameAsOracle(t, p, "framed, for json-gold", want, framed)
			sameGraph(t, "written and read again", mustRead(t, p, written).Triples, want, written)
			sameAsOracle(t, p, "written, for json-gold", want, written)
		})
	}
}
