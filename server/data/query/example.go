package query

import "vitrine/server/people/i18n"

// Example is a query to begin with.
type Example struct {
	Title i18n.Key
	Text  string
}

// prefixes begin the examples.
const prefixes = `PREFIX crm: <http://www.cidoc-crm.org/cidoc-crm/>
PREFIX la: <https://linked.art/ns/terms/>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
`

// Examples returns queries that make sense for any collection.
func Examples() []Example {
	return []Example{
		{"Works with their makers", prefixes + `
SELECT ?work ?maker ?name {
  ?work a crm:E22_Human-Made_Object ;
    crm:P108i_was_produced_by/crm:P9_consists_of?/crm:P14_carried_out_by ?maker .
  ?maker crm:P1_is_identified_by/crm:P190_has_symbolic_content ?name .
}
LIMIT 50`},
		{"How many records of each class there are", prefixes + `
SELECT ?class (COUNT(*) AS ?records) {
  GRAPH ?record { ?record a ?class }
}
GROUP BY ?class
ORDER BY DESC(?records)`},
		{"Places on a map", prefixes + `
SELECT ?place ?geometry {
  ?place a crm:E53_Place ;
    crm:P168_place_is_defined_by ?geometry .
}
LIMIT 100`},
		{"Who was born where", prefixes + `
SELECT ?person ?place ?when {
  ?person crm:P98i_was_born ?birth .
  ?birth crm:P7_took_place_at ?place .
  OPTIONAL { ?birth crm:P4_has_time-span/crm:P82a_begin_of_the_begin ?when }
}
ORDER BY ?when
LIMIT 100`},
		{"What a record says, as a graph", prefixes + `
DESCRIBE ?work {
  ?work a crm:E22_Human-Made_Object .
}
LIMIT 1`},
	}
}
