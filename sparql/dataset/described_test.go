package dataset_test

import (
	"context"
	"fmt"
	"iter"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/sparql/dataset"
)

// describing returns graphs of which each describes two IRIs, most of them as others do,
// and the IRIs.
func describing(t testing.TB, n int) (graphs []*graph.Graph, types []rdf.IRI) {
	types = []rdf.IRI{iri(t, "http://vocab.example/painting"), iri(t, base+"type/2")}
	for i := range n {
		g := &graph.Graph{Name: iri(t, fmt.Sprintf("%sobject/%d", base, i))}
		for _, about := range types {
			label := graph.String("painting")
			if i%10 == 3 {
				label = graph.String("Gemälde")
			}
			g.Triples = append(g.Triples,
				rdf.Triple{Subj: g.Name, Pred: graph.Type, Obj: about},
				rdf.Triple{Subj: about, Pred: graph.Type, Obj: iri(t, "http://vocab.example/Type")},
				rdf.Triple{Subj: about, Pred: graph.Label, Obj: label})
			if i%25 == 7 {
				g.Triples = append(g.Triples, rdf.Triple{Subj: about, Pred: iri(t, "http://vocab.example/p"), Obj: blank(t, "b0")})
			}
		}
		graphs = append(graphs, g)
	}
	return graphs, types
}

// TestDescribed asks what is said of IRIs that many records describe, while none, one
// and both of them have a record.
func TestDescribed(t *testing.T) {
	graphs, types := describing(t, 60)
	for own := range 3 {
		if own > 0 {
			about := types[own-1]
			graphs = append(graphs, &graph.Graph{Name: about, Triples: []rdf.Triple{
				{Subj: about, Pred: graph.Label, Obj: graph.String("own")},
				{Subj: about, Pred: graph.Type, Obj: iri(t, "http://vocab.example/Type")},
			}})
		}
		defaultTriples, named, union := asDefined(t, graphs)
		want := contentsOf(defaultTriples, named, union)
		for name, snapshot := range map[string]rdfstore.Snapshot{"quads": fill(t, graphs), "descriptions": fillBolt(t, graphs)} {
			d := dataset.NewRecords(snapshot, options(t))
			t.Run(fmt.Sprintf("%s/%d", name, own), func(t *testing.T) {
				for _, scope := range []dataset.Scope{dataset.Default(), dataset.Union(), dataset.Each(), dataset.Named(graphs[7].Name)} {
					for i := range graphs[7].Triples {
						for shape := range 8 {
							compareMatches(t, d, scope, patternOf(graphs[7].Triples[i], shape), want[scope])
						}
					}
				}
			})
		}
	}
}

// counted is a snapshot that counts the graphs that it yields.
type counted struct {
	rdfstore.Snapshot
	read int
}

func (c *counted) count(walk iter.Seq2[rdfstore.Found, error]) iter.Seq2[rdfstore.Found, error] {
	return func(yield func(rdfstore.Found, error) bool) {
		for found, err := range walk {
			if c.read++; !yield(found, err) {
				return
			}
		}
	}
}

func (c *counted) Record(ctx context.Context, name rdf.IRI) (rdfstore.Record, error) {
	return c.Snapshot.(rdfstore.Records).Record(ctx, name)
}

func (c *counted) Records(ctx context.Context, p rdfstore.Pattern) iter.Seq2[rdfstore.Found, error] {
	return c.count(c.Snapshot.(rdfstore.Records).Records(ctx, p))
}

// TestDescribedOnce asks for the labels of a type twice, of which the second time reads no
// record.
func TestDescribedOnce(t *testing.T) {
	graphs, types := describing(t, 60)
	c := &counted{Snapshot: fillBolt(t, graphs)}
	d := dataset.NewRecords(c, options(t))
	for _, scope := range []dataset.Scope{dataset.Default(), dataset.Union()} {
		c.read = 0
		p := dataset.Pattern{Subject: types[0], Predicate: graph.Label}
		for range 2 {
			if found := collect(t, d.Match(t.Context(), scope, p)); len(found) != 2 {
				t.Errorf("%s: %d labels, want 2", scope, len(found))
			}
		}
		if c.read != len(graphs) {
			t.Errorf("%s: %d records were read, want %d", scope, c.read, len(graphs))
		}
	}
}
