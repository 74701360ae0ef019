package result_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"vitrine/checks/sparqltest"
	"vitrine/sparql/result"
)

// TestRead has documents as other programs write them.
func TestRead(t *testing.T) {
	tests := []struct {
		name     string
		read     func(io.Reader, int64) (*result.Results, error)
		document string
		// want has the variables and the solutions.
		want string
	}{
		{"results before head", result.ReadJSON, `{"results": {"bindings": [{"x": {"value": "a", "type": "literal"}}]}, "head": {"link": ["x:meta"], "vars": ["x"]}}`, `x; "a"`},
		{"typed-literal", result.ReadJSON, `{"head":{"vars":["x"]},"results":{"distinct":false,"bindings":[{"x":{"type":"typed-literal","value":"1","datatype":"http://www.w3.org/2001/XMLSchema#integer"}}]}}`, `x; "1"^^integer`},
		{"a tag with its datatype", result.ReadJSON, `{"head":{"vars":["x"]},"results":{"bindings":[{"x":{"type":"literal","value":"a","xml:lang":"en-US","datatype":"http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"}}]}}`, `x; "a"@en-US`},
		{"escapes", result.ReadJSON, `{"head":{"vars":["x"]},"results":{"bindings":[{"x":{"type":"literal","value":"\u00e9\ud834\udd1e\/\n"}}]}}`, "x; \"é𝄞/\n\""},
		{"no bindings", result.ReadJSON, `{"head":{"vars":["x","y"]},"results":{"bindings":[]}}`, `x y;`},
		{"white space, comments and a style sheet", result.ReadXML, `<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?><!-- a -->
			<sparql xmlns="http://www.w3.org/2005/sparql-results#"> <head> <variable name="x"/> <link href="m"/></head>
			<results ordered="true"> <result> <binding name="x"> <literal xml:lang="en">a<!-- b --> c</literal> </binding> </result> </results> </sparql> <!-- d -->`, `x; "a c"@en`},
		{"white space around an IRI", result.ReadXML, `<sparql xmlns="http://www.w3.org/2005/sparql-results#"><head><variable name="x"/><variable name="y"/></head><results><result><binding name="x"><uri>
			x:a </uri></binding><binding name="y"><literal> b </literal></binding></result></results></sparql>`, `x y; <x:a> " b "`},
		{"a prefix and CDATA", result.ReadXML, `<s:sparql xmlns:s="http://www.w3.org/2005/sparql-results#"><s:head><s:variable name="x"/></s:head><s:results><s:result><s:binding name="x"><s:literal><![CDATA[<a> & b]]></s:literal></s:binding></s:result></s:results></s:sparql>`, `x; "<a> & b"`},
		{"boolean", result.ReadXML, `<sparql xmlns="http://www.w3.org/2005/sparql-results#"><head/><boolean> false </boolean></sparql>`, "false"},
		{"short forms", result.ReadTSV, "?x\t$y\r\n1\t-1.5\r\n1e0\ttrue\n\"a\"\t'b'@EN\n<x:a>\t_:b1\n\"\\u00e9\\\"\\t\"^^<x:d>\t", `x y; "1"^^integer "-1.5"^^decimal; "1e0"^^double "true"^^boolean; "a" "b"@en; <x:a> _:b1; "é"	"^^<x:d> `},
		{"one variable, unbound", result.ReadTSV, "?x\n\n<x:a>\n\n", `x; ; <x:a>; `},
		{"no variable", result.ReadTSV, "\n\n\n", "; ; "},
		{"boolean", result.ReadTSV, "true", "true"},
	}
	for _, test := range tests {
		read, err := test.read(iotest.OneByteReader(strings.NewReader(test.document)), 10000)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if got := describe(read); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, test.want)
		}
	}
}

func describe(r *result.Results) string {
	if r.IsBoolean {
		return map[bool]string{true: "true", false: "false"}[r.Boolean]
	}
	out := strings.Join(r.Variables, " ") + ";"
	for n, row := range r.Solutions {
		if n > 0 {
			out += ";"
		}
		for i, term := range row {
			_ = i
			out += " " + sparqltest.Show(term)
		}
		if len(row) == 0 {
			out += " "
		}
	}
	return out
}

func TestReadRefuses(t *testing.T) {
	xml := func(inside string) string {
		return `<sparql xmlns="http://www.w3.org/2005/sparql-results#">` + inside + `</sparql>`
	}
	binding := func(inside string) string {
		return xml(`<head><variable name="x"/></head><results><result><binding name="x">` + inside + `</binding></result></results>`)
	}
	json := func(term string) string {
		return `{"head":{"vars":["x"]},"results":{"bindings":[{"x":` + term + `}]}}`
	}
	documents := map[string]struct {
		read      func(io.Reader, int64) (*result.Results, error)
		documents []string
	}{
		"json": {result.ReadJSON, []string{
			"", "[]", "{}", `{"head":{}}`, `{"head":{},"boolean":"true"}`, `{"head":{},"boolean":true,"results":{"bindings":[]}}`, `{"results":{"bindings":[]}}`, `{"head":{"vars":["x","x"]},"results":{"bindings":[]}}`, `{"head":{"vars":["y"]},"results":{"bindings":[{"x":{"type":"uri","value":"x:a"}}]}}`,
			json(`{"type":"uri"}`), json(`{"type":"triple","value":"a"}`), json(`{"value":"a"}`), json(`{"type":"uri","value":"a b"}`), json(`{"type":"uri","value":"relative"}`), json(`{"type":"bnode","value":""}`), json(`{"type":"literal","value":1}`),
			json(`{"type":"literal","value":"a","datatype":"integer"}`), json(`{"type":"literal","value":"a","xml:lang":"en","datatype":"http://www.w3.org/2001/XMLSchema#string"}`), json(`{"type":"literal","value":"a","datatype":"http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"}`), json(`{"type":"literal","value":"a","xml:lang":"e n"}`), json(`{"type":"literal","type":"uri","value":"x:a"}`), json(`{"type":"literal","value":"\ud800"}`), json(`{"type":"literal","value":"a"}`) + "x",
		}},
		"xml": {result.ReadXML, []string{
			"", "<sparql/>", xml(""), xml("<head/>"), xml("<results/>"), xml("<head/><results/><boolean>true</boolean>"), xml("<head/><boolean>yes</boolean>"), xml("<head/><results/>") + "<a/>", xml("<head/><results/>") + "a", `<!DOCTYPE a [<!ENTITY b "c">]>` + binding("<literal>&b;</literal>"),
			binding(""), binding("<uri>a b</uri>"), binding("<uri>x:a</uri><bnode>b</bnode>"), binding("<bnode></bnode>"), binding(`<literal datatype="integer">1</literal>`), binding(`<literal xml:lang="e n">1</literal>`), binding("<literal>\x01</literal>"), binding("<literal>"), binding("<triple/>"),
			xml(`<head><variable name="x"/></head><results><result><binding name="y"><uri>x:a</uri></binding></result></results>`), xml(`<head><variable name="x"/></head><results><result><binding name="x"><uri>x:a</uri></binding><binding name="x"><uri>x:a</uri></binding></result></results>`), xml(`<head><variable name="x"/><variable name="x"/></head><results/>`),
		}},
		"tsv": {result.ReadTSV, []string{
			"", "x\n", "?\n", "?x\t\n", "?x\t?x\n", "true\nfalse\n", "?x\n<x:a>\t<x:b>\n", "?x\t?y\n<x:a>\n", "?x\na\n", "?x\n<a>\n", "?x\n<x:a\n", "?x\n\"a\n", "?x\n\"a\"@\n", "?x\n\"a\"^^\n", "?x\n\"a\"^^a\n", "?x\n1 2\n", "?x\n<x:a> <x:b>\n", "?x\n_:\n", "?x\n1x\n", "?x\nTRUE\n", "?x\n\"\\q\"\n", "?x\n\xff\n", "?x\n\"\xff\"\n",
		}},
	}
	for name, group := range documents {
		for _, document := range group.documents {
			read, err := group.read(strings.NewReader(document), 10000)
			if err == nil || !errors.Is(err, result.ErrSyntax) && !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("%s %q: %+v, %v", name, document, read, err)
			}
		}
		if _, err := group.read(iotest.ErrReader(io.ErrClosedPipe), 100); !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("%s: the error of the reader is %v", name, err)
		}
	}
}

// fuzzRead checks that what is read can be written, and is then read the same.
func fuzzRead(f *testing.F, name string) {
	for _, format := range result.Formats() {
		if format.Name != name {
			continue
		}
		f.Add(write(f, format.New, rows(f)))
		var out bytes.Buffer
		w := format.New(&out)
		if err := errors.Join(w.Boolean(true), w.Close()); err != nil {
			f.Fatal(err)
		}
		f.Add(out.String())
		f.Fuzz(func(t *testing.T, document string) {
			first, err := result.Readers[format.Name](strings.NewReader(document), 1<<20)
			if err != nil {
				return
			}
			again, err := rewrite(format, first)
			if errors.Is(err, result.ErrCharacter) {
				return
			}
			if err != nil || !first.IsBoolean && describe(again) != describe(first) {
				t.Fatalf("%q is read as %s, and again as %+v, %v", document, describe(first), again, err)
			}
		})
	}
}

// rewrite writes results and reads them.
func rewrite(format result.Format, r *result.Results) (*result.Results, error) {
	var out bytes.Buffer
	w := format.New(&out)
	if r.IsBoolean {
		if err := errors.Join(w.Boolean(r.Boolean), w.Close()); err != nil {
			return nil, err
		}
		return result.Readers[format.Name](&out, 1<<22)
	}
	errs := []error{w.Variables(r.Variables)}
	for _, row := range r.Solutions {
		errs = append(errs, w.Solution(row))
	}
	if err := errors.Join(append(errs, w.Close())...); err != nil {
		return nil, err
	}
	return result.Readers[format.Name](&out, 1<<22)
}

func FuzzReadJSON(f *testing.F) { fuzzRead(f, "json") }
func FuzzReadXML(f *testing.F)  { fuzzRead(f, "xml") }
func FuzzReadTSV(f *testing.F)  { fuzzRead(f, "tsv") }
