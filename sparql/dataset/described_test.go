package dataset_test

import (
	"context"
	"fmt"
	"iter"
	"slices"
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

func (c *counted) Descriptions(ctx context.Context, p rdfstore.Pattern, shows func(rdf.IRI) bool) iter.Seq2[rdfstore.Found, error] {
	return c.count(c.Snapshot.(rdfstore.Descriptions).Descriptions(ctx, p, shows))
}

// TestDescribedOnce reads no more records for the label of a type when more name it.
func TestDescribedOnce(t *testing.T) {
	var read []int
	for _, n := range []int{60, 240} {
		graphs, types := describing(t, n)
		for _, g := range graphs {
			g.Triples = slices.DeleteFunc(g.Triples, func(t rdf.Triple) bool { return t.Pred != graph.Type && t.Pred != graph.Label })
		}
		c := &counted{Snapshot: fillBolt(t, graphs)}
		d := dataset.NewRecords(c, options(t))
		p := dataset.Pattern{Subject: types[0], Predicate: graph.Label}
		if found := collect(t, d.Match(t.Context(), dataset.Default(), p)); len(found) != 2 {
			t.Errorf("%d labels, want 2", len(found))
		}
		if e, err := d.Estimate(t.Context(), dataset.Default(), p); err != nil || e.Count != 2 || e.Exact {
			t.Errorf("the estimate is %+v, %v; want a bound of 2", e, err)
		}
		read = append(read, c.read)
	}
	if read[0] != 4 || read[1] != read[0] {
		t.Errorf("%v records were read, want 4 of each", read)
	}
}
