// Package formattest tests implementations of RDF formats, as testing/fstest
// tests file systems. Every format that writes and reads graphs runs it:
//
//	func TestConformance(t *testing.T) { formattest.Run(t, nquads.NQuads()) }
//
// It asks that nothing be lost: what a format writes, it reads again as the
// same graph (RDF 1.1 Concepts section 3.6), and what it cannot write, it
// refuses before the first byte.
package formattest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
)

// Run tests the format, which must have an encoder and a decoder.
func Run(t *testing.T, f *serialize.Format) {
	t.Run("graphs", func(t *testing.T) { testGraphs(t, f) })
	t.Run("random graphs", func(t *testing.T) { testRandom(t, f) })
	t.Run("bad graphs", func(t *testing.T) { testBadGraphs(t, f) })
	t.Run("several graphs", func(t *testing.T) { testSeveral(t, f) })
	t.Run("names", func(t *testing.T) { testNames(t, f) })
	t.Run("faulty readers", func(t *testing.T) { testReaders(t, f) })
	t.Run("faulty writers", func(t *testing.T) { testWriters(t, f) })
	t.Run("limits", func(t *testing.T) { testLimits(t, f) })
}

// Write writes one document of the graphs.
func Write(f *serialize.Format, graphs ...*graph.Graph) ([]byte, error) {
	var b bytes.Buffer
	e := f.NewEncoder(&b)
	for _, g := range graphs {
		if err := e.Encode(g); err != nil {
			return b.Bytes(), err
		}
	}
	err := e.Close()
	return b.Bytes(), err
}

// Read reads every graph of a document, up to the first error.
func Read(f *serialize.Format, document []byte, o serialize.DecodeOptions) ([]*graph.Graph, error) {
	return read(context.Background(), f, bytes.NewReader(document), o)
}

func read(ctx context.Context, f *serialize.Format, r io.Reader, o serialize.DecodeOptions) ([]*graph.Graph, error) {
	var graphs []*graph.Graph
	for g, err := range f.Decode(ctx, r, o) {
		if err != nil {
			return graphs, err
		}
		graphs = append(graphs, g)
	}
	return graphs, nil
}

// applies reports whether the format writes g.
func applies(f *serialize.Format, g *graph.Graph) bool { return f.Applies == nil || f.Applies(g) }

func testGraphs(t *testing.T, f *serialize.Format) {
	written := 0
	for name, g := range Graphs() {
		t.Run(name, func(t *testing.T) {
			if !applies(f, g) {
				refused(t, f, g)
				return
			}
			written++
			if err := RoundTrip(f, g); err != nil {
				t.Error(err)
			}
		})
	}
	if written < len(Graphs())/2 {
		t.Errorf("the format writes %d of %d graphs only", written, len(Graphs()))
	}
}

func testRandom(t *testing.T, f *serialize.Format) {
	for seed := range uint64(100) {
		g := Random(rand.New(rand.NewPCG(seed, 1)))
		if !applies(f, g) {
			refused(t, f, g)
			continue
		}
		if err := RoundTrip(f, g); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// refused asks that the encoder refuse g and write nothing of it.
func refused(t *testing.T, f *serialize.Format, g *graph.Graph) {
	t.Helper()
	document, err := Write(f, g)
	if err == nil {
		t.Errorf("Applies is false, but the graph was written:\n%s", document)
	}
	if len(document) > 0 {
		t.Errorf("part of a refused graph was written:\n%s", document)
	}
}

// RoundTrip writes g, reads it, and tells what was lost. It also asks that the
// document depend on the graph alone and survive being read and written again.
func RoundTrip(f *serialize.Format, g *graph.Graph) error {
	document, err := Write(f, g)
	if err != nil {
		return fmt.Errorf("writing: %w", err)
	}
	if again, _ := Write(f, g); !bytes.Equal(again, document) {
		return fmt.Errorf("the same graph was written in two ways:\n%s\n%s", document, again)
	}
	graphs, err := Read(f, document, serialize.DecodeOptions{Name: g.Name})
	if err != nil {
		return fmt.Errorf("reading: %w\n%s", err, document)
	}
	if len(graphs) != 1 {
		return fmt.Errorf("%d graphs read, 1 written:\n%s", len(graphs), document)
	}
	if graphs[0].Name != g.Name {
		return fmt.Errorf("name is %s, want %s", graphs[0].Name, g.Name)
	}
	if graphs[0].Source.MediaType != f.MediaType {
		return fmt.Errorf("Source.MediaType is %q, want %q", graphs[0].Source.MediaType, f.MediaType)
	}
	if !graph.Isomorphic(graphs[0].Triples, g.Triples) {
		return fmt.Errorf("another graph was read:\n%s\nwritten:\n%v\nread:\n%v", document, g.Triples, graphs[0].Triples)
	}
	if again, err := Write(f, graphs[0]); !bytes.Equal(again, document) {
		return fmt.Errorf("read and written again, it differs (error %v):\n%s\n%s", err, document, again)
	}
	return nil
}

func testBadGraphs(t *testing.T, f *serialize.Format) {
	broken := NewBuilder().Add(Subject, "https://museum.example/p", graph.String("a\xffb"))
	untagged := NewBuilder().Add(Subject, "https://museum.example/p", graph.Typed("x", graph.LangString))
	unnamed := NewBuilder().Add(Subject, "https://museum.example/p", graph.String("x")).Graph()
	unnamed.Name = rdf.IRI{}
	for _, g := range []*graph.Graph{broken.Graph(), untagged.Graph(), unnamed} {
		document, err := Write(f, g)
		if !errors.Is(err, graph.ErrTerm) {
			t.Errorf("error is %v, want graph.ErrTerm", err)
		}
		if len(document) > 0 {
			t.Errorf("part of a bad graph was written: %s", document)
		}
	}
}

func testSeveral(t *testing.T, f *serialize.Format) {
	first := NewBuilder().Add(Subject, "https://museum.example/p", Blank(0)).Add(Blank(0), "https://museum.example/q", graph.String("1")).Graph()
	second := NewBuilder().Add(Subject, "https://museum.example/p", Blank(0)).Add(Blank(0), "https://museum.example/q", graph.String("2")).Graph()
	second.Name = IRI("https://museum.example/second")
	document, err := Write(f, first, second)
	if !f.Dataset {
		if !errors.Is(err, serialize.ErrOneGraph) {
			t.Errorf("error for a second graph is %v, want ErrOneGraph", err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	graphs, err := Read(f, document, serialize.DecodeOptions{})
	if err != nil {
		t.Fatalf("%v\n%s", err, document)
	}
	if len(graphs) != 2 {
		t.Fatalf("%d graphs read, 2 written:\n%s", len(graphs), document)
	}
	for i, want := range []*graph.Graph{first, second} {
		if graphs[i].Name != want.Name || !graph.Isomorphic(graphs[i].Triples, want.Triples) {
			t.Errorf("graph %d is not the one written:\n%s", i, document)
		}
	}
	again, err := Write(f, graphs...)
	if err != nil || !bytes.Equal(again, document) {
		t.Errorf("read and written again, it differs (error %v):\n%s\n%s", err, document, again)
	}
}

func testNames(t *testing.T, f *serialize.Format) {
	if f.Dataset {
		return
	}
	root := NewBuilder().
		Add(IRI("https://museum.example/part"), "https://museum.example/p", graph.String("x")).
		Add(Subject, "https://museum.example/p", IRI("https://museum.example/part")).Graph()
	document, err := Write(f, root)
	if err != nil {
		t.Fatal(err)
	}
	graphs, err := Read(f, document, serialize.DecodeOptions{})
	if err != nil || graphs[0].Name != Subject {
		t.Errorf("the root was not found (error %v)", err)
	}
	other := IRI("https://museum.example/other")
	graphs, err = Read(f, document, serialize.DecodeOptions{Name: other})
	if err != nil || graphs[0].Name != other {
		t.Errorf("the name asked for was not given (error %v)", err)
	}
	two := NewBuilder().
		Add(Subject, "https://museum.example/p", graph.String("x")).
		Add(other, "https://museum.example/p", graph.String("x")).Graph()
	if document, err = Write(f, two); err != nil {
		t.Fatal(err)
	}
	if _, err = Read(f, document, serialize.DecodeOptions{}); !errors.Is(err, serialize.ErrRoot) {
		t.Errorf("error for two roots is %v, want ErrRoot", err)
	}
}

func testReaders(t *testing.T, f *serialize.Format) {
	g := NewBuilder().Add(Subject, "https://museum.example/p", graph.String("Größe")).Graph()
	document, err := Write(f, g)
	if err != nil {
		t.Fatal(err)
	}
	graphs, err := read(context.Background(), f, iotest.OneByteReader(bytes.NewReader(document)), serialize.DecodeOptions{Name: g.Name})
	if err != nil || len(graphs) != 1 || !graph.Isomorphic(graphs[0].Triples, g.Triples) {
		t.Errorf("byte by byte, it is read as %v, error %v", graphs, err)
	}
	if _, err := Read(f, append([]byte("\ufeff"), document...), serialize.DecodeOptions{Name: g.Name}); err != nil {
		t.Errorf("a byte order mark is refused: %v", err)
	}
	if graphs, err := Read(f, bytes.ReplaceAll(document, []byte("ß"), []byte("\xdf")), serialize.DecodeOptions{Name: g.Name}); err == nil {
		t.Errorf("invalid UTF-8 was read as %v", graphs)
	}
	broken := errors.New("the disk is on fire")
	reader := io.MultiReader(bytes.NewReader(document[:len(document)/2]), iotest.ErrReader(broken))
	if graphs, err := read(context.Background(), f, reader, serialize.DecodeOptions{Name: g.Name}); !errors.Is(err, broken) {
		t.Errorf("a broken reader gives %v, error %v", graphs, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if graphs, err := read(ctx, f, bytes.NewReader(document), serialize.DecodeOptions{Name: g.Name}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the context's end it is read as %v, error %v", graphs, err)
	}
	for range f.Decode(context.Background(), bytes.NewReader(document), serialize.DecodeOptions{Name: g.Name}) {
		break // must not panic
	}
}

// failingWriter fails after n bytes.
type failingWriter struct{ n int }

var errFull = errors.New("no space left")

func (w *failingWriter) Write(p []byte) (int, error) {
	if len(p) > w.n {
		n := w.n
		w.n = 0
		return n, errFull
	}
	w.n -= len(p)
	return len(p), nil
}

func testWriters(t *testing.T, f *serialize.Format) {
	b := NewBuilder()
	for i := range 4000 {
		b.Add(Subject, "https://museum.example/p", graph.String(fmt.Sprint("value ", i)))
	}
	g := b.Graph()
	document, err := Write(f, g)
	if err != nil {
		t.Fatal(err)
	}
	for _, room := range []int{0, 1, 5000, len(document) / 2, len(document) - 1} {
		e := f.NewEncoder(&failingWriter{n: room})
		err := e.Encode(g)
		if closing := e.Close(); err == nil {
			err = closing
		}
		if !errors.Is(err, errFull) {
			t.Errorf("after %d bytes the error is %v, want the writer's", room, err)
		}
	}
}

func testLimits(t *testing.T, f *serialize.Format) {
	g := NewBuilder().Add(Subject, "https://museum.example/p", graph.String(strings.Repeat("a", 5000))).Graph()
	document, err := Write(f, g)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Read(f, document, serialize.DecodeOptions{Name: g.Name, MaxBytes: 1000}); !errors.Is(err, graph.ErrTooLarge) {
		t.Errorf("the error beyond MaxBytes is %v, want graph.ErrTooLarge", err)
	}
	if _, err := Read(f, document, serialize.DecodeOptions{Name: g.Name, MaxBytes: int64(len(document))}); err != nil {
		t.Errorf("a document of MaxBytes is refused: %v", err)
	}
	endless := &repeater{}
	reader := io.MultiReader(bytes.NewReader(document[:len(document)/2]), endless)
	if _, err := read(context.Background(), f, reader, serialize.DecodeOptions{Name: g.Name, MaxBytes: 10_000}); !errors.Is(err, graph.ErrTooLarge) {
		t.Errorf("the error of a literal without end is %v, want graph.ErrTooLarge", err)
	}
	if endless.read > repeaterEnd/2 {
		t.Errorf("%d bytes were read with a limit of 10000", endless.read)
	}
	long := NewBuilder().Add(Subject, "https://museum.example/p", graph.String(strings.Repeat("é", 1<<19))).Graph()
	if err := RoundTrip(f, long); err != nil {
		t.Errorf("a literal of 1 MiB: %.300v", err)
	}
}

// repeater reads as the letter a without end, or nearly so.
type repeater struct{ read int }

const repeaterEnd = 8 << 20

func (r *repeater) Read(p []byte) (int, error) {
	if r.read > repeaterEnd {
		return 0, io.EOF
	}
	for i := range p {
		p[i] = 'a'
	}
	r.read += len(p)
	return len(p), nil
}
