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

func shorten(iri string) (string, bool) {
	local, ok := strings.CutPrefix(iri, "http://www.w3.org/2001/XMLSchema#")
	return "xsd:" + local, ok
}

func newTable(w io.Writer) result.Writer {
	return result.NewTable(w, result.TableOptions{MaxWidth: 24, Shorten: shorten})
}

func TestTable(t *testing.T) {
	solutions := [][]string{
		{"<http://museum.example/a>", `"Girl with a Pearl Earring"@en`}, {`"真珠の耳飾りの少女"@ja`, "1"}, {"\"e\u0301\x1b[31m\n\"", `"007"^^byte`}, {"", "_:b0"}, {"<" + xsdString + ">", ""},
	}
	var rows [][]rdf.Term
	for _, cells := range solutions {
		rows = append(rows, []rdf.Term{sparqltest.Term(t, cells[0]), sparqltest.Term(t, cells[1])})
	}
	compare(t, write(t, newTable, rows), strings.Join([]string{
		"?x                        ?y",
		"────────────────────────  ────────────────────────",
		"<http://museum.example/…  \"Girl with a Pearl Earr…",
		"\"真珠の耳飾りの少女\"@ja   1",
		"\"e\u0301\\u001B[31m\\n\"           \"007\"^^xsd:byte",
		"                          _:b0",
		"xsd:string",
		"",
		"5 solutions",
		"",
	}, "\n"))
}

const xsdString = "http://www.w3.org/2001/XMLSchema#string"

func TestTableOfBoolean(t *testing.T) {
	var out bytes.Buffer
	w := newTable(&out)
	if err := errors.Join(w.Boolean(false), w.Close()); err != nil || out.String() != "false\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
}

// TestTableStreams writes more solutions than are measured, of which the later ones
// are wider.
func TestTableStreams(t *testing.T) {
	var rows [][]rdf.Term
	for n := range 1000 {
		rows = append(rows, []rdf.Term{sparqltest.Term(t, `"`+strings.Repeat("a", n/100)+`"`), sparqltest.Term(t, "1")})
	}
	got := strings.Split(write(t, newTable, rows), "\n")
	if len(got) != 2+1000+3 || got[2] != `""   1` || got[1001] != `"aaaaaaaaa"  1` || got[1003] != "1000 solutions" {
		t.Errorf("%d lines: %q, %q, %q", len(got), got[2], got[1001], got[1003])
	}
	one := write(t, newTable, rows[:1])
	if !strings.HasSuffix(one, "\n1 solution\n") {
		t.Errorf("%q", one)
	}
}
