package plan_test

import (
	"fmt"
	"strings"
	"testing"

	"vitrine/checks/sparqltest"
	"vitrine/sparql/plan"
)

// BenchmarkOf plans queries of as many patterns as a text may have.
func BenchmarkOf(b *testing.B) {
	const longest, variables = 60_000, 1900
	for name, pattern := range map[string]string{
		"star":     "?s ?p ?o#.",
		"chain":    "?a# ?p ?a%.",
		"same":     "?a ?b ?c.",
		"apart":    "?a# ?b ?c.",
		"group":    "{?a ?b ?c}",
		"optional": "OPTIONAL{?a# ?p ?a%}",
		"filter":   "FILTER(?a# = ?a%)",
	} {
		b.Run(name, func(b *testing.B) {
			var text strings.Builder
			for i := 0; text.Len() < longest; i++ {
				text.WriteString(strings.NewReplacer("#", fmt.Sprint(i%variables), "%", fmt.Sprint(i%variables+1)).Replace(pattern))
			}
			q := translate(b, "SELECT * {"+text.String()+"}")
			for b.Loop() {
				if _, err := plan.Of(b.Context(), q, sparqltest.NewMemory(nil, nil)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
