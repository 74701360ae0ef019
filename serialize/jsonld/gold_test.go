package jsonld

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/piprate/json-gold/ld"

	"vitrine/checks/formattest"
	ldcontext "vitrine/context"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/jsonld/framing"
)

// goldDiffers are documents of which JSON-LD 1.1 API makes another graph than
// json-gold does, each with the rule. The triples are written as in rules.
var goldDiffers = []struct{ rule, text, want string }{
	{"section 5.2.2 step 8: resolving encodes nothing",
		`{"@context":{"@base":"https://ex.example/"},"@id":"https://ex.example/r","https://ex.example/p":{"@id":"place/Köln"}}`,
		`<ex:r> <ex:p> <ex:place/Köln> .`},
	{"RFC 3986 section 5.2.4: empty segments stay",
		`{"@context":{"@base":"https://ex.example/"},"@id":"https://ex.example/r","https://ex.example/p":{"@id":"a//b"}}`,
		`<ex:r> <ex:p> <ex:a//b> .`},
	{"the same inside a list, with a base without authority",
		`{"@context":{"@base":"tag:ex"},"@id":"https://ex.example/r","https://ex.example/p":{"@list":[{"@id":"x"}]}}`,
		`<ex:r> <ex:p> _:l . _:l <rdf:first> <tag:x> . _:l <rdf:rest> <rdf:nil> .`},
	{"section 8.2.2 step 8: JSON literals that are numbers",
		`{"@context":{"p":{"@id":"https://ex.example/p","@type":"@json"}},"@id":"https://ex.example/r","p":1.50}`,
		`<ex:r> <ex:p> "1.5"^^<rdf:JSON> .`},
	{"section 8.2.2 step 8: JSON literals that are strings",
		`{"@context":{"p":{"@id":"https://ex.example/p","@type":"@json"}},"@id":"https://ex.example/r","p":"x"}`,
		`<ex:r> <ex:p> "\"x\""^^<rdf:JSON> .`},
	{"section 8.2.2 step 8: JSON literals that are null",
		`{"@context":{"p":{"@id":"https://ex.example/p","@type":"@json"}},"@id":"https://ex.example/r","p":null}`,
		`<ex:r> <ex:p> "null"^^<rdf:JSON> .`},
	{"section 5.1.2 step 15.2: null as a value of type @json, read by the fast reader",
		`{"@id":"https://ex.example/r","https://ex.example/p":{"@value":null,"@type":"@json"},"https://ex.example/q":{"@value":null,"@type":"https://ex.example/d"}}`,
		`<ex:r> <ex:p> "null"^^<rdf:JSON> .`},
	{"section 5.1.2 step 14.2: a property-scoped context of a term for @nest",
		`{"@context":{"n":{"@id":"@nest","@context":{"p":"https://ex.example/p2"}},"p":"https://ex.example/p"},"@id":"https://ex.example/r","p":1,"n":{"p":2}}`,
		`<ex:r> <ex:p> "1"^^<xsd:integer> . <ex:r> <ex:p2> "2"^^<xsd:integer> .`},
	{"section 4.2.2 step 13.3: likewise in a reverse term",
		`{"@context":{"@vocab":"https://ex.example/","p":{"@reverse":"@later"}},"@id":"https://ex.example/r","p":1}`,
		`<ex:r> <ex:p> "1"^^<xsd:integer> .`},
	{"an array of the same URL twice is no cycle",
		`{"@context":["https://ex.example/import.json","https://ex.example/import.json"],"@id":"https://ex.example/r","p":1}`,
		`<ex:r> <ex:p> "1"^^<xsd:integer> .`},
}

// TestWhereJSONGoldDiffers: our graph is that of the standard. A row where
// json-gold finds the same is of no use and fails.
func TestWhereJSONGoldDiffers(t *testing.T) {
	p := New(ruleContexts(t))
	for _, test := range goldDiffers {
		t.Run(test.rule, func(t *testing.T) {
			g := mustRead(t, p, []byte(test.text))
			want := triples(t, test.want)
			sameGraph(t, "reading", g.Triples, want, []byte(test.text))
			written := mustAppend(t, p, g)
			sameGraph(t, "written and read again", mustRead(t, p, written).Triples, want, written)
			if text, err := gold(p, test.text); err == nil && graph.Isomorphic(triples(t, text), want) {
				t.Error("json-gold finds the same graph: the row belongs to the rules")
			}
		})
	}
}

// gold returns the triples that json-gold itself makes of a document.
func gold(p *Processor, text string) (nquads string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("json-gold panics: %v", r)
		}
	}()
	options := ld.NewJsonLdOptions(testBase)
	options.ProcessingMode = ld.JsonLd_1_1
	options.DocumentLoader = framing.NewContexts(p.contexts.Set())
	options.Format = "application/n-quads"
	var input any
	if err := json.Unmarshal([]byte(text), &input); err != nil {
		return "", err
	}
	out, err := ld.NewJsonLdProcessor().ToRDF(input, options)
	if err != nil {
		return "", err
	}
	nquads, _ = out.(string)
	if strings.Contains(nquads, "error") || strings.Contains(nquads, "<nil>") {
		return "", errors.New("json-gold writes an error message into the graph")
	}
	return nquads, nil
}

// TestInvalidContexts: what JSON-LD 1.1 API calls an error is refused with its
// code, one row for each step that finds one.
func TestInvalidContexts(t *testing.T) {
	p := New(ruleContexts(t))
	for _, test := range []struct {
		code    ldcontext.Code
		context string
	}{
		{ldcontext.KeywordRedefinition, `{"@context":{"p":"https://ex.example/p"}}`},
		{ldcontext.KeywordRedefinition, `{"@id":"https://ex.example/p"}`},
		{ldcontext.KeywordRedefinition, `{"@type":{}}`},
		{ldcontext.KeywordRedefinition, `{"@type":{"@container":"@list"}}`},
		{ldcontext.KeywordRedefinition, `{"@type":"https://ex.example/p"}`},
		{ldcontext.ProtectedTermRedefinition, `[{"@protected":true,"p":null},{"p":"https://ex.example/p"}]`},
		{ldcontext.ProtectedTermRedefinition, `[{"p":{"@id":"https://ex.example/p","@protected":true}},{"p":"https://ex.example/q"}]`},
		{ldcontext.ProtectedTermRedefinition, `[{"p":{"@id":"https://ex.example/p","@protected":true}},{"p":{"@reverse":"https://ex.example/p"}}]`},
		{ldcontext.ProtectedTermRedefinition, `[{"@protected":true,"p":{"@id":"https://ex.example/p","@context":{"q":"https://ex.example/q"}}},{"p":{"@id":"https://ex.example/p","@context":{"q":"https://ex.example/other"}}}]`},
		{ldcontext.InvalidContextNullification, `[{"@protected":true,"p":"https://ex.example/p"},null]`},
		{ldcontext.InvalidLocalContext, `5`},
		{ldcontext.InvalidLocalContext, `[true]`},
		{ldcontext.InvalidVersionValue, `{"@version":1}`},
		{ldcontext.InvalidVersionValue, `{"@version":"1.1"}`},
		{ldcontext.InvalidImportValue, `{"@import":5}`},
		{ldcontext.InvalidBaseIRI, `{"@base":5}`},
		{ldcontext.InvalidBaseIRI, `[{"@base":null},{"@base":"x"}]`},
		{ldcontext.InvalidVocabMapping, `{"@vocab":5}`},
		{ldcontext.InvalidVocabMapping, `[{"@base":null},{"@vocab":"x"}]`},
		{ldcontext.InvalidDefaultLanguage, `{"@language":5}`},
		{ldcontext.InvalidBaseDirection, `{"@direction":"up"}`},
		{ldcontext.InvalidPropagateValue, `{"@propagate":"no"}`},
		{ldcontext.InvalidProtectedValue, `{"@protected":"no"}`},
		{ldcontext.CyclicIRIMapping, `{"a":"b:x","b":"a:y"}`},
		{ldcontext.InvalidTermDefinition, `{"":"https://ex.example/p"}`},
		{ldcontext.InvalidTermDefinition, `{"p":5}`},
		{ldcontext.InvalidTermDefinition, `{"p":{"@id":"https://ex.example/p","@later":1}}`},
		{ldcontext.InvalidTermDefinition, `{"p":{"@id":"https://ex.example/p","@index":"q"}}`},
		{ldcontext.InvalidTermDefinition, `{"p":{"@id":"https://ex.example/p","@container":"@index","@index":"@type"}}`},
		{ldcontext.InvalidTermDefinition, `{"a:b":{"@prefix":true},"a":"https://ex.example/"}`},
		{ldcontext.InvalidTermDefinition, `{"p":{"@id":"@type","@prefix":true}}`},
		{ldcontext.InvalidProtectedValue, `{"p":{"@id":"https://ex.example/p","@protected":"no"}}`},
		{ldcontext.InvalidTypeMapping, `{"p":{"@id":"https://ex.example/p","@type":5}}`},
		{ldcontext.InvalidTypeMapping, `{"p":{"@id":"https://ex.example/p","@type":"relative"}}`},
		{ldcontext.InvalidTypeMapping, `{"p":{"@id":"https://ex.example/p","@type":"@list"}}`},
		{ldcontext.InvalidTypeMapping, `{"p":{"@id":"https://ex.example/p","@container":"@type","@type":"@json"}}`},
		{ldcontext.InvalidReverseProperty, `{"p":{"@reverse":"https://ex.example/p","@id":"https://ex.example/q"}}`},
		{ldcontext.InvalidReverseProperty, `{"p":{"@reverse":"https://ex.example/p","@nest":"@nest"}}`},
		{ldcontext.InvalidReverseProperty, `{"p":{"@reverse":"https://ex.example/p","@container":"@list"}}`},
		{ldcontext.InvalidIRIMapping, `{"p":{"@reverse":5}}`},
		{ldcontext.InvalidIRIMapping, `{"p":{"@reverse":"relative"}}`},
		{ldcontext.InvalidIRIMapping, `{"p":{"@id":5}}`},
		{ldcontext.InvalidIRIMapping, `{"p":"relative"}`},
		{ldcontext.InvalidIRIMapping, `{"p":{}}`},
		{ldcontext.InvalidIRIMapping, `{"a:b":"https://ex.example/other","a":"https://ex.example/"}`},
		{ldcontext.InvalidIRIMapping, `{"./p":{"@type":"@id"}}`},
		{ldcontext.InvalidKeywordAlias, `{"p":"@context"}`},
		{ldcontext.InvalidContainerMapping, `{"p":{"@id":"https://ex.example/p","@container":"@vocab"}}`},
		{ldcontext.InvalidContainerMapping, `{"p":{"@id":"https://ex.example/p","@container":["@list","@set"]}}`},
		{ldcontext.InvalidContainerMapping, `{"p":{"@id":"https://ex.example/p","@container":[]}}`},
		{ldcontext.InvalidContainerMapping, `{"p":{"@id":"https://ex.example/p","@container":["@graph","@language"]}}`},
		{ldcontext.InvalidScopedContext, `{"p":{"@id":"https://ex.example/p","@context":{"q":{"@id":5}}}}`},
		{ldcontext.InvalidLanguageMapping, `{"p":{"@id":"https://ex.example/p","@language":5}}`},
		{ldcontext.InvalidBaseDirection, `{"p":{"@id":"https://ex.example/p","@direction":"up"}}`},
		{ldcontext.InvalidNestValue, `{"p":{"@id":"https://ex.example/p","@nest":"@id"}}`},
		{ldcontext.InvalidNestValue, `{"p":{"@id":"https://ex.example/p","@nest":5}}`},
		{ldcontext.InvalidPrefixValue, `{"p":{"@id":"https://ex.example/p","@prefix":"no"}}`},
	} {
		text := `{"@context":` + test.context + `,"@id":"https://ex.example/r","https://ex.example/p":1}`
		_, err := p.Read(context.Background(), []byte(text), serialize.DecodeOptions{Base: testBase})
		formattest.Message(t, err)
		var syntax *serialize.SyntaxError
		if !errors.As(err, &syntax) || syntax.Code != string(test.code) {
			t.Errorf("%s: %v, want the code %s", test.context, err, test.code)
		}
	}
}
