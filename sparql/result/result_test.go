package result_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/sparqltest"
	"vitrine/sparql/result"
)

// solutions are those of the examples: terms of every kind.
var solutions = [][]string{
	{"<http://museum.example/a?b=1&c=>", ""},
	{`"Girl with a \"Pearl\" Earring"`, `"Meisje, met de parel"@nl`},
	{`""`, "_:b0"},
	{`"1"^^<http://www.w3.org/2001/XMLSchema#integer>`, `"-1.50"^^decimal`},
	{"1e0", `"007"^^byte`},
	{"\"a\tb\nc\rd\\\"", "true"},
	{`"𝄞 é < & > ]]>"`, `"1642"^^gYear`},
	{"", ""},
}

func rows(t testing.TB) (out [][]rdf.Term) {
	for _, cells := range solutions {
		var row []rdf.Term
		for _, cell := range cells {
			row = append(row, sparqltest.Term(t, cell))
		}
		out = append(out, row)
	}
	return out
}

// write returns a document of two variables and the rows.
func write(t testing.TB, make func(io.Writer) result.Writer, rows [][]rdf.Term) string {
	t.Helper()
	var out bytes.Buffer
	w := make(&out)
	errs := []error{w.Variables([]string{"x", "y"})}
	for _, row := range rows {
		errs = append(errs, w.Solution(row))
	}
	if err := errors.Join(append(errs, w.Close())...); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestJSON(t *testing.T) {
	got := write(t, result.NewJSON, rows(t))
	want := strings.Join([]string{
		`{"head":{"vars":["x","y"]},"results":{"bindings":[`,
		`{"x":{"type":"uri","value":"http://museum.example/a?b=1&c="}},`,
		`{"x":{"type":"literal","value":"Girl with a \\\"Pearl\\\" Earring"},"y":{"type":"literal","value":"Meisje, met de parel","xml:lang":"nl"}},`,
		`{"x":{"type":"literal","value":""},"y":{"type":"bnode","value":"b0"}},`,
		`{"x":{"type":"literal","value":"1","datatype":"http://www.w3.org/2001/XMLSchema#integer"},"y":{"type":"literal","value":"-1.50","datatype":"http://www.w3.org/2001/XMLSchema#decimal"}},`,
		`{"x":{"type":"literal","value":"1e0","datatype":"http://www.w3.org/2001/XMLSchema#double"},"y":{"type":"literal","value":"007","datatype":"http://www.w3.org/2001/XMLSchema#byte"}},`,
		`{"x":{"type":"literal","value":"a\tb\nc\rd\\"},"y":{"type":"literal","value":"true","datatype":"http://www.w3.org/2001/XMLSchema#boolean"}},`,
		`{"x":{"type":"literal","value":"𝄞 é < & > ]]>"},"y":{"type":"literal","value":"1642","datatype":"http://www.w3.org/2001/XMLSchema#gYear"}},`,
		`{}`,
		`]}}`,
		``}, "\n")
	compare(t, got, want)
}

func TestXML(t *testing.T) {
	compare(t, write(t, result.NewXML, rows(t)), `<?xml version="1.0" encoding="UTF-8"?>
<sparql xmlns="http://www.w3.org/2005/sparql-results#">
<head><variable name="x"/><variable name="y"/></head>
<results>
<result><binding name="x"><uri>http://museum.example/a?b=1&amp;c=</uri></binding></result>
<result><binding name="x"><literal>Girl with a \&quot;Pearl\&quot; Earring</literal></binding><binding name="y"><literal xml:lang="nl">Meisje, met de parel</literal></binding></result>
<result><binding name="x"><literal></literal></binding><binding name="y"><bnode>b0</bnode></binding></result>
<result><binding name="x"><literal datatype="http://www.w3.org/2001/XMLSchema#integer">1</literal></binding><binding name="y"><literal datatype="http://www.w3.org/2001/XMLSchema#decimal">-1.50</literal></binding></result>
<result><binding name="x"><literal datatype="http://www.w3.org/2001/XMLSchema#double">1e0</literal></binding><binding name="y"><literal datatype="http://www.w3.org/2001/XMLSchema#byte">007</literal></binding></result>
<result><binding name="x"><literal>a`+"\tb\nc&#xD;"+`d\</literal></binding><binding name="y"><literal datatype="http://www.w3.org/2001/XMLSchema#boolean">true</literal></binding></result>
<result><binding name="x"><literal>𝄞 é &lt; &amp; &gt; ]]&gt;</literal></binding><binding name="y"><literal datatype="http://www.w3.org/2001/XMLSchema#gYear">1642</literal></binding></result>
<result></result>
</results>
</sparql>
`)
}

func TestCSV(t *testing.T) {
	compare(t, write(t, result.NewCSV, rows(t)), strings.Join([]string{
		"x,y", "http://museum.example/a?b=1&c=,", `"Girl with a \""Pearl\"" Earring","Meisje, met de parel"`, `"",_:b0`, "1,-1.50", "1e0,007", "\"a\tb\nc\rd\\\",true", "𝄞 é < & > ]]>,1642", ",", ""}, "\r\n"))
}

func TestTSV(t *testing.T) {
	compare(t, write(t, result.NewTSV, rows(t)), strings.Join([]string{
		"?x\t?y", "<http://museum.example/a?b=1&c=>\t", `"Girl with a \\\"Pearl\\\" Earring"` + "\t" + `"Meisje, met de parel"@nl`, `""` + "\t_:b0", "1\t-1.50",
		"1e0\t" + `"007"^^<http://www.w3.org/2001/XMLSchema#byte>`, `"a\tb\nc\rd\\"` + "\t" + `"true"^^<http://www.w3.org/2001/XMLSchema#boolean>`, `"𝄞 é < & > ]]>"` + "\t" + `"1642"^^<http://www.w3.org/2001/XMLSchema#gYear>`, "\t", ""}, "\n"))
}

func compare(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestBoolean(t *testing.T) {
	want := map[string]string{
		"json": "{\"head\":{},\"boolean\":true}\n", "csv": "true\r\n", "tsv": "true\n",
		"xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sparql xmlns=\"http://www.w3.org/2005/sparql-results#\">\n<head></head>\n<boolean>true</boolean>\n</sparql>\n",
	}
	for _, format := range result.Formats() {
		for _, answer := range []bool{true, false} {
			var out bytes.Buffer
			w := format.New(&out)
			if err := errors.Join(w.Boolean(answer), w.Close()); err != nil {
				t.Fatal(err)
			}
			if document := out.String(); answer && document != want[format.Name] {
				t.Errorf("%s: %q", format.Name, document)
			}
			if result.Readers[format.Name] == nil {
				continue
			}
			read, err := result.Readers[format.Name](&out, 1000)
			if err != nil || !read.IsBoolean || read.Boolean != answer {
				t.Errorf("%s of %t read: %+v, %v", format.Name, answer, read, err)
			}
		}
	}
}

// TestRoundTrip writes and reads solutions, of none, one and two variables.
func TestRoundTrip(t *testing.T) {
	for _, format := range result.Formats() {
		if result.Readers[format.Name] == nil {
			continue
		}
		for width, names := range [][]string{nil, {"é"}, {"x", "y_1"}} {
			var out bytes.Buffer
			w := format.New(&out)
			errs := []error{w.Variables(names)}
			for _, row := range rows(t) {
				errs = append(errs, w.Solution(row[:width]))
			}
			if err := errors.Join(append(errs, w.Close())...); err != nil {
				t.Fatal(err)
			}
			read, err := result.Readers[format.Name](bytes.NewReader(out.Bytes()), int64(out.Len()))
			if err != nil {
				t.Errorf("%s of %d variables: %v\n%s", format.Name, width, err, out.String())
				continue
			}
			same(t, read, names, rows(t))
			if _, err := result.Readers[format.Name](bytes.NewReader(out.Bytes()), int64(out.Len()-1)); !errors.Is(err, result.ErrTooLarge) {
				t.Errorf("%s longer than the limit: %v", format.Name, err)
			}
		}
	}
}

// same compares what was read with the first columns of the rows.
func same(t *testing.T, read *result.Results, names []string, rows [][]rdf.Term) {
	t.Helper()
	if strings.Join(read.Variables, " ") != strings.Join(names, " ") || len(read.Solutions) != len(rows) || read.IsBoolean {
		t.Fatalf("variables %q, %d solutions", read.Variables, len(read.Solutions))
	}
	for n, row := range read.Solutions {
		for i, term := range row {
			if term != rows[n][i] {
				t.Errorf("solution %d: %s, want %s", n, sparqltest.Show(term), sparqltest.Show(rows[n][i]))
			}
		}
	}
}

func TestLabels(t *testing.T) {
	for label, want := range map[string]string{
		"b0": "b0", "B_1-2.3": "B_1-2.3", "0": "0", "_": "_", "bobject-2f7.b0": "bobject-2f7.b0",
		"-1": "x--2d31", "a.": "x--612e", ".a": "x--2e61", "a b": "x--612062", "é": "é", "x--61": "x--782d2d3631",
	} {
		blank, err := rdf.NewBlank(label)
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range result.Formats() {
			document := write(t, format.New, [][]rdf.Term{{blank, nil}})
			if !strings.Contains(document, want) {
				t.Errorf("%s: the label %q is not written as %q: %s", format.Name, label, want, document)
			}
			if result.Readers[format.Name] == nil {
				continue
			}
			if read, err := result.Readers[format.Name](strings.NewReader(document), 10000); err != nil || read.Solutions[0][0].String() != want {
				t.Errorf("%s: the label %q is read as %+v, %v", format.Name, label, read, err)
			}
		}
	}
}

// TestUnfinished leaves an answer after its first solution, as a failing query does.
func TestUnfinished(t *testing.T) {
	for _, format := range result.Formats()[:2] {
		var out bytes.Buffer
		w := format.New(&out)
		if err := errors.Join(w.Variables([]string{"x", "y"}), w.Solution(rows(t)[1]), w.Flush()); err != nil {
			t.Fatal(err)
		}
		if read, err := result.Readers[format.Name](bytes.NewReader(out.Bytes()), 10000); err == nil || errors.Is(err, result.ErrTooLarge) {
			t.Errorf("%s: an answer without its end is read as %+v, %v", format.Name, read, err)
		}
	}
}

type failing struct{ after int }

func (f *failing) Write(p []byte) (int, error) {
	if f.after--; f.after < 0 {
		return 0, io.ErrClosedPipe
	}
	return len(p), nil
}

// TestWriteErrors checks that an error is kept, and that parts in a wrong order are
// errors.
func TestWriteErrors(t *testing.T) {
	row := rows(t)[1]
	for _, format := range append(result.Formats(), result.Format{Name: "table", New: func(w io.Writer) result.Writer { return result.NewTable(w, result.TableOptions{}) }}) {
		w := format.New(&failing{after: 1})
		err := w.Variables([]string{"x", "y"})
		for n := 0; err == nil && n < 10000; n++ {
			err = w.Solution(row)
		}
		if !errors.Is(err, io.ErrClosedPipe) || !errors.Is(w.Solution(row), io.ErrClosedPipe) || !errors.Is(w.Close(), io.ErrClosedPipe) {
			t.Errorf("%s: the error of writing is %v", format.Name, err)
		}
		for name, use := range map[string]func(w result.Writer) error{
			"a solution first":       func(w result.Writer) error { return w.Solution(row) },
			"nothing":                func(w result.Writer) error { return w.Close() },
			"solutions after true":   func(w result.Writer) error { return errors.Join(w.Boolean(true), w.Variables(nil)) },
			"true after solutions":   func(w result.Writer) error { return errors.Join(w.Variables(nil), w.Boolean(true)) },
			"a row of another width": func(w result.Writer) error { return errors.Join(w.Variables([]string{"x"}), w.Solution(row)) },
			"a solution after Close": func(w result.Writer) error { return errors.Join(w.Boolean(true), w.Close(), w.Solution(nil)) },
			"Close twice":            func(w result.Writer) error { return errors.Join(w.Boolean(true), w.Close(), w.Close()) },
		} {
			if use(format.New(io.Discard)) == nil {
				t.Errorf("%s: %s is no error", format.Name, name)
			}
		}
	}
}

func TestXMLCharacters(t *testing.T) {
	for _, text := range []string{"\x01", "\x00", "\ufffe", "\uffff", "a\x1f"} {
		w := result.NewXML(io.Discard)
		err := errors.Join(w.Variables([]string{"x"}), w.Solution([]rdf.Term{sparqltest.Term(t, `"`+text+`"`)}))
		if !errors.Is(err, result.ErrCharacter) || !errors.Is(w.Close(), result.ErrCharacter) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{"\t\n\r", "\u007f\u0085\u2028\ufffd\U0010ffff"} {
		document := write(t, result.NewXML, [][]rdf.Term{{sparqltest.Term(t, `"`+text+`"`), nil}})
		if read, err := result.ReadXML(strings.NewReader(document), 10000); err != nil || read.Solutions[0][0].String() != text {
			t.Errorf("%q: %+v, %v", text, read, err)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	row := rows(b)[1]
	for _, format := range result.Formats() {
		b.Run(format.Name, func(b *testing.B) {
			w := format.New(io.Discard)
			if err := w.Variables([]string{"x", "y"}); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if err := w.Solution(row); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
