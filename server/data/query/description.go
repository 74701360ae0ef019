package query

import (
	"fmt"

	"vitrine/rdfstore/graph"
)

// Description is what the service says of itself (SPARQL 1.1 Service Description
// section 3). How much there is, the data set's own description says. Empty fields are left
// out.
type Description struct {
	// Endpoint is the URI of the service.
	Endpoint string
	// Union is the name of the union of all records' graphs.
	Union string
	// Dataset is the URI of the data set's own description.
	Dataset string
}

const (
	sdNS     = "http://www.w3.org/ns/sparql-service-description#"
	rdfsNS   = "http://www.w3.org/2000/01/rdf-schema#"
	formatNS = "http://www.w3.org/ns/formats/"
)

// The texts of the graphs of the dataset, which tell what terms cannot.
const (
	aboutDefault = "What records say of their own entities. A statement that a record repeats about an entity that has a record of its own is left to that record. Statements about IRIs that have no record are in it."
	aboutUnion   = "All statements of all records, each once."
	aboutNamed   = "Each record is a named graph, whose name is the URI of its entity."
)

// resultFormats are the forms of results and of graphs, by the names that W3C gives
// them.
var resultFormats = []string{
	"SPARQL_Results_JSON", "SPARQL_Results_XML", "SPARQL_Results_CSV", "SPARQL_Results_TSV",
	"Turtle", "N-Triples", "RDF_XML", "JSON-LD",
}

// Graph returns the description as a graph that is named by the endpoint. The error
// tells what is not a URI.
func (d Description) Graph() (*graph.Graph, error) {
	endpoint, err := graph.ParseIRI(d.Endpoint)
	if err != nil {
		return nil, fmt.Errorf("describe the query service: %w", err)
	}
	b := graph.Builder{}
	b.Link(endpoint, graph.Type.String(), sdNS+"Service")
	b.Link(endpoint, sdNS+"endpoint", d.Endpoint)
	b.Link(endpoint, sdNS+"supportedLanguage", sdNS+"SPARQL11Query")
	for _, name := range resultFormats {
		b.Link(endpoint, sdNS+"resultFormat", formatNS+name)
	}
	dataset := b.Blank("dataset")
	b.Add(endpoint, sdNS+"defaultDataset", dataset)
	b.Link(dataset, graph.Type.String(), sdNS+"Dataset")
	b.Link(dataset, rdfsNS+"seeAlso", d.Dataset)
	b.Text(dataset, rdfsNS+"comment", aboutNamed)
	standard := b.Blank("default")
	b.Add(dataset, sdNS+"defaultGraph", standard)
	b.Link(standard, graph.Type.String(), sdNS+"Graph")
	b.Text(standard, rdfsNS+"comment", aboutDefault)
	named, union := b.Blank("named"), b.Blank("union")
	b.Add(dataset, sdNS+"namedGraph", named)
	b.Link(named, graph.Type.String(), sdNS+"NamedGraph")
	b.Link(named, sdNS+"name", d.Union)
	b.Add(named, sdNS+"graph", union)
	b.Link(union, graph.Type.String(), sdNS+"Graph")
	b.Text(union, rdfsNS+"comment", aboutUnion)
	if b.Err != nil {
		return nil, fmt.Errorf("describe the query service: %w", b.Err)
	}
	return &graph.Graph{Name: endpoint, Triples: b.Triples}, nil
}
