package jsonld

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	ldcontext "vitrine/context"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
)

// seeds adds the records of the rules and of testdata to a fuzz target.
func seeds(f *testing.F) {
	f.Helper()
	for _, rule := range rules {
		f.Add([]byte(rule.text))
	}
	files, err := filepath.Glob("../../testdata/records/*/*.json")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
}

// FuzzRead: no text makes the reader panic or hang, and every refusal is one of
// the errors that callers know.
func FuzzRead(f *testing.F) {
	seeds(f)
	p := testProcessor()
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1<<16 {
			return
		}
		g, err := p.Read(context.Background(), text, serialize.DecodeOptions{Base: testBase})
		if err != nil {
			var syntax *serialize.SyntaxError
			if !errors.As(err, &syntax) && !errors.Is(err, ldcontext.ErrUnknown) && !errors.Is(err, graph.ErrTerm) && !errors.Is(err, graph.ErrTooLarge) {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		if err := g.Check(); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzReadWriteRead: what is read and written is read again as the same graph
// and written as the same document.
func FuzzReadWriteRead(f *testing.F) {
	seeds(f)
	p := testProcessor()
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1<<14 {
			return
		}
		g, err := p.Read(context.Background(), text, serialize.DecodeOptions{Base: testBase})
		if err != nil {
			return
		}
		written := mustAppend(t, p, g)
		again := mustRead(t, p, written)
		if len(g.Triples) <= 64 && !graph.Isomorphic(g.Triples, again.Triples) {
			t.Fatalf("the graphs differ:\n%s\n%s", text, written)
		}
		if g.Source.Layout == nil {
			return
		}
		if twice := mustAppend(t, p, again); string(twice) != string(written) {
			t.Fatalf("written\n%s\nthen\n%s", written, twice)
		}
		bare := &graph.Graph{Name: g.Name, Triples: g.Triples}
		framed := mustAppend(t, p, bare)
		if got := mustRead(t, p, framed); len(g.Triples) <= 64 && !graph.Isomorphic(g.Triples, got.Triples) {
			t.Fatalf("framing changes the graph:\n%s\n%s", text, framed)
		}
	})
}
