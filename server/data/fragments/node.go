package fragments

import (
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/sparql/dataset"
)

// Nodes replaces blank nodes by IRIs and back (RDF 1.1 Concepts section 3.5). The IRI
// is Prefix and the label that the node has in the dataset.
type Nodes struct {
	// Prefix is what the IRIs begin with, "https://HOST/.well-known/genid/".
	Prefix string
	Labels dataset.Labels
}

// IRI returns a term with a blank node of the dataset replaced by its IRI.
func (n Nodes) IRI(t rdf.Term) (rdf.Term, error) {
	b, isBlank := t.(rdf.Blank)
	if !isBlank {
		return t, nil
	}
	return graph.IRI(n.Prefix + b.String())
}

// Blank returns a term with the IRI of a blank node replaced by it. Other IRIs stay as
// they are.
func (n Nodes) Blank(t rdf.Term) rdf.Term {
	name, isIRI := t.(rdf.IRI)
	if !isIRI {
		return t
	}
	label, isNode := strings.CutPrefix(name.String(), n.Prefix)
	if !isNode {
		return t
	}
	b, err := graph.Blank(label)
	if err != nil {
		return t
	}
	if _, _, ok := n.Labels.Local(b); !ok {
		return t
	}
	return b
}

// Graph returns the name of the graph that the IRI of a blank node is from, false for
// what is no such IRI.
func (n Nodes) Graph(node rdf.IRI) (rdf.IRI, bool) {
	b, isBlank := n.Blank(node).(rdf.Blank)
	if !isBlank {
		return rdf.IRI{}, false
	}
	_, name, ok := n.Labels.Local(b)
	return name, ok
}
