package rml

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize/nquads"
)

// made returns the quads of a mapping over the files in testdata/museum as N-Quads, sorted
// by the order in which they are made.
func made(t *testing.T, mapping string) (string, error) {
	t.Helper()
	m, err := Parse(t.Context(), strings.NewReader("@prefix rml: <http://w3id.org/rml/> .\n@prefix ex: <http://example.com/> .\n"+mapping), "http://example.com/mapping")
	if err != nil {
		return "", err
	}
	var quads []rdf.Quad
	open := func(path string) (io.ReadCloser, error) { return os.Open(filepath.Join("testdata/museum", path)) }
	err = m.Run(t.Context(), "http://example.com/", open, func(q rdf.Quad) error {
		quads = append(quads, q)
		return nil
	})
	return string(nquads.AppendQuads(nil, quads)), err
}

// source is a logical source of testdata/museum.
func source(file, formulation, iterator string) string {
	return `rml:logicalSource [rml:source "` + file + `"; rml:referenceFormulation rml:` + formulation + `; rml:iterator "` + iterator + `"]; `
}

// TestFormulations makes the same triples of JSON, CSV and XML by the same mapping.
func TestFormulations(t *testing.T) {
	const want = "<http://example.com/o/1> <http://example.com/title> \"Bowl\" .\n<http://example.com/o/2> <http://example.com/title> \"Cup\" .\n"
	for _, of := range []struct{ source, id, title string }{
		{source("objects.json", "JSONPath", "$.objects[*]"), "$.id", "$.title"},
		{source("objects.csv", "CSV", ""), "id", "title"},
		{source("objects.xml", "XPath", "/objects/object"), "@id", "title"},
	} {
		got, err := made(t, `<#m> a rml:TriplesMap; `+of.source+`rml:subjectMap [rml:template "o/{`+of.id+`}"];
			rml:predicateObjectMap [rml:predicate ex:title; rml:objectMap [rml:reference "`+of.title+`"]].`)
		if err != nil || got != want {
			t.Errorf("%s: got %s, %v", of.source, got, err)
		}
	}
}

// TestOlderTerms reads a mapping in the terms of R2RML and the older RML.
func TestOlderTerms(t *testing.T) {
	got, err := made(t, `@prefix rr: <http://www.w3.org/ns/r2rml#> . @prefix old: <http://semweb.mmlab.be/ns/rml#> . @prefix ql: <http://semweb.mmlab.be/ns/ql#> .
		<#m> a rr:TriplesMap; old:logicalSource [old:source "objects.json"; old:referenceFormulation ql:JSONPath; old:iterator "$.objects[*]"];
		rr:subjectMap [rr:template "http://example.com/{id}"; rr:class ex:Object];
		rr:predicateObjectMap [rr:predicate ex:year; rr:objectMap [old:reference "year"]].`)
	const want = "<http://example.com/1> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.com/Object> .\n" +
		"<http://example.com/1> <http://example.com/year> \"1925\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n" +
		"<http://example.com/2> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.com/Object> .\n"
	if err != nil || got != want {
		t.Errorf("got %s, %v", got, err)
	}
}

// TestJoin joins records of two files, of two formats.
func TestJoin(t *testing.T) {
	got, err := made(t, `<#o> `+source("objects.json", "JSONPath", "$.objects[*]")+`rml:subjectMap [rml:template "o/{$.id}"];
		rml:predicateObjectMap [rml:predicate ex:maker; rml:objectMap [rml:parentTriplesMap <#p>; rml:joinCondition [rml:child "$.maker"; rml:parent "number"]]].
		<#p> `+source("people.csv", "CSV", "")+`rml:subjectMap [rml:template "p/{number}"]; rml:predicateObjectMap [rml:predicate ex:name; rml:objectMap [rml:reference "name"]].`)
	const want = "<http://example.com/o/1> <http://example.com/maker> <http://example.com/p/A7> .\n" +
		"<http://example.com/o/2> <http://example.com/maker> <http://example.com/p/B8> .\n" +
		"<http://example.com/p/A7> <http://example.com/name> \"Anna Muster\" .\n"
	if err != nil || got != want {
		t.Errorf("got %s, %v", got, err)
	}
}

// TestFaults has each fault named.
func TestFaults(t *testing.T) {
	subject := `rml:subjectMap [rml:template "o/{id}"]; `
	for _, of := range []struct{ name, mapping, want string }{
		{"no triples map", `<#m> rml:subject ex:a .`, "no triples map"},
		{"a column that is not there", `<#m> ` + source("objects.csv", "CSV", "") + `rml:subjectMap [rml:template "o/{nr}"]; rml:predicateObjectMap [rml:predicate ex:t; rml:object "x"].`, `there is no column "nr"`},
		{"a file that is not there", `<#m> ` + source("none.csv", "CSV", "") + subject + `rml:predicateObjectMap [rml:predicate ex:t; rml:object "x"].`, "none.csv"},
		{"a database", `<#m> rml:logicalSource [rml:source [ex:url "x"]; rml:referenceFormulation rml:CSV]; ` + subject + `.`, "files are read"},
		{"another formulation", `<#m> ` + source("objects.csv", "SQL2008Table", "") + subject + `.`, "are not read"},
		{"a predicate that is a literal", `<#m> ` + source("objects.csv", "CSV", "") + subject + `rml:predicateObjectMap [rml:predicate "t"; rml:object "x"].`, "term type Literal"},
		{"a parent that is not there", `<#m> ` + source("objects.csv", "CSV", "") + subject + `rml:predicateObjectMap [rml:predicate ex:t; rml:objectMap [rml:parentTriplesMap <#none>]].`, "no parent"},
		{"syntax", `<#m> rml:subject`, "turtle"},
	} {
		if _, err := made(t, of.mapping); err == nil || !strings.Contains(err.Error(), of.want) {
			t.Errorf("%s: got %v, want an error with %q", of.name, err, of.want)
		}
	}
}

// FuzzTemplate checks that a template that is read is written by its parts.
func FuzzTemplate(f *testing.F) {
	f.Add(`http://example.com/{id}/\{x\}`)
	f.Add(`{a}{b}\\`)
	f.Fuzz(func(t *testing.T, text string) {
		parts, err := parseTemplate(text, "CSV")
		if err != nil {
			return
		}
		var back strings.Builder
		escape := strings.NewReplacer(`\`, `\\`, `{`, `\{`, `}`, `\}`)
		for _, p := range parts {
			if p.reference != nil {
				back.WriteString("{" + escape.Replace(string(p.reference.(csvReference))) + "}")
				continue
			}
			back.WriteString(escape.Replace(p.text))
		}
		if back.String() != text {
			t.Errorf("%q is written as %q", text, back.String())
		}
	})
}

// TestNumbers writes numbers of JSON as XML Schema does.
func TestNumbers(t *testing.T) {
	for text, want := range map[string]string{"30": "30", "30.5": "3.05E1", "1e3": "1.0E3", "0.001": "1.0E-3"} {
		if got := number(json.Number(text)); got.text != want {
			t.Errorf("%s: got %s, want %s", text, got.text, want)
		}
	}
	if number(json.Number("1")).datatype != graph.XSDInteger {
		t.Error("1 is no integer")
	}
}

// TestRecords puts each triple into the graph of its entity.
func TestRecords(t *testing.T) {
	m, err := Parse(t.Context(), strings.NewReader(`@prefix rml: <http://w3id.org/rml/> . @prefix ex: <http://example.com/> .
		<#name> `+source("objects.csv", "CSV", "")+`rml:subjectMap [rml:template "name-{id}"; rml:termType rml:BlankNode]; rml:predicateObjectMap [rml:predicate ex:content; rml:objectMap [rml:reference "title"]].
		<#o> `+source("objects.csv", "CSV", "")+`rml:subjectMap [rml:template "o/{id}"]; rml:predicateObjectMap [rml:predicate ex:name; rml:objectMap [rml:template "name-{id}"; rml:termType rml:BlankNode]].`), "http://example.com/mapping")
	if err != nil {
		t.Fatal(err)
	}
	open := func(path string) (io.ReadCloser, error) { return os.Open(filepath.Join("testdata/museum", path)) }
	var out strings.Builder
	var names []string
	err = m.WriteRecords(t.Context(), &out, "http://example.com/", open, func(name string) error { names = append(names, name); return nil })
	const want = "<http://example.com/o/1> <http://example.com/name> _:b1 <http://example.com/o/1> .\n" +
		"<http://example.com/o/2> <http://example.com/name> _:b2 <http://example.com/o/2> .\n" +
		"_:b1 <http://example.com/content> \"Bowl\" <http://example.com/o/1> .\n" +
		"_:b2 <http://example.com/content> \"Cup\" <http://example.com/o/2> .\n"
	if err != nil || out.String() != want || strings.Join(names, " ") != "http://example.com/o/1 http://example.com/o/2" {
		t.Errorf("got %s, %q, %v", out.String(), names, err)
	}
	orphan, err := Parse(t.Context(), strings.NewReader(`@prefix rml: <http://w3id.org/rml/> . @prefix ex: <http://example.com/> .
		<#name> `+source("objects.csv", "CSV", "")+`rml:subjectMap [rml:template "{id}"; rml:termType rml:BlankNode; rml:class ex:Name].`), "http://example.com/mapping")
	if err != nil {
		t.Fatal(err)
	}
	if err := orphan.WriteRecords(t.Context(), io.Discard, "http://example.com/", open, func(string) error { return nil }); !errors.Is(err, ErrOrphan) {
		t.Errorf("got %v, want ErrOrphan", err)
	}
}
