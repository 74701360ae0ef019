package rml

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// cases is where the test cases of RML-Core lie beside a clone, where they are at all.
const cases = "../../../shared/standards/rml-core"

// run makes the quads of the mapping in a folder.
func run(ctx context.Context, folder string) ([]rdf.Quad, error) {
	text, err := os.Open(filepath.Join(folder, "mapping.ttl"))
	if err != nil {
		return nil, err
	}
	defer text.Close()
	m, err := Parse(ctx, text, "http://example.com/")
	if err != nil {
		return nil, err
	}
	var quads []rdf.Quad
	open := func(path string) (io.ReadCloser, error) { return os.Open(filepath.Join(folder, path)) }
	err = m.Run(ctx, "http://example.com/", open, func(q rdf.Quad) error {
		quads = append(quads, q)
		return nil
	})
	return quads, err
}

// asTriples returns quads as triples that are told apart by their graphs.
func asTriples(quads []rdf.Quad) []rdf.Triple {
	seen := map[rdf.Quad]bool{}
	var triples []rdf.Triple
	for _, q := range quads {
		if seen[q] {
			continue
		}
		seen[q] = true
		name := "default"
		if q.Ctx != nil {
			name = q.Ctx.String()
		}
		predicate, _ := rdf.NewIRI("graph:" + name + "#" + q.Pred.String())
		triples = append(triples, rdf.Triple{Subj: q.Subj, Pred: predicate, Obj: q.Obj})
	}
	return triples
}

// unsafe is the case whose output is no RDF 1.1: rml:UnsafeIRI makes "IRIs" with spaces in
// them, which no format of RDF can write. They are refused.
const unsafe = "RMLTC0027b-JSON"

// TestCore runs the test cases of the Knowledge Graph Construction group.
func TestCore(t *testing.T) {
	folders, _ := filepath.Glob(filepath.Join(cases, "RMLTC*"))
	if len(folders) == 0 {
		t.Skipf("the test cases of RML-Core are not at %s", cases)
	}
	for _, folder := range folders {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			got, err := run(t.Context(), folder)
			expected, missing := os.ReadFile(filepath.Join(folder, "output.nq"))
			if missing != nil || filepath.Base(folder) == unsafe {
				if err == nil {
					t.Fatalf("no error, but %v", got)
				}
				t.Log(err)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			decoder := rdf.NewQuadDecoder(strings.NewReader(string(expected)), rdf.NQuads)
			decoder.DefaultGraph = nil
			want, err := decoder.DecodeAll()
			if err != nil {
				t.Fatal(err)
			}
			if !graph.Isomorphic(asTriples(got), asTriples(want)) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}
