// Package sparqltest tests what evaluates queries: with cases for each section of
// SPARQL 1.1 Query (https://www.w3.org/TR/sparql11-query/), which are in the
// folder sparql/testdata, and with queries and data at random, for which package
// reference has the answers.
//
// It is no part of the program, and only tests import it.
package sparqltest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/checks/reference"
	"vitrine/sparql/algebra"
	"vitrine/sparql/syntax"
)

// Evaluate answers a query over a dataset. The blank nodes of its answer need not
// have the labels that they have in the dataset.
type Evaluate func(t *testing.T, q *algebra.Query, d reference.Dataset) reference.Result

// Base is the base IRI of the queries and documents of cases.
const Base = "http://museum.example/base/"

// prologue are the prefixes that all queries and documents of cases have.
const prologue = "PREFIX : <http://museum.example/>\n" +
	"PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>\n" +
	"PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n"

// RunCases runs all cases of the folder, that of sparql/testdata.
func RunCases(t *testing.T, folder string, evaluate Evaluate) {
	files, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no cases in %s: %v", folder, err)
	}
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txt"), func(t *testing.T) {
			for _, c := range parseCases(t, string(content)) {
				t.Run(c.name, func(t *testing.T) { c.run(t, evaluate) })
			}
		})
	}
}

// run compares the answer to the query of a case with the one that is expected.
func (c *testCase) run(t *testing.T, evaluate Evaluate) {
	q := Translate(t, prologue+c.query)
	got := evaluate(t, q, c.data)
	if difference := c.expected.compare(q, got); difference != "" {
		t.Errorf("line %d: %s\n%s", c.line, difference, c.query)
	}
}

// Translate reads a query that has no fault.
func Translate(t testing.TB, text string) *algebra.Query {
	t.Helper()
	tree, err := syntax.Parse(text, Base)
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	q, err := algebra.Translate(tree)
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	return q
}
