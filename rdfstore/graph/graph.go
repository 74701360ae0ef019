// Package graph holds what the packages of Vitrine hand to each other: one named
// graph, the description of one entity, with the order and nesting of the
// document it was read from.
//
// Its triples are an ordinary RDF 1.1 graph (https://www.w3.org/TR/rdf11-concepts/,
// section 3): a set, here kept in the order in which the document first states
// each. What RDF has no place for, the tree and the spelling of the document,
// is kept beside the triples in Source, and nothing but serialize/jsonld reads it.
//
// The package never parses, stores or serves anything.
package graph

import (
	"bytes"
	"iter"
	"slices"

	"github.com/knakk/rdf"
)

// Graph is one named graph. Its name is the URI of the entity it describes.
//
// Blank nodes are local to the graph: the same label in two graphs means two
// nodes. A Graph is read-only once it is built; several goroutines may then
// read it.
type Graph struct {
	// Name is the entity's URI.
	Name rdf.IRI
	// Triples are in document order, each once.
	Triples []rdf.Triple
	// Source is what the document said beyond its triples.
	Source Source
}

// Source keeps what the document of a graph said that RDF has no place for.
// The zero Source belongs to a graph that was made of bare triples.
type Source struct {
	// MediaType is the type the graph came as, without parameters, such as
	// "application/ld+json" or "text/turtle".
	MediaType string
	// Context is the value of the document's own @context as JSON text, nil
	// where it had none.
	Context []byte
	// Layout is the document layout: its order and nesting, in the form that
	// serialize/jsonld describes; nil for a graph that was not read as JSON-LD.
	Layout []byte
}

// Equal tells whether two sources are the same to the byte.
func (s Source) Equal(o Source) bool {
	return s.MediaType == o.MediaType && bytes.Equal(s.Context, o.Context) && bytes.Equal(s.Layout, o.Layout)
}

// Quads yields the triples of g as quads whose graph is g's name, in order.
func (g *Graph) Quads() iter.Seq[rdf.Quad] {
	return func(yield func(rdf.Quad) bool) {
		for _, t := range g.Triples {
			if !yield(rdf.Quad{Triple: t, Ctx: g.Name}) {
				return
			}
		}
	}
}

// Equal tells whether two graphs have the same name, the same triples in the
// same order with the same blank node labels, and the same source. Graphs that
// differ in labels or order only are compared with Isomorphic.
func (g *Graph) Equal(o *Graph) bool {
	return g.Name == o.Name && slices.Equal(g.Triples, o.Triples) && g.Source.Equal(o.Source)
}

// Classes returns the classes of the entity itself: the IRIs that are rdf:type
// of the graph's name, in order.
func (g *Graph) Classes() []rdf.IRI {
	var classes []rdf.IRI
	for _, t := range g.Triples {
		if p, _ := t.Pred.(rdf.IRI); p != Type {
			continue
		}
		if class, ok := t.Obj.(rdf.IRI); ok && t.Subj == rdf.Subject(g.Name) {
			classes = append(classes, class)
		}
	}
	return classes
}

// FirstClass returns the first class of the entity, the zero IRI where it has none.
func (g *Graph) FirstClass() rdf.IRI {
	if classes := g.Classes(); len(classes) > 0 {
		return classes[0]
	}
	return rdf.IRI{}
}

// Dedup removes repeated triples, keeping the first of each, and returns the
// shortened slice.
func Dedup(triples []rdf.Triple) []rdf.Triple {
	seen := make(map[rdf.Triple]struct{}, len(triples))
	return slices.DeleteFunc(triples, func(t rdf.Triple) bool {
		_, again := seen[t]
		seen[t] = struct{}{}
		return again
	})
}
