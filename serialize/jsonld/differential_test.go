package jsonld

import (
	"context"
	"errors"
	"flag"
	"io"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/jsonldtest"
	"vitrine/checks/thorough"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
)

var documentsFlag = flag.Int("documents", 400, "number of random documents of the differential tests")

// readFully reads a text by the full algorithms, whatever it is.
func readFully(p *Processor, text []byte, o serialize.DecodeOptions) (*graph.Graph, error) {
	doc := &document{}
	if err := doc.parse(text); err != nil {
		return nil, err
	}
	var contextText []byte
	if text, ok := doc.context(1); ok {
		contextText = []byte(text)
	}
	return p.readFull(context.Background(), doc, contextText, o)
}

func lenient() serialize.DecodeOptions {
	name, _ := graph.IRI("https://ex.example/graph")
	return serialize.DecodeOptions{Base: testBase, Name: name, Lenient: true}
}

// TestFastEqualsFull: what the one-pass reader reads, the full algorithms read
// as the same graph, with the same losses.
func TestFastEqualsFull(t *testing.T) {
	p := New(ruleContexts(t))
	fast := 0
	for seed := range uint64(*documentsFlag * thorough.Rounds(2, 5)) {
		text := jsonldtest.Document(seed)
		o := lenient()
		o.Lenient = seed%2 == 0
		var losses, fullLosses []string
		o.Dropped = func(l serialize.Loss) { losses = append(losses, l.Pointer) }
		g, err := p.Read(context.Background(), text, o)
		if err != nil || g.Source.Layout == nil {
			continue
		}
		fast++
		o.Dropped = func(l serialize.Loss) { fullLosses = append(fullLosses, l.Pointer) }
		full, err := readFully(p, text, o)
		if err != nil {
			t.Fatalf("seed %d: the full algorithms: %v\n%s", seed, err, text)
		}
		sameGraph(t, "fast and full", g.Triples, full.Triples, text)
		if len(losses) != len(fullLosses) {
			t.Errorf("losses of the fast reader %q, of the full algorithms %q in\n%s", losses, fullLosses, text)
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	t.Logf("%d documents were read by the fast reader", fast)
}

// TestDocumentsMatchJSONGold: the full algorithms find the same graph as
// json-gold, or one of them refuses the document, for a reason that is known.
func TestDocumentsMatchJSONGold(t *testing.T) {
	p := New(ruleContexts(t))
	counts := map[string]int{}
	signs := make([]map[string]int, len(goldMisreadings))
	for i := range signs {
		signs[i] = map[string]int{}
	}
	for seed := range uint64(*documentsFlag) {
		text := jsonldtest.Document(seed)
		g, err := readFully(p, text, lenient())
		nquads, goldErr := gold(p, string(text))
		verdict := compareWithGold(g, err, nquads, goldErr)
		counts[verdict]++
		if verdict != "other" && verdict != "same" {
			continue
		}
		explained := false
		document := elementsOf(t, text)
		for i, known := range goldMisreadings {
			if known.sign(document) {
				signs[i][verdict]++
				explained = true
			}
		}
		if verdict == "other" && !explained {
			t.Errorf("seed %d: got\n%sjson-gold has\n%sfor\n%s", seed, listed(g.Triples), nquads, text)
		}
	}
	for i, known := range goldMisreadings {
		t.Logf("%s: with its sign %d differ, %d are the same", known.reason, signs[i]["other"], signs[i]["same"])
	}
	t.Log(counts)
}

func compareWithGold(g *graph.Graph, err error, nquads string, goldErr error) string {
	var syntax *serialize.SyntaxError
	switch {
	case err != nil && goldErr != nil:
		return "both refuse"
	case err != nil && errors.As(err, &syntax) && syntax.Code == "":
		return "we refuse for RDF"
	case err != nil:
		return "only we refuse"
	case goldErr != nil:
		return "only json-gold refuses"
	}
	want, wantErr := decoded(nquads)
	if wantErr != nil {
		return "json-gold writes no RDF"
	}
	if graph.Isomorphic(g.Triples, graph.Dedup(want)) {
		return "same"
	}
	return "other"
}

// decoded reads what json-gold has written, without the names of graphs.
func decoded(nquads string) ([]rdf.Triple, error) {
	var out []rdf.Triple
	dec := rdf.NewQuadDecoder(strings.NewReader(nquads), rdf.NQuads)
	for {
		quad, err := dec.Decode()
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		triple := quad.Triple
		if l, ok := triple.Obj.(rdf.Literal); ok && l.Lang() == "" {
			triple.Obj = graph.Typed(l.String(), l.DataType)
		} else if ok {
			if triple.Obj, err = graph.Tagged(l.String(), l.Lang()); err != nil {
				return nil, err
			}
		}
		out = append(out, triple)
	}
}
