// Package foreign parses foreign RDF with goRDFlib, for the formats that are
// read with that library: Turtle, TriG and RDF/XML. It is the only importer of
// the library's terms.
//
// The library is kept behind a recover, and a store of our own takes its
// triples as the parser finds them: in document order, each with its graph, as
// terms made by rdfstore/graph. What our graphs of RDF 1.1 cannot hold, such as
// triple terms and base directions, is an error.
//
// What the library would accept and lose is for the formats to refuse before
// they call it. They also give it absolute IRIs only, resolved by Resolve: the
// library percent-encodes or decodes characters while it resolves.
package foreign

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"github.com/knakk/rdf"
	rdflibgo "github.com/tggo/goRDFlib"

	"vitrine/serialize"
)

// MaxDepth is how deep a document may be nested. The parsers are recursive, and
// a stack that is used up ends the whole process.
const MaxDepth = 500

// MaxGrowth is how many times the limit on a document it may grow to when its
// IRIs are written out in full. A short name can stand for a long IRI.
const MaxGrowth = 4

// Labelled comes before the blank node labels of a document that is given to
// the library, so that they cannot be taken for labels that it makes up.
const Labelled = "L"

// Parser parses one document, in one piece or several.
type Parser struct {
	// Format is the short name of the format, for errors.
	Format string
	// Rename has IRIs to put in the place of others, which formats make up.
	Rename map[string]string
	// made is the number of blank nodes so far that have no label in the
	// document.
	made int
}

// Graph parses one graph with the function, which adds to the graph that it is
// given. The quads are in the default graph.
func (p *Parser) Graph(ctx context.Context, parse func(*rdflibgo.Graph) error) ([]rdf.Quad, error) {
	return p.record(ctx, func(s *recorder) error {
		return parse(rdflibgo.NewGraph(rdflibgo.WithStore(s), rdflibgo.WithIdentifier(defaultGraph)))
	})
}

// Dataset parses a dataset with the function. It also returns the names of the
// graphs that have no quads.
func (p *Parser) Dataset(ctx context.Context, parse func(*rdflibgo.Dataset) error) (quads []rdf.Quad, empty []rdf.Context, err error) {
	var named []rdf.Context
	quads, err = p.record(ctx, func(s *recorder) error {
		ds := rdflibgo.NewDataset(rdflibgo.WithStore(s), rdflibgo.WithIdentifier(defaultGraph))
		if err := parse(ds); err != nil {
			return err
		}
		for g := range ds.Graphs() {
			name, err := s.graphName(g.Identifier())
			if err != nil {
				return err
			}
			named = append(named, name)
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	return quads, withoutQuads(named, quads), nil
}

// withoutQuads returns the named graphs that have none of the quads.
func withoutQuads(named []rdf.Context, quads []rdf.Quad) []rdf.Context {
	full := map[rdf.Context]bool{nil: true}
	for _, q := range quads {
		full[q.Ctx] = true
	}
	return slices.DeleteFunc(named, func(name rdf.Context) bool { return full[name] })
}

// record runs a parser and returns what it adds, in the order in which the
// document is written. A panic of the library is an error about the document.
func (p *Parser) record(ctx context.Context, parse func(*recorder) error) (quads []rdf.Quad, err error) {
	s := &recorder{ctx: ctx, iris: map[string]rdf.IRI{}, rename: p.Rename, made: map[string]rdf.Blank{}, before: p.made}
	defer func() {
		p.made += len(s.made)
		cause := recover()
		if cause == nil {
			return
		}
		quads = nil
		if stop, ok := cause.(abort); ok {
			err = syntaxError(p.Format, stop.err)
			return
		}
		err = &serialize.SyntaxError{Format: p.Format, Reason: fmt.Sprintf("the parser failed on the document: %v", cause)}
	}()
	if err := parse(s); err != nil {
		return nil, syntaxError(p.Format, err)
	}
	return preorder(s.quads), nil
}

// faultLine finds the line in a message of the library, and the words before.
var faultLine = regexp.MustCompile(`^(?:.*\bline (\d+):|rdf/xml:) *`)

// syntaxError says what a parser or the recorder found wrong.
func syntaxError(format string, err error) error {
	var syntax *serialize.SyntaxError
	if errors.As(err, &syntax) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	out := &serialize.SyntaxError{Format: format, Reason: err.Error(), Err: err}
	if m := faultLine.FindStringSubmatch(err.Error()); m != nil {
		out.Line, _ = strconv.Atoi(m[1])
		out.Reason = err.Error()[len(m[0]):]
	}
	return out
}
