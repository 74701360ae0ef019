package formattest

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/knakk/rdf"
	rdflibgo "github.com/tggo/goRDFlib"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
)

// Oracle is a parser of goRDFlib, which adds the triples of a document, of all
// its graphs together.
type Oracle func(g *rdflibgo.Graph, document io.Reader) error

// Differ compares what the decoder of a format makes of documents with what the
// oracle does: of the graphs of this package as the format writes them, and of
// more documents, whose base is https://museum.example/base/.
func Differ(t *testing.T, f *serialize.Format, oracle Oracle, documents ...string) {
	for _, document := range append(written(f), documents...) {
		graphs, err := Read(f, []byte(document), serialize.DecodeOptions{Name: Subject, Base: ex + "base/"})
		if err != nil {
			t.Errorf("%v\n%s", err, document)
			continue
		}
		want, err := oracle.triples([]byte(document))
		if err != nil {
			t.Errorf("the oracle: %v\n%s", err, document)
			continue
		}
		if got := together(graphs); !graph.Isomorphic(got, want) {
			t.Errorf("read %v, the oracle %v:\n%s", got, want, document)
		}
	}
}

// written returns documents of the format: one of each graph of this package, or
// where it takes several, of that and another.
func written(f *serialize.Format) (documents []string) {
	add := func(graphs ...*graph.Graph) {
		if document, err := Write(f, graphs...); err == nil && applies(f, graphs[0]) {
			documents = append(documents, string(document))
		}
	}
	for _, g := range Graphs() {
		if len(g.Triples) < 100 { // the oracle recurses, and comparing takes long
			add(g)
		}
	}
	for seed := range uint64(100) {
		g, other := Random(rand.New(rand.NewPCG(seed, 3))), Random(rand.New(rand.NewPCG(seed, 4)))
		other.Name = IRI(ex + "other")
		if f.Dataset {
			add(g, other)
		} else {
			add(g)
		}
	}
	return documents
}

// together returns the triples of all graphs, whose blank nodes are kept apart.
func together(graphs []*graph.Graph) (all []rdf.Triple) {
	for i, g := range graphs {
		apart := func(t rdf.Term) rdf.Term {
			if b, ok := t.(rdf.Blank); ok {
				t, _ = graph.Blank(fmt.Sprintf("g%d%s", i, b)) // fails for an empty label only
			}
			return t
		}
		for _, t := range g.Triples {
			all = append(all, rdf.Triple{Subj: apart(t.Subj).(rdf.Subject), Pred: t.Pred, Obj: apart(t.Obj).(rdf.Object)})
		}
	}
	return graph.Dedup(all)
}

func (parse Oracle) triples(document []byte) (triples []rdf.Triple, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("it panics: %v", cause)
		}
	}()
	g := rdflibgo.NewGraph()
	if err := parse(g, bytes.NewReader(document)); err != nil {
		return nil, err
	}
	for t := range g.Triples(nil, nil, nil) {
		subject, ok := fromOracle(t.Subject).(rdf.Subject)
		predicate, also := fromOracle(t.Predicate).(rdf.Predicate)
		if !ok || !also {
			return nil, fmt.Errorf("the triple %v is not one of RDF 1.1", t)
		}
		triples = append(triples, rdf.Triple{Subj: subject, Pred: predicate, Obj: fromOracle(t.Object)})
	}
	return triples, nil
}

// fromOracle returns a term of the oracle as one of ours.
func fromOracle(t rdflibgo.Term) rdf.Object {
	switch t := t.(type) {
	case rdflibgo.URIRef:
		return IRI(t.Value())
	case rdflibgo.BNode:
		b, _ := graph.Blank(t.Value()) // fails for an empty label only
		return b
	case rdflibgo.Literal:
		if t.Language() != "" {
			return Tagged(t.Lexical(), t.Language())
		}
		return graph.Typed(t.Lexical(), IRI(t.Datatype().Value()))
	}
	return nil
}
