package foreign

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/knakk/rdf"
	rdflibgo "github.com/tggo/goRDFlib"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
)

// adds returns a parser that adds one triple with the object.
func adds(object rdflibgo.Term) func(*rdflibgo.Graph) error {
	return func(g *rdflibgo.Graph) error {
		g.Add(rdflibgo.NewURIRefUnsafe("x:s"), rdflibgo.NewURIRefUnsafe("x:p"), object)
		return nil
	}
}

func TestTerms(t *testing.T) {
	tagged, err := graph.Tagged("a", "en-gb")
	if err != nil {
		t.Fatal(err)
	}
	datatype, err := graph.IRI("x:t")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		term rdflibgo.Term
		want rdf.Object
	}{
		{rdflibgo.NewURIRefUnsafe("x:t"), datatype},
		{rdflibgo.NewURIRefUnsafe("made:up"), datatype},
		{rdflibgo.NewBNode("La"), blank("a")},
		{rdflibgo.NewBNode("N1"), blank("-0")},
		{rdflibgo.NewLiteral("a"), graph.String("a")},
		{rdflibgo.NewLiteral("a", rdflibgo.WithLang("en-GB")), tagged},
		{rdflibgo.NewLiteral("a", rdflibgo.WithDatatype(rdflibgo.NewURIRefUnsafe("x:t"))), graph.Typed("a", datatype)},
	}
	for _, test := range tests {
		p := Parser{Format: "test", Rename: map[string]string{"made:up": "x:t"}}
		quads, err := p.Graph(t.Context(), adds(test.term))
		if err != nil || len(quads) != 1 || quads[0].Obj != test.want || quads[0].Ctx != nil {
			t.Errorf("%s is read as %v, error %v, want %v", test.term.N3(), quads, err, test.want)
		}
	}
}

func TestTermsRefused(t *testing.T) {
	iri := rdflibgo.NewURIRefUnsafe
	for _, term := range []rdflibgo.Term{
		iri("relative"),
		iri("x:a b"),
		iri(""),
		rdflibgo.NewTripleTerm(iri("x:s"), iri("x:p"), iri("x:o")),
		rdflibgo.NewLiteral("a", rdflibgo.WithLang("en"), rdflibgo.WithDir("ltr")),
		rdflibgo.NewLiteral("a", rdflibgo.WithDatatype(iri("relative"))),
		rdflibgo.NewLiteral("a", rdflibgo.WithDatatype(rdflibgo.RDFLangString)),
	} {
		p := Parser{Format: "test"}
		quads, err := p.Graph(t.Context(), adds(term))
		var syntax *serialize.SyntaxError
		if !errors.As(err, &syntax) || quads != nil {
			t.Errorf("%s is read as %v, error %v", term.N3(), quads, err)
		}
	}
}

// A panic of the library is an error about the document, and a message of its
// own keeps the line.
func TestFaults(t *testing.T) {
	for _, test := range []struct {
		parse func(*rdflibgo.Graph) error
		want  serialize.SyntaxError
	}{
		{func(*rdflibgo.Graph) error { panic("index out of range") }, serialize.SyntaxError{Reason: "the parser failed on the document: index out of range"}},
		{func(*rdflibgo.Graph) error { return errors.New("turtle parse error at line 12: expected ']'") }, serialize.SyntaxError{Line: 12, Reason: "expected ']'"}},
		{func(*rdflibgo.Graph) error { return errors.New("rdf/xml: no") }, serialize.SyntaxError{Reason: "no"}},
		{func(*rdflibgo.Graph) error { return fmt.Errorf("something else") }, serialize.SyntaxError{Reason: "something else"}},
	} {
		p := Parser{Format: "test"}
		_, err := p.Graph(t.Context(), test.parse)
		var syntax *serialize.SyntaxError
		if !errors.As(err, &syntax) || syntax.Format != "test" || syntax.Line != test.want.Line || syntax.Reason != test.want.Reason {
			t.Errorf("error is %v, want %v", err, &test.want)
		}
	}
}

// A parser that does not stop by itself is stopped when the context ends.
func TestContextStopsParser(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := Parser{Format: "test"}
	_, err := p.Graph(ctx, func(g *rdflibgo.Graph) error {
		for i := 0; ; i++ {
			if i == 10 {
				cancel()
			}
			g.Add(rdflibgo.NewURIRefUnsafe("x:s"), rdflibgo.NewURIRefUnsafe("x:p"), rdflibgo.NewLiteral(i))
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want context.Canceled", err)
	}
}

// No document yields more triples than a graph may have.
func TestTooManyTriples(t *testing.T) {
	p := Parser{Format: "test"}
	iri := rdflibgo.NewURIRefUnsafe("x:p")
	_, err := p.Graph(t.Context(), func(g *rdflibgo.Graph) error {
		for range graph.MaxTriples + 1 {
			g.Add(iri, iri, iri)
		}
		return nil
	})
	if !errors.Is(err, graph.ErrTooLarge) {
		t.Errorf("error is %v, want graph.ErrTooLarge", err)
	}
}

// Nodes without a label keep apart when a document is parsed in pieces, and
// labelled ones do not.
func TestPieces(t *testing.T) {
	p := Parser{Format: "test"}
	seen := map[rdf.Object]int{}
	for range 3 {
		for _, node := range []rdflibgo.BNode{rdflibgo.NewBNode(), rdflibgo.NewBNode("La")} {
			quads, err := p.Graph(t.Context(), adds(node))
			if err != nil {
				t.Fatal(err)
			}
			seen[quads[0].Obj]++
		}
	}
	if len(seen) != 4 || seen[blank("a")] != 3 {
		t.Errorf("seen %v", seen)
	}
}

// Made-up nodes that no grammar allows, such as a cycle of them, lose nothing.
func TestOddNodes(t *testing.T) {
	a, b := rdflibgo.NewBNode(), rdflibgo.NewBNode()
	p := Parser{Format: "test"}
	quads, err := p.Graph(t.Context(), func(g *rdflibgo.Graph) error {
		iri := rdflibgo.NewURIRefUnsafe("x:p")
		g.Add(a, iri, b)
		g.Add(b, iri, a)
		g.Add(iri, iri, iri)
		return nil
	})
	if err != nil || len(quads) != 3 {
		t.Errorf("quads are %v, error %v", quads, err)
	}
}

func TestDataset(t *testing.T) {
	p := Parser{Format: "test"}
	s, g := rdflibgo.NewURIRefUnsafe("x:s"), rdflibgo.NewURIRefUnsafe("x:g")
	quads, empty, err := p.Dataset(t.Context(), func(ds *rdflibgo.Dataset) error {
		ds.DefaultContext().Add(s, s, s)
		ds.Graph(g).Add(s, s, s)
		ds.Graph(rdflibgo.NewURIRefUnsafe("x:empty"))
		return nil
	})
	if err != nil || len(quads) != 2 || quads[0].Ctx != nil || quads[1].Ctx.String() != "x:g" {
		t.Errorf("quads are %v, error %v", quads, err)
	}
	if len(empty) != 1 || empty[0].String() != "x:empty" {
		t.Errorf("graphs without quads are %v, want x:empty", empty)
	}
}

func TestReadAll(t *testing.T) {
	if got, err := ReadAll(t.Context(), strings.NewReader("\ufeffabc"), 6); err != nil || string(got) != "abc" {
		t.Errorf("read %q, error %v", got, err)
	}
	if _, err := ReadAll(t.Context(), strings.NewReader("abc"), 2); !errors.Is(err, graph.ErrTooLarge) {
		t.Errorf("error beyond the limit is %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	endless := io.MultiReader(strings.NewReader("a"), readerFunc(func(p []byte) (int, error) {
		cancel()
		return len(p), nil
	}))
	if _, err := ReadAll(ctx, endless, 1<<40); !errors.Is(err, context.Canceled) {
		t.Errorf("error after the context's end is %v", err)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
