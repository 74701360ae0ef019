package main

// known says why a test of the suites cannot pass, by its group and name. Those that came with SPARQL 1.0 say in places what 1.1 and RDF 1.1 have changed.
var known = map[string]string{
	"basic: Basic - Term 6":                                "5. is a decimal in SPARQL 1.0 only",
	"basic: Basic - Term 7":                                "5. is a decimal in SPARQL 1.0 only",
	"syntax-sparql1: syntax-lit-08.rq":                     "5. is a decimal in SPARQL 1.0 only",
	"distinct: Strings: Distinct":                          "a simple literal is an xsd:string in RDF 1.1",
	"distinct: All: Distinct":                              "a simple literal is an xsd:string in RDF 1.1",
	"functions: STRDT() TypeErrors":                        "a simple literal is an xsd:string in RDF 1.1",
	"functions: STRLANG() TypeErrors":                      "a simple literal is an xsd:string in RDF 1.1",
	"dataset: dataset-09":                                  "a graph that is named twice in a dataset has its blank nodes once here",
	"dataset: dataset-10":                                  "a graph that is named twice in a dataset has its blank nodes once here",
	"dataset: dataset-12":                                  "a graph that is named twice in a dataset has its blank nodes once here",
	"optional-filter: dawg-optional-filter-005-simplified": "not approved: a filter of an inner group does not see variables outside",
}

// reasonFor returns why a test cannot pass, empty where it can.
func reasonFor(t test) string {
	if t.group == "service" {
		return "SERVICE is refused"
	}
	return known[t.group+": "+t.name]
}
