package syntax_test

import (
	"strings"
	"testing"

	"vitrine/sparql/syntax"
)

// BenchmarkParse reads a query as a museum asks it, and the longest texts that are
// hard to read.
func BenchmarkParse(b *testing.B) {
	fill := func(head, part, tail string) string {
		return head + strings.Repeat(part, (syntax.MaxText-len(head)-len(tail))/len(part)) + tail
	}
	for _, c := range []struct{ name, query string }{
		{"museum", `PREFIX crm: <http://www.cidoc-crm.org/cidoc-crm/> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
SELECT ?work ?label (MIN(?begin) AS ?first) WHERE {
  ?work a crm:E22_Human-Made_Object ; rdfs:label ?label ; crm:P108i_was_produced_by ?production .
  ?production crm:P14_carried_out_by <http://museum.example/person/1> ; crm:P4_has_time-span/crm:P82a_begin_of_the_begin ?begin .
  OPTIONAL { ?work crm:P2_has_type [ rdfs:label ?type ] FILTER (LANG(?type) = "en") }
  FILTER (?begin >= "1600-01-01T00:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime>)
} GROUP BY ?work ?label ORDER BY DESC(?first) LIMIT 100`},
		{"groups", fill("ASK {", "{}", "}")},
		{"scopes", fill("ASK {"+strings.Repeat("{ SELECT * {", 90), "?a ?b ?c . ", strings.Repeat("} }", 90)+"}")},
		{"sum", fill("ASK { FILTER (1", "+1", ") }")},
		{"path", fill("ASK { ?s ", "<x:a>/", "<x:a> ?o }")},
		{"comparisons", fill("ASK { FILTER (1", " <1 && 1", ") }")},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.query)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := syntax.Parse(c.query, ""); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
