package questions

// Further ask what joins, groups or searches more than a look-up does: of two
// branches, stars, paths, OPTIONAL, negation, grouping, the first of many, texts and lists.
var Further = []Question{
	{Name: "two-artists", Alone: true, Query: `SELECT DISTINCT ?a ?b ?m { ?a crm:P98i_was_born/crm:P7_took_place_at ?place . ?b crm:P98i_was_born/crm:P7_took_place_at ?place . ?o crm:P108i_was_produced_by/crm:P14_carried_out_by ?a ; crm:P45_consists_of ?m . ?q crm:P108i_was_produced_by/crm:P14_carried_out_by ?b ; crm:P45_consists_of ?m FILTER(?a != ?b) }`},
	{Name: "two-artists-of-a-place", Alone: true, Query: `SELECT DISTINCT ?a ?b { ?a crm:P98i_was_born/crm:P7_took_place_at <place/7> . ?b crm:P98i_was_born/crm:P7_took_place_at <place/7> . ?o crm:P108i_was_produced_by/crm:P14_carried_out_by ?a ; crm:P45_consists_of ?m . ?q crm:P108i_was_produced_by/crm:P14_carried_out_by ?b ; crm:P45_consists_of ?m FILTER(?a != ?b) }`},
	{Name: "objects-of-an-owner-in-sets", Query: `SELECT DISTINCT ?o ?l { ?o crm:P52_has_current_owner <group/2> ; la:member_of ?s ; rdfs:label ?l . ?s a la:Set }`},
	{Name: "places-of-makers-and-owners", Query: `SELECT DISTINCT ?o ?place { ?o crm:P108i_was_produced_by/crm:P14_carried_out_by ?a . ?a crm:P98i_was_born/crm:P7_took_place_at ?place . ?m crm:P25_moved ?o ; crm:P26_moved_to ?place }`},
	{Name: "star", Query: `SELECT DISTINCT ?o ?l ?d ?v { ?o a crm:E22_Human-Made_Object ; rdfs:label ?l ; crm:P45_consists_of <concept/5> ; crm:P43_has_dimension ?d ; crm:P52_has_current_owner ?owner . ?d crm:P90_has_value ?v }`},
	{Name: "star-of-names", Alone: true, Query: `SELECT DISTINCT ?p ?l ?c { ?p a crm:E21_Person ; rdfs:label ?l ; crm:P2_has_type <concept/6> ; crm:P98i_was_born ?b ; crm:P100i_died_in ?d ; crm:P107i_is_current_or_former_member_of ?g . ?d crm:P4_has_time-span/crm:P82a_begin_of_the_begin ?c }`},
	{Name: "places-within-twice", Query: `SELECT DISTINCT ?p ?q { ?p crm:P89_falls_within/crm:P89_falls_within ?q }`},
	{Name: "path-of-types", Query: `SELECT DISTINCT ?o { ?o crm:P2_has_type/skos:broader* <concept/8> ; a crm:E21_Person }`},
	{Name: "optional-dates", Query: `SELECT DISTINCT ?p ?l ?b ?d { ?p crm:P107i_is_current_or_former_member_of <group/3> ; rdfs:label ?l OPTIONAL { ?p crm:P98i_was_born/crm:P4_has_time-span/crm:P82a_begin_of_the_begin ?b } OPTIONAL { ?p crm:P100i_died_in/crm:P4_has_time-span/crm:P82a_begin_of_the_begin ?d } }`},
	{Name: "not-exists", Query: `SELECT (COUNT(DISTINCT ?p) AS ?n) { ?p a crm:E21_Person FILTER NOT EXISTS { ?p crm:P98i_was_born ?b } }`},
	{Name: "no-works", Query: `SELECT (COUNT(DISTINCT ?p) AS ?n) { ?p a crm:E21_Person FILTER NOT EXISTS { ?production crm:P14_carried_out_by ?p } }`},
	{Name: "minus", Query: `SELECT (COUNT(DISTINCT ?o) AS ?n) { ?o a crm:E22_Human-Made_Object MINUS { ?o crm:P45_consists_of ?m } }`},
	{Name: "exists", Query: `SELECT DISTINCT ?place { ?place a crm:E53_Place FILTER EXISTS { ?b crm:P7_took_place_at ?place } }`},
	{Name: "objects-by-artist", Query: `SELECT ?a (COUNT(DISTINCT ?o) AS ?n) { ?o crm:P108i_was_produced_by/crm:P14_carried_out_by ?a } GROUP BY ?a ORDER BY DESC(?n) ?a LIMIT 20`},
	{Name: "births-by-place", Query: `SELECT ?l (COUNT(DISTINCT ?p) AS ?n) { ?p crm:P98i_was_born/crm:P7_took_place_at ?place . ?place rdfs:label ?l } GROUP BY ?l ORDER BY DESC(?n) ?l LIMIT 20`},
	{Name: "predicates", Query: `SELECT (COUNT(DISTINCT ?p) AS ?n) { ?s ?p ?o }`},
	{Name: "count-distinct", Query: `SELECT (COUNT(DISTINCT ?l) AS ?n) { ?s rdfs:label ?l }`},
	{Name: "distinct-years", Query: `SELECT DISTINCT ?y { ?s crm:P82a_begin_of_the_begin ?y }`},
	{Name: "roles", Query: `SELECT (COUNT(DISTINCT ?p) AS ?n) { { ?x crm:P14_carried_out_by ?p } UNION { ?x crm:P22_transferred_title_to ?p } UNION { ?x crm:P23_transferred_title_from ?p } }`},
	{Name: "owners", Query: `SELECT DISTINCT ?w { ?o crm:P52_has_current_owner ?w }`},
	{Name: "count-objects", Query: `SELECT (COUNT(DISTINCT ?o) AS ?n) { ?o a crm:E22_Human-Made_Object }`},
	{Name: "owners-of-many", Query: `SELECT ?g (COUNT(DISTINCT ?o) AS ?n) { ?o crm:P52_has_current_owner ?g } GROUP BY ?g HAVING(COUNT(DISTINCT ?o) > 50) ORDER BY DESC(?n) ?g`},
	{Name: "ages", Query: `SELECT DISTINCT ?p ?age { ?p crm:P98i_was_born/crm:P4_has_time-span/crm:P82a_begin_of_the_begin ?b ; crm:P100i_died_in/crm:P4_has_time-span/crm:P82a_begin_of_the_begin ?d BIND(YEAR(?d) - YEAR(?b) AS ?age) FILTER(?age > 85) }`},
	{Name: "oldest-objects", Query: `SELECT DISTINCT ?o ?d { ?o crm:P108i_was_produced_by/crm:P4_has_time-span/crm:P82a_begin_of_the_begin ?d } ORDER BY ?d ?o LIMIT 10`},
	{Name: "contains", Query: `SELECT DISTINCT ?s { ?s rdfs:label ?l FILTER CONTAINS(?l, "late 77") }`},
	{Name: "regex", Query: `SELECT DISTINCT ?s { ?s rdfs:label ?l FILTER REGEX(?l, "^vase 1[0-9]+5$", "i") }`},
	{Name: "list-of-objects", Query: `SELECT DISTINCT ?o ?l ?a { VALUES ?o { <object/1> <object/50> <object/500> <object/5000> <object/50000> } ?o rdfs:label ?l ; crm:P108i_was_produced_by/crm:P14_carried_out_by ?a }`},
	{Name: "graphs-of-a-type", Query: `SELECT (COUNT(DISTINCT ?g) AS ?n) { GRAPH ?g { ?s crm:P2_has_type <concept/6> } }`},
}
