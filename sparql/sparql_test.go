package sparql_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/sparqltest"
	"vitrine/rdfstore/graph"
	"vitrine/sparql"
	"vitrine/sparql/algebra"
	"vitrine/sparql/dataset"
	"vitrine/sparql/syntax"
)

func iri(t *testing.T, text string) rdf.IRI {
	t.Helper()
	made, err := graph.IRI(text)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// someData is a dataset of two triples, and one in the graph x:g.
func someData(t *testing.T) *sparqltest.Memory {
	t.Helper()
	triple := func(s, o string) rdf.Triple {
		return rdf.Triple{Subj: iri(t, s), Pred: graph.Type, Obj: iri(t, o)}
	}
	return sparqltest.NewMemory(
		[]rdf.Triple{triple("x:a", "x:Thing"), triple("x:b", "x:Thing")},
		map[rdf.IRI][]rdf.Triple{iri(t, "x:g"): {triple("x:c", "x:Other")}})
}

func prepare(t *testing.T, text string) *sparql.Query {
	t.Helper()
	q, err := sparql.Prepare(text, sparql.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// TestWarnings has patterns that cannot be used, which change no answer.
func TestWarnings(t *testing.T) {
	for text, want := range map[string]string{
		`ASK { FILTER(REGEX("a", "(")) }`:                                        "1:25 missing closing )",
		"ASK {\n FILTER(!REGEX(\"ä\", \"ä(\", \"i\") || true) }":                 "2:21 missing closing )",
		`ASK { FILTER(REGEX("aa", "(a)\\1")) }`:                                  `1:26 back-reference \1`,
		`ASK { FILTER(REGEX("a", "a", "g")) }`:                                   `1:25 the flags "g"`,
		`ASK { FILTER(REGEX("a", 1)) }`:                                          "1:25 strings",
		`SELECT (REPLACE("a", "[", "b") AS ?x) {}`:                               "1:22 [",
		`SELECT (COUNT(*) AS ?n) {} GROUP BY (REGEX("a", "(") AS ?g)`:            "1:49 missing",
		`SELECT (COUNT(*) AS ?n) {} HAVING(REGEX(STR(COUNT(*)), "("))`:           "1:56 missing",
		`ASK { FILTER EXISTS { FILTER(REGEX("a", "(")) } }`:                      "1:41 missing",
		`ASK { FILTER(REGEX("a", "(", "q")) BIND(REPLACE("a", "b", "") AS ?x) }`: "",
		`ASK { BIND("(" AS ?p) FILTER(REGEX("a", ?p)) }`:                         "",
		`ASK { BIND("q" AS ?f) FILTER(REGEX("a", "(", ?f)) }`:                    "",
	} {
		place, part, _ := strings.Cut(want, " ")
		got := prepare(t, text).Warnings()
		switch {
		case want == "" && len(got) != 0:
			t.Errorf("%s: %v", text, got)
		case want != "" && (len(got) != 1 || fmt.Sprintf("%d:%d", got[0].Line, got[0].Column) != place || !strings.Contains(got[0].Text, part)):
			t.Errorf("%s: %v, want %s", text, got, want)
		}
	}
	if got := prepare(t, `ASK { `+strings.Repeat(`FILTER(REGEX("a", "(")) `, 100)+`}`).Warnings(); len(got) != 10 {
		t.Errorf("%d warnings", len(got))
	}
}

func TestRefused(t *testing.T) {
	var place *syntax.SyntaxError
	if _, err := sparql.Prepare("SELECT * {\n ?s ?p }", sparql.Options{}); !errors.As(err, &place) || place.Line != 2 {
		t.Errorf("a syntax error is %v", err)
	}
	var unsupported *algebra.UnsupportedError
	if _, err := sparql.Prepare("SELECT * { SERVICE <x:s> { ?s ?p ?o } }", sparql.Options{}); !errors.As(err, &unsupported) {
		t.Errorf("SERVICE is %v", err)
	}
	if _, err := sparql.Prepare("ASK {} "+strings.Repeat(" ", 1<<16), sparql.Options{}); !errors.Is(err, syntax.ErrLimit) {
		t.Errorf("a text that is too long is %v", err)
	}
	var unknown *dataset.UnknownGraphError
	if _, err := prepare(t, "ASK FROM <x:none> {}").Run(t.Context(), someData(t), sparql.Limits{}); !errors.As(err, &unknown) {
		t.Errorf("an unknown graph is %v", err)
	}
}

func TestQuery(t *testing.T) {
	q := prepare(t, "SELECT ?s (STR(?s) AS ?text) { ?s a ?c }")
	if q.Form() != algebra.Select || !slices.Equal(q.Variables(), []string{"s", "text"}) || q.IsVolatile() {
		t.Errorf("it is %v of %v, volatile %v", q.Form(), q.Variables(), q.IsVolatile())
	}
	for _, text := range []string{
		"SELECT (NOW() AS ?x) {}", "ASK { BIND(1 + RAND() AS ?x) }", "ASK { FILTER EXISTS { FILTER(STRUUID() = 'x') } }",
		"SELECT (SUM(RAND()) AS ?x) {}", "ASK { OPTIONAL { FILTER(?x = UUID()) } }",
	} {
		if !prepare(t, text).IsVolatile() {
			t.Errorf("%s is not volatile", text)
		}
	}
}

func TestWithDataset(t *testing.T) {
	q := prepare(t, "SELECT ?s FROM <x:none> { ?s a ?c }").WithDataset([]rdf.IRI{iri(t, "x:g")}, nil)
	answer, err := q.Run(t.Context(), someData(t), sparql.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for row, err := range answer.Solutions {
		if err != nil || row[0] != rdf.Term(iri(t, "x:c")) {
			t.Errorf("%v, %v", row, err)
		}
	}
	if q.WithDataset(nil, nil) != q {
		t.Error("without graphs it is another query")
	}
}

func TestExplain(t *testing.T) {
	q := prepare(t, `SELECT ?s { ?s a ?c FILTER NOT EXISTS { ?s a <x:Other> } OPTIONAL { ?s <x:p> ?o } } ORDER BY ?s LIMIT 1`)
	e, err := q.Explain(t.Context(), someData(t), sparql.Limits{}, false)
	if err != nil {
		t.Fatal(err)
	}
	const want = `slice from 0, 1 rows  [expected 1]
  sort the first 1  [expected 1]
    sequence  [expected 1]
      scan BGP(?s <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> ?c)  [expected 2]
      filter NOT EXISTS  [expected 0.5]
        scan BGP(?s <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <x:Other>)  [expected 0]
      left join  [expected 1]
        scan BGP(?s <x:p> ?o)  [expected 0]
`
	if e.String() != want {
		t.Errorf("it is\n%s\nnot\n%s", e, want)
	}
	e, err = q.Explain(t.Context(), someData(t), sparql.Limits{}, true)
	if err != nil {
		t.Fatal(err)
	}
	sequence := e.Steps[0].Steps[0]
	if scan := sequence.Steps[0]; !scan.Measured || scan.Calls != 1 || scan.Rows != 2 {
		t.Errorf("the scan is %+v", scan)
	}
	if filter := sequence.Steps[1].Steps[0]; filter.Calls != 2 || filter.Rows != 0 {
		t.Errorf("the pattern of NOT EXISTS is %+v", filter)
	}
	text, err := json.Marshal(e)
	if err != nil || !strings.HasPrefix(string(text), `{"step":"slice","detail":"from 0, 1 rows","estimate":1,"measured":true,"calls":1,"rows":1,"microseconds":`) {
		t.Errorf("as JSON it is %s, %v", text, err)
	}
}
