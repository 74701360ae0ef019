package peers

// furtherQuestions ask what joins, groups or searches more than a look-up does: of two
// branches, stars, paths, OPTIONAL, negation, grouping, the first of many, texts and lists.
var furtherQuestions = []question{
	{name: "two-artists", alone: true, query: `SELECT DISTINCT ?a ?b ?m { ?a crm:P98i_was_born/crm:P7_took_place_at ?place . ?b crm:P98i_was_born/crm:P7_took_place_at ?place . ?o crm:P108i_was_produced_by/crm:P14_carried_out_by ?a ; crm:P45_consists_of ?m . ?q crm:P108i_was_produced_by/crm:P14_carried_out_by ?b ; crm:P45_consists_of ?m FILTER(?a != ?b) }`},
	{name: "two-artists-of-a-place", alone: true, query: `SELECT DISTINCT ?a ?b { ?a crm:P98i_was_born/crm:P7_took_place_at <place/7> . ?b crm:P98i_was_born/crm:P7_took_place_at <place/7> . ?o crm:P108i_was_produced_by/crm:P14_carried_out_by ?a ; crm:P45_consists_of ?m . ?q crm:P108i_was_produced_by/crm:P14_carried_out_by ?b ; crm:P45_consists_of ?m FILTER(?a != ?b) }`},
	{name: "objects-of-an-owner-in-sets", query: `SELECT DISTINCT ?o ?l { ?o crm:P52_has_current_owner <group/2> ; la:member_of ?s ; rdfs:label ?l . ?s a la:Set }`},
	{name: "places-of-makers-and-owners", query: `SELECT DISTINCT ?o ?place { ?o crm:P108i_was_produced_by/crm:P14_carried_out_by ?a . ?a crm:P98i_was_born/crm:P7_took_place_at ?place . ?m crm:P25_moved ?o ; crm:P26_moved_to ?place }`},
	{name: "star", query: `SELECT DISTINCT ?o ?l ?d ?v { ?o a crm:E22_Human-Made_Object ; rdfs:label ?l ; crm:P45_consists_of <concept/5> ; crm:P43_has_dimension ?d ; crm:P52_has_current_owner ?owner . ?d crm:P90_has_value ?v }`},
	{name: "star-of-names", alone: true, query: `SELECT DISTINCT ?p ?l ?c { ?p a crm:E21_Person ; rdfs:label ?l ; crm:P2_has_type <concept/6> ; crm:P98i_was_born ?b ; crm:P100i_died_in ?d ; crm:P107i_is_current_or_former_member_of ?g . ?d crm:P4_has_time-span/crm:P82a_begin_of_the_begin ?c }`},
	{name: "places-within-twice", query: `SELECT DISTINCT ?p ?q { ?p crm:P89_falls_within/crm:P89_falls_within ?q }`},
	{name: "path-of-types", query: `SELECT DISTINCT ?o { ?o crm:P2_has_type/skos:broader* <concept/8> ; a crm:E21_Person }`},
	{name: "optional-dates", query: `SELECT DISTINCT ?p ?l ?b ?d { ?p crm:P107i_is_current_or_former_member_of <group/3> ; rdfs:label ?l OPTIONAL { ?p crm:P98i_was_born/crm:P4_has_time-span/crm:P82a_begin_of_the_begin ?b } OPTIONAL { ?p crm:P100i_died_in/crm:P4_has_time-span/crm:P82a_begin_of_the_begin ?d } }`},
	{name: "not-exists", query: `SELECT (COUNT(DISTINCT ?p) AS ?n) { ?p a crm:E21_Person FILTER NOT EXISTS { ?p crm:P98i_was_born ?b } }`},
	{name: "no-works", query: `SELECT (COUNT(DISTINCT ?p) AS ?n) { ?p a crm:E21_Person FILTER NOT EXISTS { ?production crm:P14_carried_out_by ?p } }`},
	{name: "minus", query: `SELECT (COUNT(DISTINCT ?o) AS ?n) { ?o a crm:E22_Human-Made_Object MINUS { ?o crm:P45_consists_of ?m } }`},
	{name: "exists", query: `SELECT DISTINCT ?place { ?place a crm:E53_Place FILTER EXISTS { ?b crm:P7_took_place_at ?place } }`},
	{name: "objects-by-artist", query: `SELECT ?a (COUNT(DISTINCT ?o) AS ?n) { ?o crm:P108i_was_produced_by/crm:P14_carried_out_by ?a } GROUP BY ?a ORDER BY DESC(?n) ?a LIMIT 20`},
	{name: "births-by-place", query: `SELECT ?l (COUNT(DISTINCT ?p) AS ?n) { ?p crm:P98i_was_born/crm:P7_took_place_at ?place . ?place rdfs:label ?l } GROUP BY ?l ORDER BY DESC(?n) ?l LIMIT 20`},
	{name: "predicates", query: `SELECT (COUNT(DISTINCT ?p) AS ?n) { ?s ?p ?o }`},
	{name: "count-distinct", query: `SELECT (COUNT(DISTINCT ?l) AS ?n) { ?s rdfs:label ?l }`},
	{name: "distinct-years", query: `SELECT DISTINCT ?y { ?s crm:P82a_begin_of_the_begin ?y }`},
	{name: "oldest-objects", query: `SELECT DISTINCT ?o ?d { ?o crm:P108i_was_produced_by/crm:P4_has_time-span/crm:P82a_begin_of_the_begin ?d } ORDER BY ?d ?o LIMIT 10`},
	{name: "contains", query: `SELECT DISTINCT ?s { ?s rdfs:label ?l FILTER CONTAINS(?l, "late 77") }`},
	{name: "regex", query: `SELECT DISTINCT ?s { ?s rdfs:label ?l FILTER REGEX(?l, "^vase 1[0-9]+5$", "i") }`},
	{name: "list-of-objects", query: `SELECT DISTINCT ?o ?l ?a { VALUES ?o { <object/1> <object/50> <object/500> <object/5000> <object/50000> } ?o rdfs:label ?l ; crm:P108i_was_produced_by/crm:P14_carried_out_by ?a }`},
}
