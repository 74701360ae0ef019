package formattest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
)

// FuzzDecode feeds documents to the decoder, beginning with the seeds. It must
// not panic, whatever it accepts must be a sound graph that the format writes
// and reads again, and it must not matter in what pieces a document comes.
func FuzzDecode(f *testing.F, format *serialize.Format, seeds ...string) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	for _, g := range Graphs() {
		if document, err := Write(format, g); err == nil && len(document) < 4096 {
			f.Add(document)
		}
	}
	f.Fuzz(func(t *testing.T, document []byte) {
		o := serialize.DecodeOptions{Base: "https://museum.example/base/", MaxBytes: 1 << 20}
		whole := outcome(t, format, bytes.NewReader(document), o)
		if chunked := outcome(t, format, iotest.OneByteReader(bytes.NewReader(document)), o); chunked != whole {
			t.Fatalf("byte by byte it is read as\n%s\nand at once as\n%s", chunked, whole)
		}
		for g, err := range format.Decode(t.Context(), bytes.NewReader(document), o) {
			if err != nil {
				if g != nil {
					t.Fatalf("both a graph and the error %v", err)
				}
				continue
			}
			if err := g.Check(); err != nil {
				t.Fatalf("a graph that is not sound: %v", err)
			}
			again(t, format, g)
		}
	})
}

// outcome describes all graphs and errors of a document.
func outcome(t *testing.T, format *serialize.Format, r io.Reader, o serialize.DecodeOptions) string {
	var b strings.Builder
	for g, err := range format.Decode(t.Context(), r, o) {
		if err != nil {
			fmt.Fprintln(&b, err)
			continue
		}
		fmt.Fprintln(&b, g.Name, g.Triples)
	}
	return b.String()
}

// again writes and reads a graph. Only small ones are compared, since the
// comparison can take exponential time.
func again(t *testing.T, format *serialize.Format, g *graph.Graph) {
	if !applies(format, g) || len(g.Triples) > 12 || len(g.Triples) == 0 {
		return
	}
	if err := RoundTrip(format, g); err != nil {
		t.Fatal(err)
	}
}

// FuzzRoundTrip writes and reads random graphs with a literal of the fuzzer's.
func FuzzRoundTrip(f *testing.F, format *serialize.Format) {
	f.Add(uint64(1), "text", "en", "https://museum.example/datatype")
	f.Add(uint64(2), "a\"\\\n\r\x00", "x-a-b-c", "urn:a%20b")
	f.Fuzz(func(t *testing.T, seed uint64, text, tag, iri string) {
		g := Random(rand.New(rand.NewPCG(seed, 2)))
		b := &Builder{triples: g.Triples}
		b.Add(Subject, ex+"text", graph.String(text))
		if l, err := graph.Tagged(text, tag); err == nil {
			b.Add(Subject, ex+"tagged", l)
		}
		if datatype, err := graph.ParseIRI(iri); err == nil {
			b.Add(Subject, ex+"iri", datatype)
			if datatype != graph.LangString {
				b.Add(Subject, ex+"typed", graph.Typed(text, datatype))
			}
		}
		g = b.Graph()
		if _, err := Write(format, g); errors.Is(err, graph.ErrTerm) || errors.Is(err, graph.ErrTooLarge) || !applies(format, g) {
			return
		}
		if err := RoundTrip(format, g); err != nil {
			t.Fatal(err)
		}
	})
}
