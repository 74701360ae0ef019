package sparql_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"vitrine/checks/sparqltest"
	"vitrine/sparql"
)

// times repeats a text with numbers.
func times(n int, format string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.NewReplacer("#", fmt.Sprint(i), "%", fmt.Sprint(i+1)).Replace(format))
	}
	return b.String()
}

// TestLargeQueries runs queries that are about as large as they may be, in each way of
// growing. They are answered, or end at a limit.
func TestLargeQueries(t *testing.T) {
	_, made := sparqltest.Random(3)
	data := sparqltest.NewMemory(made.Default, made.Named)
	for name, text := range map[string]string{
		"chain":                "PREFIX : <http://museum.example/> SELECT * {" + times(1900, "?a# :p ?a% .") + "}",
		"optional":             "PREFIX : <http://museum.example/> SELECT * {" + times(1900, "OPTIONAL{?a# :p ?a%}") + "}",
		"union":                "SELECT * {" + times(4000, "{?a ?b ?c}UNION") + "{}}",
		"groups":               "SELECT * {" + times(4000, "{?a ?b ?c}") + "}",
		"filter":               "SELECT * {?a ?b ?c " + times(4000, "FILTER(?a=1)") + "}",
		"bind":                 "SELECT * {?a ?b ?c " + times(1900, "BIND(?a as ?x#)") + "}",
		"or":                   "SELECT * {?a ?b ?c FILTER(" + times(10000, "?a||") + "?b)}",
		"minus":                "SELECT * {?a ?b ?c " + times(4000, "MINUS{?a ?x 1}") + "}",
		"exists":               "SELECT * {?a ?b ?c " + times(1500, "FILTER EXISTS{?a ?x 1}") + "}",
		"path":                 "SELECT * {?a (" + times(4000, "<a:b>*|") + "<a:b>)* ?c}",
		"values":               "SELECT * {" + times(1500, "VALUES ?a {1 2 UNDEF}") + "}",
		"nested":               "SELECT * " + strings.Repeat("{", 190) + "?a ?b ?c" + strings.Repeat("}", 190),
		"optional in optional": "SELECT * {" + strings.Repeat("?a ?b ?c OPTIONAL{", 90) + "?a ?b ?c" + strings.Repeat("}", 91),
		"select in select":     strings.Repeat("SELECT * {", 90) + "?a ?b ?c" + strings.Repeat("}", 90),
		"exists in exists":     "SELECT * {" + strings.Repeat("?a ?b ?c FILTER EXISTS{", 60) + "?a ?b ?c" + strings.Repeat("}", 61),
	} {
		t.Run(name, func(t *testing.T) {
			q, err := sparql.Prepare(text, sparql.Options{})
			if err != nil {
				t.Fatal(err)
			}
			answer, err := q.Run(t.Context(), data, sparql.Limits{Rows: 100, Memory: 1 << 24})
			if err != nil {
				t.Fatal(err)
			}
			for _, err := range answer.Solutions {
				var limit *sparql.LimitError
				if err != nil && !errors.As(err, &limit) {
					t.Error(err)
				}
			}
		})
	}
}
