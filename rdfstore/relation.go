package rdfstore

import (
	"context"
	"iter"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// Relation is the number of a relation between an entity and an IRI. What it
// stands for, the Derivation knows.
type Relation uint32

// Related says that an entity stands in the relation By to the IRI To.
type Related struct {
	To rdf.IRI
	By Relation
}

// Derivation finds relations that a graph implies and that no quad pattern
// asks for, such as that of a person to the place of birth, which two triples
// and a blank node lead to. A store that is given one keeps its relations in
// step with the graphs, in the same commit. The zero value derives nothing.
type Derivation struct {
	// Version stands for what Of computes; it is not empty where there is an Of.
	// A store whose relations come from another version has to derive them anew
	// before it answers.
	Version string
	// Of returns the relations in which the entity of a graph stands to IRIs, in
	// any order; one that is repeated counts once. It depends on nothing but
	// the graph, and may be called by many goroutines.
	Of func(g *graph.Graph) []Related
}

// Relations returns what Of does, nothing where there is no Of.
func (d Derivation) Relations(g *graph.Graph) []Related {
	if d.Of == nil {
		return nil
	}
	return d.Of(g)
}

// RelationCount is the number of entities that stand in a relation to an IRI.
type RelationCount struct {
	Relation Relation
	Count    uint64
}

// Relations is the part of a store that answers for derived relations. A store
// that was opened without a Derivation knows of none.
type Relations interface {
	// Relations returns the relations in which entities stand to the IRI, in
	// order of their numbers, each with the number of entities. It costs no
	// more for an IRI with a hundred thousand entities than for one with ten.
	Relations(ctx context.Context, to rdf.IRI) ([]RelationCount, error)

	// Related yields the names of the entities that stand in the relation to
	// the IRI, without the first skip of them. The order is stable, that in which
	// the entities came to be: a change of an entity does not move it, and new
	// ones come last. One that is deleted and created again comes last too, or
	// where it was if that happens at once.
	Related(ctx context.Context, to rdf.IRI, by Relation, skip uint64) iter.Seq2[rdf.IRI, error]
}
