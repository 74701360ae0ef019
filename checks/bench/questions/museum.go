// Package questions holds the queries that are measured, and answers them as a server does.
package questions

import "vitrine/checks/generate"

// Question is a query that is asked of Vitrine and of its yardstick.
type Question struct {
	Name, Query string
	// Only is how many solutions are read, 0 for all.
	Only int
	// Alone tells that Oxigraph is not asked, as it takes a minute or more.
	Alone bool
}

// Museum are what a museum is asked. The union of all graphs, which Oxigraph is
// asked for, has a triple once for each graph that states it; the texts say DISTINCT
// where that would be another answer.
var Museum = []Question{
	{Name: "born-at-a-place", Query: `SELECT DISTINCT ?p ?name { ?p crm:P98i_was_born ?b . ?b crm:P7_took_place_at <place/7> . ?p crm:P1_is_identified_by ?n . ?n crm:P190_has_symbolic_content ?name }`},
	{Name: "works-of-an-artist", Query: `SELECT DISTINCT ?o ?l ?d { ?o a crm:E22_Human-Made_Object ; rdfs:label ?l ; crm:P108i_was_produced_by ?p . ?p crm:P14_carried_out_by <person/9> OPTIONAL { ?p crm:P4_has_time-span ?t . ?t crm:P82a_begin_of_the_begin ?d } } ORDER BY ?d`},
	{Name: "provenance", Query: `SELECT DISTINCT ?a ?d ?to ?l { ?a crm:P9_consists_of ?part . ?part crm:P24_transferred_title_of <object/20> ; crm:P22_transferred_title_to ?to . ?to rdfs:label ?l . ?a crm:P4_has_time-span ?t . ?t crm:P82a_begin_of_the_begin ?d } ORDER BY ?d`},
	{Name: "names", Query: `SELECT DISTINCT ?name ?kind { <person/9> crm:P1_is_identified_by ?n . ?n crm:P190_has_symbolic_content ?name OPTIONAL { ?n crm:P2_has_type ?kind } }`},
	{Name: "three-hops", Query: `SELECT DISTINCT ?l { <object/20> crm:P108i_was_produced_by ?p . ?p crm:P14_carried_out_by ?artist . ?artist crm:P98i_was_born ?b . ?b crm:P4_has_time-span ?t . ?t crm:P82a_begin_of_the_begin ?l }`},
	{Name: "ask", Query: `ASK { ?o crm:P108i_was_produced_by ?p . ?p crm:P14_carried_out_by <person/9> }`},
	{Name: "construct", Query: `CONSTRUCT { ?s ?p ?o } { GRAPH <object/20> { ?s ?p ?o } }`},
	{Name: "graphs-of-an-object", Query: `SELECT DISTINCT ?g { GRAPH ?g { ?s ?p <person/9> } }`},
	{Name: "objects-of-a-material", Query: `SELECT DISTINCT ?o ?l { ?o crm:P45_consists_of <concept/4> ; rdfs:label ?l }`},
	{Name: "classes", Query: `SELECT ?c (COUNT(DISTINCT ?s) AS ?n) { ?s a ?c } GROUP BY ?c ORDER BY DESC(?n) ?c`},
	{Name: "label-of-a-type", Query: `SELECT DISTINCT ?l { <concept/7> rdfs:label ?l }`},
	{Name: "path", Query: `SELECT DISTINCT ?p { ?p crm:P89_falls_within+ <place/1> }`},
	{Name: "first-row", Query: `SELECT * { ?s ?p ?o }`, Only: 1},
}

// Prefixes come before each query.
const Prefixes = `PREFIX crm: <http://www.cidoc-crm.org/cidoc-crm/>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
PREFIX la: <https://linked.art/ns/terms/>
BASE <` + generate.DefaultBase + `>
`
