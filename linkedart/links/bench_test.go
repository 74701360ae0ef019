package links

import (
	"context"
	"iter"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
)

const (
	crm       = "http://www.cidoc-crm.org/cidoc-crm/"
	referrers = 100_000
)

// benchStore loads the graphs into a store on disk.
func benchStore(b *testing.B, d rdfstore.Derivation, graphs iter.Seq2[*graph.Graph, error]) *boltstore.Store {
	b.Helper()
	file := filepath.Join(b.TempDir(), "bench.db")
	if _, err := boltstore.BulkLoad(b.Context(), file, graphs, boltstore.BulkOptions{Derivation: d}); err != nil {
		b.Fatal(err)
	}
	store, err := boltstore.Open(file, boltstore.Options{Derivation: d})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := store.Close(); err != nil {
			b.Error(err)
		}
	})
	return store
}

// record returns the graph of a record with the name and the class.
func record(b *testing.B, name, class string, triples ...rdf.Triple) *graph.Graph {
	g := &graph.Graph{Name: iri(b, "https://museum.example/"+name)}
	g.Triples = append(g.Triples, rdf.Triple{Subj: g.Name, Pred: graph.Type, Obj: iri(b, class)})
	for _, t := range triples {
		if t.Subj == nil {
			t.Subj = g.Name
		}
		g.Triples = append(g.Triples, t)
	}
	return g
}

// hotStore has a place that 100,000 people were born at, and one that nobody was.
func hotStore(b *testing.B, d rdfstore.Derivation) (store *boltstore.Store, hot, cold rdf.IRI) {
	b.Helper()
	birth, err := graph.Blank("b0")
	if err != nil {
		b.Fatal(err)
	}
	places := []*graph.Graph{record(b, "place/hot", crm+"E53_Place"), record(b, "place/cold", crm+"E53_Place")}
	hot, cold = places[0].Name, places[1].Name
	store = benchStore(b, d, func(yield func(*graph.Graph, error) bool) {
		for _, g := range places {
			if !yield(g, nil) {
				return
			}
		}
		for i := range referrers {
			g := record(b, "person/"+strconv.Itoa(i), crm+"E21_Person",
				rdf.Triple{Pred: iri(b, crm+"P98i_was_born"), Obj: birth},
				rdf.Triple{Subj: birth, Pred: iri(b, crm+"P7_took_place_at"), Obj: hot})
			if !yield(g, nil) {
				return
			}
		}
	})
	return store, hot, cold
}

// BenchmarkFor finds the links of a place with 100,000 results and of one with
// none. Beside it stand reading the place's record, and the one link
// personBornAtPlace asked for by patterns, as it would be without relations.
func BenchmarkFor(b *testing.B) {
	table := newTable(b)
	store, hot, cold := hotStore(b, table.Derivation())
	ctx := b.Context()
	classes := []rdf.IRI{iri(b, crm+"E53_Place")}
	links := func(place rdf.IRI, want int) func(b *testing.B) {
		return func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				found, err := table.For(ctx, store, place, classes)
				if err != nil || len(found) != want {
					b.Fatal(found, err)
				}
			}
		}
	}
	b.Run("results=100000", links(hot, 2))
	b.Run("results=0", links(cold, 0))
	b.Run("get", func(b *testing.B) {
		for b.Loop() {
			if _, err := store.Get(ctx, hot); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("patterns", func(b *testing.B) {
		for b.Loop() {
			if n, err := bornByPatterns(ctx, store, hot); err != nil || n != referrers {
				b.Fatal(n, err)
			}
		}
	})
}

// bornByPatterns counts the people born at the place by quad patterns.
func bornByPatterns(ctx context.Context, store rdfstore.Store, place rdf.IRI) (n int, err error) {
	born, err := graph.IRI(crm + "P98i_was_born")
	if err != nil {
		return 0, err
	}
	tookPlaceAt, err := graph.IRI(crm + "P7_took_place_at")
	if err != nil {
		return 0, err
	}
	for birth, err := range store.Match(ctx, rdfstore.Pattern{Predicate: tookPlaceAt, Object: place}, "") {
		if err != nil {
			return n, err
		}
		person, ok := birth.Quad.Ctx.(rdf.IRI)
		if !ok {
			continue
		}
		found, err := store.Count(ctx, rdfstore.Pattern{Subject: person, Predicate: born, Object: birth.Quad.Subj.(rdf.Object), Graph: person})
		if err != nil {
			return n, err
		}
		n += int(found)
	}
	return n, nil
}

// BenchmarkItems reads a page of 50 results, the first and one far behind.
func BenchmarkItems(b *testing.B) {
	table := newTable(b)
	store, hot, _ := hotStore(b, table.Derivation())
	born, _ := table.Link("personBornAtPlace")
	for _, skip := range []uint64{0, 90_000} {
		b.Run("skip="+strconv.FormatUint(skip, 10), func(b *testing.B) {
			for b.Loop() {
				names, total, err := table.Items(b.Context(), store, born, hot, skip, 50)
				if err != nil || len(names) != 50 || total != referrers {
					b.Fatal(len(names), total, err)
				}
			}
		})
	}
}

// BenchmarkForJunctions finds the links of a museum that curated ten exhibitions
// of sets, by way of their records, in which there are as many objects as are
// compared to count them.
func BenchmarkForJunctions(b *testing.B) {
	const exhibitions, objects = 10, countLimit / 10
	table := newTable(b)
	museum := record(b, "group/museum", crm+"E74_Group")
	store := benchStore(b, table.Derivation(), func(yield func(*graph.Graph, error) bool) {
		if !yield(museum, nil) {
			return
		}
		for i := range exhibitions {
			n := strconv.Itoa(i)
			exhibition := record(b, "event/"+n, crm+"E7_Activity",
				rdf.Triple{Pred: iri(b, crm+"P2_has_type"), Obj: iri(b, "http://vocab.getty.edu/aat/300054277")},
				rdf.Triple{Pred: iri(b, crm+"P14_carried_out_by"), Obj: museum.Name})
			set := record(b, "set/"+n, "https://linked.art/ns/terms/Set",
				rdf.Triple{Pred: iri(b, crm+"P16i_was_used_for"), Obj: exhibition.Name})
			if !yield(exhibition, nil) || !yield(set, nil) {
				return
			}
			for k := range objects {
				object := record(b, "object/"+n+"-"+strconv.Itoa(k), crm+"E22_Human-Made_Object",
					rdf.Triple{Pred: iri(b, "https://linked.art/ns/terms/member_of"), Obj: set.Name})
				if !yield(object, nil) {
					return
				}
			}
		}
	})
	for b.Loop() {
		found, err := table.For(b.Context(), store, museum.Name, museum.Classes())
		if err != nil || len(found) != 2 || found[0].Count != exhibitions*objects {
			b.Fatal(describe(found), err)
		}
	}
}
