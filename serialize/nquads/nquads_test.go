package nquads_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/formattest"
	"vitrine/checks/golden"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/dataset"
	"vitrine/serialize/nquads"
)

func TestConformance(t *testing.T) {
	t.Run("nquads", func(t *testing.T) { formattest.Run(t, nquads.NQuads()) })
	t.Run("ntriples", func(t *testing.T) { formattest.Run(t, nquads.NTriples()) })
}

func FuzzDecodeQuads(f *testing.F) {
	formattest.FuzzDecode(f, nquads.NQuads(), "<x:s> <x:p> \"a\\u00e9\"@en-GB <x:g> .\n_:a <x:p> _:b <x:g> . # note\n<x:s> <x:p> \"a <x:g> .\n")
}

func FuzzDecodeTriples(f *testing.F) {
	formattest.FuzzDecode(f, nquads.NTriples(), "<x:s><x:p>\"a\"^^<x:t>.\r\n_:a.b <x:p> _:b .")
}

func FuzzRoundTrip(f *testing.F) { formattest.FuzzRoundTrip(f, nquads.NQuads()) }

func TestGolden(t *testing.T) {
	b := formattest.NewBuilder().
		Add(formattest.Subject, graph.Type.String(), formattest.IRI("http://www.cidoc-crm.org/cidoc-crm/E22_Human-Made_Object")).
		Add(formattest.Subject, "http://www.cidoc-crm.org/cidoc-crm/P1_is_identified_by", formattest.Blank(7)).
		Add(formattest.Blank(7), "http://www.cidoc-crm.org/cidoc-crm/P190_has_symbolic_content", graph.String("Vase, \"grün\"\n\\ \t 花")).
		Add(formattest.Blank(7), "http://www.cidoc-crm.org/cidoc-crm/P2_has_type", formattest.IRI("https://museum.example/größe")).
		Add(formattest.Blank(3), graph.Label.String(), formattest.Tagged("花瓶", "zh-hans-cn")).
		Add(formattest.Blank(3), "http://www.cidoc-crm.org/cidoc-crm/P90_has_value", graph.Typed("1.50", graph.XSDDecimal))
	first, second := b.Graph(), b.Graph()
	second.Name = formattest.IRI("https://museum.example/object/2")
	checkDocument(t, "graphs.nq", nquads.NQuads(), first, second)
	checkDocument(t, "graph.nt", nquads.NTriples(), first)
}

func checkDocument(t *testing.T, name string, f *serialize.Format, graphs ...*graph.Graph) {
	t.Helper()
	got, err := formattest.Write(f, graphs...)
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/"+name, got)
}

func TestEmptyGraph(t *testing.T) {
	empty := &graph.Graph{Name: formattest.Subject}
	if document, err := formattest.Write(nquads.NQuads(), empty); err == nil {
		t.Errorf("N-Quads of a graph without triples: %q", document)
	}
	if document, err := formattest.Write(nquads.NTriples(), empty); err != nil || len(document) > 0 {
		t.Errorf("N-Triples of a graph without triples: %q, error %v", document, err)
	}
	if graphs, err := formattest.Read(nquads.NQuads(), nil, serialize.DecodeOptions{}); err != nil || len(graphs) > 0 {
		t.Errorf("an empty dataset is read as %v, error %v", graphs, err)
	}
	if _, err := formattest.Read(nquads.NTriples(), nil, serialize.DecodeOptions{}); !errors.Is(err, serialize.ErrRoot) {
		t.Errorf("error for an empty document without a name is %v, want ErrRoot", err)
	}
	graphs, err := formattest.Read(nquads.NTriples(), nil, serialize.DecodeOptions{Name: formattest.Subject})
	if err != nil || len(graphs) != 1 || len(graphs[0].Triples) > 0 {
		t.Errorf("an empty document with a name is read as %v, error %v", graphs, err)
	}
}

// What a statement may look like, and the triple that it means.
func TestStatements(t *testing.T) {
	s, p := formattest.IRI("x:s"), formattest.IRI("x:p")
	b := func(label string) rdf.Object {
		n, err := graph.Blank(label)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	tests := []struct {
		line string
		obj  rdf.Object
	}{
		{`<x:s> <x:p> <x:o> .`, formattest.IRI("x:o")},
		{`<x:s><x:p><x:o>.`, formattest.IRI("x:o")},
		{"\t <x:s>\t<x:p>  <x:o> \t. \t# a comment <x:g> .", formattest.IRI("x:o")},
		{`<x:s> <x:p> <x:o#a> .#b`, formattest.IRI("x:o#a")},
		{`<\u0078:s> <x:p> <x:\u00E9\U0001D11E> .`, formattest.IRI("x:é𝄞")},
		{`<x:s> <x:p> <x:%20> .`, formattest.IRI("x:%20")},
		{`<x:s> <x:p> _:a .`, b("b0")},
		{`<x:s> <x:p> _:a.b..c .`, b("b0")},
		{`<x:s> <x:p> _:a.`, b("b0")},
		{`<x:s> <x:p> _:1-é· .`, b("b0")},
		{`<x:s> <x:p> _:__x .`, b("b0")},
		{`<x:s> <x:p> "a" ^^ <x:t> .`, graph.Typed("a", formattest.IRI("x:t"))},
		{`<x:s> <x:p> "a" @en .`, formattest.Tagged("a", "en")},
		{"VERSION \"1.2\" # b\nversion '1.1'\n<x:s> <x:p> \"a\" .", graph.String("a")},
		{`<x:s> <x:p> "" .`, graph.String("")},
		{`<x:s> <x:p> "a . <x:g> . #" .`, graph.String("a . <x:g> . #")},
		{`<x:s> <x:p> "\t\b\n\r\f\"\'\\" .`, graph.String("\t\b\n\r\f\"'\\")},
		{`<x:s> <x:p> "\u0000\u00e9\U0010FFFF" .`, graph.String("\x00é\U0010ffff")},
		{`<x:s> <x:p> "\\u0041" .`, graph.String(`\u0041`)},
		{"<x:s> <x:p> \"\x00\t\x7f\u2028\" .", graph.String("\x00\t\x7f\u2028")},
		{`<x:s> <x:p> "a"@EN-gb .`, formattest.Tagged("a", "en-gb")},
		{`<x:s> <x:p> "a"@zh-Hans-CN-x-y1.`, formattest.Tagged("a", "zh-hans-cn-x-y1")},
		{`<x:s> <x:p> "1"^^<http://www.w3.org/2001/XMLSchema#string> .`, graph.String("1")},
		{`<x:s> <x:p> "1"^^<x:t> .`, graph.Typed("1", formattest.IRI("x:t"))},
	}
	for _, test := range tests {
		t.Run(test.line, func(t *testing.T) {
			graphs, err := formattest.Read(nquads.NTriples(), []byte(test.line), serialize.DecodeOptions{Name: s})
			if err != nil {
				t.Fatal(err)
			}
			want := rdf.Triple{Subj: s, Pred: p, Obj: test.obj}
			if len(graphs[0].Triples) != 1 || graphs[0].Triples[0] != want {
				t.Errorf("read %v, want %v", graphs[0].Triples, want)
			}
		})
	}
}

// What is no statement, and what the error says about it.
func TestSyntaxErrors(t *testing.T) {
	tests := []struct{ line, reason string }{
		{`<x:s> <x:p> <x:o>`, "the end of the line stands where '.' or the name"},
		{`<x:s> <x:p> <x:o> <x:g> <x:h> .`, "where '.'"},
		{`<x:s> <x:p> <x:o> . <x:t> <x:p> <x:o> .`, "a line of its own"},
		{`<x:s> <x:p> .`, "where an object"},
		{`<x:s> <x:p>`, "where an object"},
		{`<x:s> "p" <x:o> .`, "where a predicate"},
		{`<x:s> _:p <x:o> .`, "where a predicate"},
		{`"s" <x:p> <x:o> .`, "where a subject"},
		{`x:s <x:p> <x:o> .`, "where a subject"},
		{`@prefix x: <x:> .`, "where a subject"},
		{`VERSION "1.3"`, "not known"},
		{`VERSION "1.1" "1.2"`, "the end of the line"},
		{`VERSION`, "a version"},
		{`VERSIONS "1.1"`, "where a subject"},
		{`<s> <x:p> <x:o> .`, "no absolute base IRI"},
		{`<> <x:p> <x:o> .`, "no absolute base IRI"},
		{`<1:s> <x:p> <x:o> .`, "no absolute base IRI"},
		{`<x:a b> <x:p> <x:o> .`, "white space"},
		{`<x:a\u0020b> <x:p> <x:o> .`, "a space cannot"},
		{`<x:a\nb> <x:p> <x:o> .`, `unknown escape "\\n"`},
		{`<x:a\> <x:p> <x:o> .`, "stands alone"},
		{`<x:s> <x:p> <x:o .`, "lacks its '>'"},
		{`<x:s> <x:p> _:-a .`, "valid blank node label"},
		{`<x:s> <x:p> _: .`, "valid blank node label"},
		{`<x:s> <x:p> _a .`, "a blank node label, such as"},
		{`<x:s> <x:p> "a .`, "lacks its closing"},
		{`<x:s> <x:p> "a\" .`, "lacks its closing"},
		{`<x:s> <x:p> "\a" .`, "unknown escape"},
		{`<x:s> <x:p> "\u00e" .`, "cut short"},
		{`<x:s> <x:p> "\u00eg" .`, "no Unicode character"},
		{`<x:s> <x:p> "\u+123" .`, "no Unicode character"},
		{`<x:s> <x:p> "\uD834\uDD1E" .`, "no Unicode character"},
		{`<x:s> <x:p> "\U00110000" .`, "no Unicode character"},
		{`<x:s> <x:p> "a"@ .`, "language tag"},
		{`<x:s> <x:p> "a"@1a .`, "language tag"},
		{`<x:s> <x:p> "a"@en- .`, "language tag"},
		{`<x:s> <x:p> "a"@en-toolongsubtag .`, "language tag"},
		{`<x:s> <x:p> "a"@en_GB .`, "is expected"},
		{`<x:s> <x:p> "a"@en--ltr .`, "RDF 1.2"},
		{`<x:s> <x:p> <<( <x:s> <x:p> <x:o> )>> .`, "RDF 1.2"},
		{`<< <x:s> <x:p> <x:o> >> <x:p> <x:o> .`, "RDF 1.2"},
		{`<x:s> <x:p> "a"^^x:t .`, "datatype"},
		{`<x:s> <x:p> "a"^^<t> .`, "no absolute base IRI"},
		{`<x:s> <x:p> "a"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#langString> .`, "needs a language tag"},
		{`<x:s> <x:p> 'a' .`, "where an object"},
		{`<x:s> <x:p> 1 .`, "where an object"},
		{"<x:s> <x:p> \"\xff\" .", "not valid UTF-8"},
		{"<x:s> <x:p>\u00a0<x:o> .", "where an object"},
		{"\x00", "NUL"},
		{`<x:s> <x:p> _:a:b .`, "no colon"},
		{`_::a <x:p> <x:o> .`, "valid blank node label"},
		{`<x:s> <x:p> _:a: .`, "no colon"},
		{`<x:s> <x:p> """a""" .`, "where '.'"},
		{`<x:s> <x:p> "a"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#dirLangString> .`, "RDF 1.2"},
		{`<x:%> <x:p> <x:o> .`, "hexadecimal"},
		{`<x:s> <x:p> <x:o> <http://a:b/> .`, "port"},
		{"<x:s> <x:p> <x:o\xff> .", "UTF-8"},
		{"<x:s> <x:p> <x:o> . # \xff", "not valid UTF-8"},
		{"<x:s> <x:p> <x:o> \xff .", "not valid UTF-8"},
	}
	for _, test := range tests {
		t.Run(test.line, func(t *testing.T) {
			document := "# first\n\n" + test.line + "\n<x:s> <x:p> <x:o> .\n"
			graphs, err := formattest.Read(nquads.NTriples(), []byte(document), serialize.DecodeOptions{Name: formattest.Subject})
			var syntax *serialize.SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("read %v, error %v", graphs, err)
			}
			formattest.Message(t, err)
			if syntax.Line != 3 || syntax.Column < 1 || !strings.Contains(syntax.Reason, test.reason) {
				t.Errorf("error is %v, want one on line 3 with %q", err, test.reason)
			}
		})
	}
}

// walk returns what reading the document yields: the names of graphs, and "!"
// with the line and reason of errors.
func walk(f *serialize.Format, r io.Reader, o serialize.DecodeOptions) []string {
	var got []string
	for g, err := range f.Decode(context.Background(), r, o) {
		if err == nil {
			got = append(got, fmt.Sprintf("%s %d", g.Name, len(g.Triples)))
			continue
		}
		kind := "!"
		if errors.Is(err, serialize.ErrRecord) {
			kind = "record"
		}
		got = append(got, kind+" "+err.Error())
	}
	return got
}

func TestRecords(t *testing.T) {
	tests := []struct {
		name, document string
		// want has the start and the end of each thing that is yielded, with
		// an ellipsis between them.
		want []string
	}{
		{"two graphs", "<x:a> <x:p> _:x <x:g> .\n<x:a> <x:p> _:y <x:g> .\n<x:a> <x:p> \"1\" <x:h> .", []string{"x:g 2", "x:h 1"}},
		{"repeated quads", "<x:a> <x:p> \"1\" <x:g> .\n<x:a> <x:p> \"1\" <x:g> .", []string{"x:g 1"}},
		{"CR and CR LF", "<x:a> <x:p> \"1\" <x:g> .\r<x:a> <x:p> \"2\" <x:g> .\r\n\r\n\r<x:a> <x:p> \"3\" <x:g> .\r\n", []string{"x:g 3"}},
		{"default graph only", "<x:a> <x:p> <x:b> .\n<x:b> <x:p> \"1\" .", []string{"x:a 2"}},
		{"default graph, no root", "<x:a> <x:p> <x:b> .\n<x:b> <x:p> <x:a> .", []string{"record line 1: cannot tell…"}},
		{"named, then default", "<x:a> <x:p> \"1\" <x:g> .\n<x:a> <x:p> \"1\" .", []string{"! nquads line 2: the document mixes…"}},
		{"default, then named", "<x:a> <x:p> \"1\" .\n<x:a> <x:p> \"1\" <x:g> .", []string{"! nquads line 2: the document mixes…"}},
		{"graph goes on", "<x:a> <x:p> \"1\" <x:g> .\n<x:a> <x:p> \"1\" <x:h> .\n<x:a> <x:p> \"2\" <x:g> .", []string{"x:g 2", "x:h 1"}},
		{"blank node in the pieces of a graph", "<x:a> <x:p> _:x <x:g> .\n<x:a> <x:p> \"1\" <x:h> .\n_:x <x:p> _:y <x:g> .\n<x:a> <x:p> \"2\" <x:h> .", []string{"x:g 2", "x:h 2"}},
		{"blank node in pieces of two graphs", "<x:a> <x:p> _:x <x:g> .\n<x:a> <x:p> \"1\" <x:h> .\n<x:a> <x:p> \"2\" <x:g> .\n_:x <x:p> \"2\" <x:h> .", []string{"x:g 2", "record line 2: nquads line 4: the blank node _:x…"}},
		{"blank node in two graphs", "<x:a> <x:p> _:x <x:g> .\n<x:a> <x:p> \"1\" <x:h> .\n<x:a> <x:p> _:x <x:h> .\n<x:a> <x:p> \"1\" <x:i> .",
			[]string{"x:g 1", "record line 2: nquads line 3: the blank node _:x is also used in another graph…", "x:i 1"}},
		{"blank node of a refused graph", "<x:a> <x:p> _:x <x:g> .\n<x:a> <p> \"1\" <x:g> .\n<x:a> <x:p> _:y <x:g> .\n_:x <x:p> \"1\" <x:h> .\n_:y <x:p> \"1\" <x:i> .",
			[]string{"record line 1:…", "record line 4: nquads line 4: the blank node _:x…", "record line 5: nquads line 5: the blank node _:y…"}},
		{"named by a blank node", "<x:a> <x:p> \"1\" _:g .\n<x:a> <x:p> \"1\" <x:h> .", []string{"record line 1: nquads line 1: the graph is named by the blank node _:g…", "x:h 1"}},
		{"bad line at the start of its graph", "<x:a> <x:p> \"1 <x:g> .\n<x:a> <x:p> \"1\" <x:g> .\n<x:a> <x:p> \"1\" <x:h> .", []string{"record line 1: nquads line 1 column 13:…", "x:h 1"}},
		{"bad line inside its graph", "<x:a> <x:p> \"1\" <x:g> .\n<x:a> <p> \"1\" <x:g> .\n<x:a> <x:p> \"1\" <x:g> .\n<x:a> <x:p> \"1\" <x:h> .", []string{"record line 1: nquads line 2…absolute base IRI to resolve against", "x:h 1"}},
		{"bad line at the end of its graph", "<x:a> <x:p> \"1\" <x:g> .\n<x:a> <p> \"1\" <x:g> .", []string{"record line 1: nquads line 2…"}},
		{"bad line before a later graph", "<x:a> <x:p> \"1\" <x:g> .\n<x:a> <p> \"1\" <x:h> .\n<x:a> <q> \"1\" <x:h> .\n<x:a> <x:p> \"1\" <x:h> .", []string{"x:g 1", "record line 2: nquads line 2…"}},
		{"bad line of no neighbour", "<x:a> <x:p> \"1\" <x:g> .\n<x:a> <p> \"1\" <x:h> .\n<x:a> <x:p> \"2\" <x:g> .", []string{"! nquads line 2…absolute base IRI to resolve against"}},
		{"bad lines of two graphs", "<x:a> <p> \"1\" <x:g> .\n<x:a> <p> \"1\" <x:h> .\n", []string{"! nquads line 1…absolute base IRI to resolve against"}},
		{"bad last line", "<x:a> <x:p> \"1\" <x:g> .\n<x:a> <p> \"1\" <x:h> .\n", []string{"! nquads line 2…absolute base IRI to resolve against"}},
		{"bad line without a name", "<x:a> <x:p> \"1\" <x:g> .\n<x:a> <x:p> \"1\" <x:g .\n<x:a> <x:p> \"1\" <x:g> .", []string{"! nquads line 2…lacks its '>' or an escape"}},
		{"bad quad of the default graph", "<x:s> <p> <x:o> .\n<x:s> <x:p> <x:o> .\n", []string{"! nquads line 1…absolute base IRI to resolve against"}},
		{"nothing", "# nothing\n\n", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := walk(nquads.NQuads(), strings.NewReader(test.document), serialize.DecodeOptions{})
			if len(got) != len(test.want) {
				t.Fatalf("got %q, want %q", got, test.want)
			}
			for i := range got {
				start, end, _ := strings.Cut(test.want[i], "…")
				if !strings.HasPrefix(got[i], start) || !strings.HasSuffix(got[i], end) {
					t.Errorf("got %q, want %q", got[i], test.want[i])
				}
			}
		})
	}
}

// A graph is put together again from pieces that lie near each other, and one
// whose pieces lie far apart is an error.
func TestUnsortedIsTold(t *testing.T) {
	var b strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&b, "<x:a> <x:p> \"%d\" <x:h%d> .\n", i, i%3)
	}
	graphs, err := formattest.Read(nquads.NQuads(), []byte(b.String()), serialize.DecodeOptions{})
	if err != nil || len(graphs) != 3 || len(graphs[0].Triples)+len(graphs[1].Triples)+len(graphs[2].Triples) != 100_000 {
		t.Fatalf("%d graphs read, error %v", len(graphs), err)
	}
	filler := "<x:a> <x:p> \"" + strings.Repeat("a", 9<<20) + "\" <x:h> .\n"
	document := "<x:a> <x:p> \"1\" <x:g> .\n" + filler + "<x:a> <x:p> \"1\" <x:i> .\n<x:a> <x:p> \"2\" <x:g> .\n"
	if _, err := formattest.Read(nquads.NQuads(), []byte(document), serialize.DecodeOptions{}); !errors.Is(err, dataset.ErrUnsorted) {
		t.Errorf("error is %.200v, want ErrUnsorted", err)
	}
}

func TestTriplesTakeNoGraphName(t *testing.T) {
	_, err := formattest.Read(nquads.NTriples(), []byte("<x:a> <x:p> \"1\" <x:g> .\n"), serialize.DecodeOptions{Name: formattest.Subject})
	var syntax *serialize.SyntaxError
	if !errors.As(err, &syntax) || syntax.Line != 1 {
		t.Errorf("error is %v, want a syntax error on line 1", err)
	}
}

// A graph beyond the limit is refused alone; the others are read.
func TestRecordLimit(t *testing.T) {
	var b strings.Builder
	for i := range 100 {
		fmt.Fprintf(&b, "<x:a> <x:p> _:big%d <x:big> .\n", i)
	}
	document := "<x:a> <x:p> \"1\" <x:g> .\n" + b.String() + "_:big99 <x:p> \"1\" <x:h> .\n<x:a> <x:p> \"1\" <x:i> .\n"
	got := walk(nquads.NQuads(), strings.NewReader(document), serialize.DecodeOptions{MaxBytes: 1000})
	if len(got) != 4 || !strings.HasPrefix(got[1], "record line 2: too large") || !strings.Contains(got[2], "_:big99") || got[3] != "x:i 1" {
		t.Errorf("got %q", got)
	}
}

// Lines that end with CR at the end of the reader's buffer, and lines longer
// than it, are put together right.
func TestLinesAcrossBuffers(t *testing.T) {
	for _, n := range []int{65536 - 30, 65536, 3 * 65536} {
		for shift := range 40 {
			text := strings.Repeat("x", n+shift)
			document := "<x:a> <x:p> \"" + text + "\" .\r\n<x:a> <x:p> \"2\" .\r\n<x:a> <p> <x:b> ."
			_, err := formattest.Read(nquads.NTriples(), []byte(document), serialize.DecodeOptions{Name: formattest.Subject})
			var syntax *serialize.SyntaxError
			if !errors.As(err, &syntax) || syntax.Line != 3 {
				t.Fatalf("error is %.200v, want one on line 3", err)
			}
		}
	}
}

// endless yields the lines of ever new graphs, without end.
type endless struct {
	graphs int
	rest   []byte
}

func (e *endless) Read(p []byte) (int, error) {
	if len(e.rest) == 0 {
		e.graphs++
		e.rest = fmt.Appendf(nil, "<x:a> <x:p> _:b%d <x:g%d> .\n", e.graphs, e.graphs)
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

func TestDecodingStreams(t *testing.T) {
	source := &endless{}
	graphs := 0
	for g, err := range nquads.NQuads().Decode(context.Background(), source, serialize.DecodeOptions{}) {
		if err != nil || len(g.Triples) != 1 {
			t.Fatal(g, err)
		}
		if graphs++; graphs == 10 {
			break
		}
	}
	if source.graphs > 20_000 {
		t.Errorf("%d graphs were taken from the reader to yield 10", source.graphs)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for _, err := range nquads.NQuads().Decode(ctx, source, serialize.DecodeOptions{}) {
		cancel()
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
}
