// Package fragments answers for triple and quad pattern fragments of the records, from
// which query clients put together the answers to whole queries. It follows Triple
// Pattern Fragments (https://linkeddatafragments.org/specification/triple-pattern-fragments/)
// and Quad Pattern Fragments
// (https://linkeddatafragments.org/specification/quad-pattern-fragments/), with the
// terms in the explicit representation of the Hydra Core Vocabulary
// (https://www.hydra-cg.com/spec/latest/core/).
//
// A variable that stands at two places of a pattern matches the same term at both. Blank
// nodes are replaced by IRIs as in RDF 1.1 Concepts section 3.5, and can be asked for
// by these.
//
// The package keeps nothing between requests: where a page ends is in the address of the
// next one.
package fragments

import (
	"fmt"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/sparql/dataset"
)

// The limits on a request and a page.
const (
	// PageSize is the number of quads on a page.
	PageSize = 100
	// maxCounts bounds how many quads of the store are looked at to count a fragment.
	maxCounts = 1000
	// maxBytes bounds the texts of a page, beyond its first quad.
	maxBytes = 4 << 20
	// maxScanned bounds how many quads of the store are looked at for a page, most of
	// which may repeat others. A page may end early for it.
	maxScanned = 50_000
)

// Names are the IRIs of what fragments are parts of.
type Names struct {
	// Dataset is the void:Dataset.
	Dataset rdf.IRI
	// Default is the name of the default graph, Union that of the union of all
	// graphs.
	Default, Union rdf.IRI
	// Nodes gives the blank nodes IRIs.
	Nodes Nodes
}

// Options are the names as those of the datasets that queries are evaluated over, of one store:
// they share what samples of it tell.
func (n Names) Options() dataset.Options {
	return dataset.Options{Labels: n.Nodes.Labels, Default: n.Default, Union: n.Union, Samples: dataset.NewSamples()}
}

// NewNames returns the names for a data set of the given IRI, whose graphs are named
// below service, and whose blank nodes have labels with the given base and IRIs that
// begin with a prefix.
func NewNames(data, service, base, prefix string) (names Names, err error) {
	names.Nodes = Nodes{Prefix: prefix, Labels: dataset.Labels{Base: base}}
	if names.Dataset, err = graph.IRI(data); err != nil {
		return names, err
	}
	if names.Default, err = graph.IRI(service + "graphs/default"); err != nil {
		return names, err
	}
	names.Union, err = graph.IRI(service + "graphs/union")
	return names, err
}

// Records returns the dataset that fragments are parts of, of what the reader holds.
func (n Names) Records(reader dataset.Reader) *dataset.Records {
	return dataset.NewRecords(reader, dataset.Options{Labels: n.Nodes.Labels, Default: n.Default, Union: n.Union})
}

// ParameterError says what is wrong with a parameter of a request.
type ParameterError struct{ Name, Reason string }

func (e *ParameterError) Error() string {
	return fmt.Sprintf("The parameter %s is wrong: %s.", e.Name, e.Reason)
}

func wrong(name, format string, args ...any) error {
	return &ParameterError{name, fmt.Sprintf(format, args...)}
}

// scopeOf returns the scope that a graph IRI stands for; every named graph for anything else.
func (n Names) scopeOf(g rdf.Term) dataset.Scope {
	name, ok := g.(rdf.IRI)
	switch {
	case !ok:
		return dataset.Each()
	case name == n.Default:
		return dataset.Default()
	case name == n.Union:
		return dataset.Union()
	}
	return dataset.Named(name)
}
