package main

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize/nquads"
)

// solution is one by the names of its variables.
type solution map[string]rdf.Term

// expected is what a test wants.
type expected struct {
	solutions []solution
	// ordered tells that the order counts.
	ordered bool
	boolean *bool
	// triples are those of a graph, nil for other results.
	triples []rdf.Triple
	// texts tells that terms are compared as CSV has them.
	texts bool
}

const resultNS = "http://www.w3.org/2001/sw/DataAccess/tests/result-set#"

// readExpected reads a file with results, by its suffix.
func readExpected(path string) (expected, error) {
	switch filepath.Ext(path) {
	case ".srx":
		return readXML(path)
	case ".srj":
		return readJSON(path)
	case ".csv":
		return readCSV(path)
	case ".tsv":
		return readTSV(path)
	}
	triples, err := readTriples(path)
	if err != nil {
		return expected{}, err
	}
	nodes := byNode(triples)
	for _, says := range nodes {
		if kind := first(says[graph.Type.String()]); kind != nil && kind.String() == resultNS+"ResultSet" {
			return resultSet(nodes, says), nil
		}
		if says[resultNS+"solution"] != nil || says[resultNS+"boolean"] != nil {
			return resultSet(nodes, says), nil
		}
	}
	if triples == nil {
		triples = []rdf.Triple{}
	}
	return expected{triples: triples}, nil
}

// resultSet reads results that are written as RDF.
func resultSet(nodes map[rdf.Term]node, says node) expected {
	if b := first(says[resultNS+"boolean"]); b != nil {
		yes := b.String() == "true"
		return expected{boolean: &yes}
	}
	e := expected{solutions: make([]solution, len(says[resultNS+"solution"]))}
	for i, term := range says[resultNS+"solution"] {
		s := solution{}
		for _, binding := range nodes[term][resultNS+"binding"] {
			b := nodes[binding]
			s[text(first(b[resultNS+"variable"]))] = first(b[resultNS+"value"])
		}
		if index := first(nodes[term][resultNS+"index"]); index != nil {
			e.ordered = true
			var n int
			if _, err := fmt.Sscan(index.String(), &n); err == nil && n <= len(e.solutions) {
				i = n - 1
			}
		}
		e.solutions[i] = s
	}
	return e
}

func term(kind, value, datatype, language string) rdf.Term {
	switch kind {
	case "uri":
		iri, _ := graph.IRI(value)
		return iri
	case "bnode":
		b, _ := graph.Blank(value)
		return b
	}
	if language != "" {
		l, _ := graph.Tagged(value, language)
		return l
	}
	if datatype != "" {
		iri, _ := graph.IRI(datatype)
		return graph.Typed(value, iri)
	}
	return graph.String(value)
}

func readXML(path string) (e expected, err error) {
	var document struct {
		Boolean *bool `xml:"boolean"`
		Results []struct {
			Bindings []struct {
				Name    string  `xml:"name,attr"`
				URI     *string `xml:"uri"`
				Blank   *string `xml:"bnode"`
				Literal *struct {
					Text     string `xml:",chardata"`
					Datatype string `xml:"datatype,attr"`
					Language string `xml:"lang,attr"`
				} `xml:"literal"`
			} `xml:"binding"`
		} `xml:"results>result"`
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return e, err
	}
	if err := xml.Unmarshal(b, &document); err != nil {
		return e, err
	}
	e.boolean = document.Boolean
	for _, r := range document.Results {
		s := solution{}
		for _, b := range r.Bindings {
			switch {
			case b.URI != nil:
				s[b.Name] = term("uri", *b.URI, "", "")
			case b.Blank != nil:
				s[b.Name] = term("bnode", *b.Blank, "", "")
			case b.Literal != nil:
				s[b.Name] = term("literal", b.Literal.Text, b.Literal.Datatype, b.Literal.Language)
			}
		}
		e.solutions = append(e.solutions, s)
	}
	return e, nil
}

func readJSON(path string) (e expected, err error) {
	var document struct {
		Boolean *bool `json:"boolean"`
		Results struct {
			Bindings []map[string]struct {
				Type, Value, Datatype string
				Language              string `json:"xml:lang"`
			} `json:"bindings"`
		} `json:"results"`
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return e, err
	}
	if err := json.Unmarshal(b, &document); err != nil {
		return e, err
	}
	e.boolean = document.Boolean
	for _, r := range document.Results.Bindings {
		s := solution{}
		for name, b := range r {
			s[name] = term(b.Type, b.Value, b.Datatype, b.Language)
		}
		e.solutions = append(e.solutions, s)
	}
	return e, nil
}

func readCSV(path string) (e expected, err error) {
	file, err := os.Open(path)
	if err != nil {
		return e, err
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return e, err
	}
	e.texts = true
	for _, row := range rows[1:] {
		s := solution{}
		for i, value := range row {
			if strings.HasPrefix(value, "_:") {
				s[rows[0][i]] = term("bnode", value[2:], "", "")
			} else if value != "" {
				s[rows[0][i]] = graph.String(value)
			}
		}
		e.solutions = append(e.solutions, s)
	}
	return e, nil
}

func readTSV(path string) (e expected, err error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return e, err
	}
	lines := strings.Split(strings.TrimRight(strings.ReplaceAll(string(b), "\r\n", "\n"), "\n"), "\n")
	names := strings.Split(lines[0], "\t")
	for _, line := range lines[1:] {
		s := solution{}
		for i, value := range strings.Split(line, "\t") {
			if value == "" {
				continue
			}
			if s[strings.TrimPrefix(names[i], "?")], err = tsvTerm(value); err != nil {
				return e, err
			}
		}
		e.solutions = append(e.solutions, s)
	}
	return e, nil
}

// tsvTerm reads a term as Turtle writes it, numbers without quotes included.
func tsvTerm(value string) (rdf.Term, error) {
	datatype := graph.XSDInteger
	switch {
	case strings.ContainsAny(value[:1], `<"_`):
		return nquads.Term(value)
	case strings.ContainsAny(value, "eE"):
		datatype = graph.XSDDouble
	case strings.Contains(value, "."):
		datatype = graph.XSDDecimal
	}
	return graph.Typed(value, datatype), nil
}
