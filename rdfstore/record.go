package rdfstore

import (
	"context"
	"iter"

	"github.com/knakk/rdf"
)

// Records is what a Snapshot may offer beside Match, for those who ask several
// questions about the graphs that they come by: each is read once, and only the terms
// that are asked for are made. It answers as Match does, and where a Snapshot does not
// offer it, Match does for it.
type Records interface {
	// Record returns the graph of the name. The error wraps ErrNotFound where there is
	// none.
	Record(ctx context.Context, name rdf.IRI) (Record, error)

	// Records yields the graphs that have quads of the pattern, with the numbers of
	// their triples that match it: together the quads that Match yields. A graph may
	// come again with other numbers.
	Records(ctx context.Context, p Pattern) iter.Seq2[Found, error]
}

// Objects is what a Snapshot may offer beside Records for those who need not see all graphs. An
// object that many state is found once, and not with each of them.
type Objects interface {
	// Popular returns objects of quads with a predicate that many graphs state, but no blank
	// nodes. There may be none, and some that only graphs state which the snapshot does not show.
	Popular(ctx context.Context, predicate rdf.Predicate) ([]rdf.Object, error)

	// Beside yields graphs as Records does, among them all that have a quad with the predicate
	// whose object is none of those that Popular returned.
	Beside(ctx context.Context, predicate rdf.Predicate, objects []rdf.Object) iter.Seq2[Found, error]

	// Own yields graphs as Records does of the pattern of a class, among them all that state it
	// of their own entity, of a blank node, or of an IRI that is the name of no graph.
	Own(ctx context.Context, class rdf.Object) iter.Seq2[Found, error]
}

// Ahead is what a Snapshot may offer beside Records where each question is a trip to another
// machine, for those who know many questions before they ask the first.
type Ahead interface {
	// Ahead reads at once, in a few trips, what answers the questions, and keeps it as long
	// as there is room. It changes no answer.
	Ahead(ctx context.Context, ask Questions) error
}

// Questions are what a Snapshot is about to be asked: Has of names, Record of graphs, and the
// beginnings of Records or Match of patterns.
type Questions struct {
	Names, Graphs []rdf.IRI
	Patterns      []Pattern
}

// Record is one graph of a Snapshot, and lasts longer than that. It does not change, and
// may be read by many goroutines at once.
type Record interface {
	Name() rdf.IRI

	// Len returns the number of triples, and Terms that of the terms that are subjects
	// and objects of them. Both are numbered from 0 on.
	Len() int
	Terms() int

	// Ends returns the numbers of the terms that are the subject and the object of a
	// triple.
	Ends(triple int) (subject, object int)

	// Predicate returns the predicate of a triple.
	Predicate(triple int) (rdf.Predicate, error)

	// Term makes the term with the number, and IsBlank tells whether it is a blank node.
	Term(number int) (rdf.Object, error)
	IsBlank(number int) bool

	// IsName tells whether a term is the name of the graph.
	IsName(number int) bool

	// Key returns a text that stands for an IRI or a literal: no other term has it in any
	// record of the store, though a term may have several. It is "" for a blank node, and
	// part of the record's memory.
	Key(number int) string

	// Find appends the numbers of the triples that match the subject, the predicate
	// and the object of the pattern, in which blank nodes are those of the graph.
	Find(numbers []int, p Pattern) []int

	// Size returns about how many bytes the record takes in memory.
	Size() int
}

// Found is a graph with the numbers of those of its triples that match a pattern.
type Found struct {
	Record  Record
	Triples []int
	// Own is the name of a graph where the only such triple is about its entity; Record is then nil.
	// Only Objects.Own gives one.
	Own rdf.IRI
}
