package foreign

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/knakk/rdf"
	rdflibgo "github.com/tggo/goRDFlib"

	"vitrine/rdfstore/graph"
)

// recorder is the library's store: it takes triples and gives none back. It
// binds no prefixes either, so that a document uses none but its own.
type recorder struct {
	ctx   context.Context
	quads []rdf.Quad
	// iris holds the IRIs already checked, for they repeat.
	iris map[string]rdf.IRI
	// rename is Parser.Rename.
	rename map[string]string
	// made numbers the blank nodes that have no label in the document, going on
	// from those before.
	made   map[string]rdf.Blank
	before int
}

// defaultGraph is the identifier of the graph of triples without a name. No
// document can have it, since it is no absolute IRI.
var defaultGraph = rdflibgo.NewURIRefUnsafe("")

// abort ends a parser, whose calls to the store have no way to return an error.
type abort struct{ err error }

// addsPerCheck is how many triples are taken between two looks at the context.
const addsPerCheck = 1024

// Add implements store.Store. It panics with an abort.
func (s *recorder) Add(t rdflibgo.Triple, name rdflibgo.Term) {
	if len(s.quads)%addsPerCheck == 0 && s.ctx.Err() != nil {
		panic(abort{s.ctx.Err()})
	}
	if len(s.quads) == graph.MaxTriples {
		panic(abort{fmt.Errorf("%w: more than %d triples", graph.ErrTooLarge, graph.MaxTriples)})
	}
	q, err := s.quad(t, name)
	if err != nil {
		panic(abort{err})
	}
	s.quads = append(s.quads, q)
}

func (s *recorder) quad(t rdflibgo.Triple, name rdflibgo.Term) (q rdf.Quad, err error) {
	if q.Subj, err = s.node(t.Subject); err != nil {
		return q, err
	}
	if q.Pred, err = s.iri(t.Predicate.Value()); err != nil {
		return q, err
	}
	if q.Obj, err = s.object(t.Object); err != nil {
		return q, err
	}
	q.Ctx, err = s.graphName(name)
	return q, err
}

func (s *recorder) graphName(name rdflibgo.Term) (rdf.Context, error) {
	if name == rdflibgo.Term(defaultGraph) {
		return nil, nil
	}
	return s.node(name)
}

// node returns an IRI or a blank node.
func (s *recorder) node(t rdflibgo.Term) (rdf.Subject, error) {
	switch t := t.(type) {
	case rdflibgo.URIRef:
		return s.iri(t.Value())
	case rdflibgo.BNode:
		return s.blank(t.Value()), nil
	default:
		return nil, fmt.Errorf("%w: %s can be neither a subject nor a graph name", graph.ErrTerm, t)
	}
}

func (s *recorder) object(t rdflibgo.Term) (rdf.Object, error) {
	switch t := t.(type) {
	case rdflibgo.URIRef:
		return s.iri(t.Value())
	case rdflibgo.BNode:
		return s.blank(t.Value()), nil
	case rdflibgo.Literal:
		return s.literal(t)
	default:
		return nil, errors.New("a triple term (RDF 1.2) cannot be kept; Vitrine's graphs are RDF 1.1")
	}
}

func (s *recorder) iri(value string) (rdf.IRI, error) {
	if iri, ok := s.iris[value]; ok {
		return iri, nil
	}
	name := value
	if renamed, ok := s.rename[value]; ok {
		name = renamed
	}
	iri, err := graph.IRI(name)
	if err != nil {
		return rdf.IRI{}, err
	}
	s.iris[value] = iri
	return iri, nil
}

// blank keeps a label of the document, and numbers the nodes that have none
// with labels that no document can have.
func (s *recorder) blank(value string) rdf.Blank {
	if label, ok := strings.CutPrefix(value, Labelled); ok {
		return blank(label)
	}
	b, ok := s.made[value]
	if !ok {
		b = blank(madeUp + strconv.Itoa(s.before+len(s.made)))
		s.made[value] = b
	}
	return b
}

// madeUp begins the labels of blank nodes that have none in the document. In no
// syntax can a label begin so.
const madeUp = "-"

func blank(label string) rdf.Blank {
	b, _ := rdf.NewBlank(label) // fails for an empty label only
	return b
}

func (s *recorder) literal(l rdflibgo.Literal) (rdf.Literal, error) {
	switch {
	case l.Dir() != "":
		return rdf.Literal{}, errors.New("a base direction (RDF 1.2) cannot be kept; Vitrine's graphs are RDF 1.1")
	case l.Language() != "":
		return graph.Tagged(l.Lexical(), l.Language())
	}
	datatype, err := s.iri(l.Datatype().Value())
	if err != nil {
		return rdf.Literal{}, err
	}
	if datatype == graph.LangString {
		return rdf.Literal{}, fmt.Errorf("%w: a literal of datatype rdf:langString needs a language tag", graph.ErrTerm)
	}
	return graph.Typed(l.Lexical(), datatype), nil
}

// The rest of store.Store is not used by parsers.

func (s *recorder) AddN(quads []rdflibgo.Quad) {
	for _, q := range quads {
		s.Add(q.Triple, q.Graph)
	}
}

func (s *recorder) Set(t rdflibgo.Triple, name rdflibgo.Term)    { s.Add(t, name) }
func (s *recorder) Remove(rdflibgo.TriplePattern, rdflibgo.Term) {}
func (s *recorder) Len(rdflibgo.Term) int                        { return len(s.quads) }
func (s *recorder) Bind(string, rdflibgo.URIRef)                 {}
func (s *recorder) Namespace(string) (rdflibgo.URIRef, bool)     { return rdflibgo.URIRef{}, false }
func (s *recorder) Prefix(rdflibgo.URIRef) (string, bool)        { return "", false }
func (s *recorder) Namespaces() rdflibgo.NamespaceIterator {
	return func(func(string, rdflibgo.URIRef) bool) {}
}
func (s *recorder) Contexts(*rdflibgo.Triple) rdflibgo.TermIterator {
	return func(func(rdflibgo.Term) bool) {}
}
func (s *recorder) ContextAware() bool     { return true }
func (s *recorder) TransactionAware() bool { return false }
func (s *recorder) Triples(rdflibgo.TriplePattern, rdflibgo.Term) rdflibgo.TripleIterator {
	return func(func(rdflibgo.Triple) bool) {}
}
