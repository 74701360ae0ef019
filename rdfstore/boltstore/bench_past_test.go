package boltstore

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/knakk/rdf"

	ldcontext "vitrine/context"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"
)

// BenchmarkPast measures what past states cost: of puts that change a literal, in turns by a
// store that keeps them and by one that keeps none; of reading the 500th of 1,000 versions, beside
// the present one; and of space, for versions that differ in a literal.
func BenchmarkPast(b *testing.B) {
	for _, perApply := range []int{1, 100} {
		b.Run(fmt.Sprintf("put/changes=%d", perApply), func(b *testing.B) { benchPastPuts(b, perApply) })
	}
	b.Run("read", benchPastReads)
	b.Run("space", benchPastSpace)
}

// pastRecords are how many records are changed.
const pastRecords = 1000

// pastGraphs returns these records.
func pastGraphs(b *testing.B) (all []*graph.Graph) {
	b.Helper()
	for g, err := range records(b.Context(), pastRecords) {
		if err != nil {
			b.Fatal(err)
		}
		all = append(all, g)
	}
	return all
}

// sampleGraphs returns the graphs of the records in testdata, which are as museums write them.
func sampleGraphs(b *testing.B) (all []*graph.Graph) {
	b.Helper()
	files, err := filepath.Glob("../../testdata/records/roundtrip/*.json")
	if err != nil || len(files) == 0 {
		b.Fatal(files, err)
	}
	format, known := jsonld.New(ldcontext.New(nil)).LinkedArt(), map[rdf.IRI]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		for g, err := range format.Decode(b.Context(), bytes.NewReader(text), serialize.DecodeOptions{}) {
			// Some are there to be refused.
			if err == nil && !known[g.Name] {
				known[g.Name], all = true, append(all, g)
			}
		}
	}
	return all
}

// keeping makes a store of graphs that keeps past states by the retention, and returns its path too.
func keeping(b *testing.B, graphs []*graph.Graph, keep rdfstore.Retention) (*Store, string) {
	b.Helper()
	path := filepath.Join(b.TempDir(), "store.db")
	loaded := func(yield func(*graph.Graph, error) bool) {
		for _, g := range graphs {
			if !yield(g, nil) {
				return
			}
		}
	}
	if _, err := BulkLoad(b.Context(), path, loaded, BulkOptions{Refused: func(rdf.IRI, error) error { return nil }}); err != nil {
		b.Fatal(err)
	}
	return reopened(b, path, keep), path
}

func reopened(b *testing.B, path string, keep rdfstore.Retention) *Store {
	b.Helper()
	s, err := Open(path, Options{Keep: keep})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = s.Close() })
	return s
}

// relabelled returns a graph whose label, or whose last literal where it has none, is another.
func relabelled(g *graph.Graph, label string) *graph.Graph {
	changed, last := *g, -1
	changed.Triples = slices.Clone(g.Triples)
	for i, t := range g.Triples {
		if _, is := t.Obj.(rdf.Literal); is {
			if last = i; t.Pred == rdf.Predicate(graph.Label) && t.Subj == rdf.Subject(g.Name) {
				break
			}
		}
	}
	if last >= 0 {
		changed.Triples[last].Obj = graph.String(label)
	}
	return &changed
}

// relabel puts records, each with another label, so many with an Apply.
func relabel(b *testing.B, s *Store, all []*graph.Graph, label string, perApply int) {
	b.Helper()
	for some := range slices.Chunk(all, perApply) {
		var changes []rdfstore.Change
		for _, g := range some {
			changes = append(changes, rdfstore.Change{Put: relabelled(g, label)})
		}
		if _, err := s.Apply(b.Context(), changes...); err != nil {
			b.Fatal(err)
		}
	}
}

var none = rdfstore.Retention{Count: -1}

func benchPastPuts(b *testing.B, perApply int) {
	graphs := pastGraphs(b)
	all, _ := keeping(b, graphs, rdfstore.Retention{})
	nothing, _ := keeping(b, graphs, none)
	took := map[*Store]time.Duration{}
	n := 0
	for i := 0; b.Loop(); i++ {
		from := i * perApply % len(graphs)
		some := graphs[from:min(from+perApply, len(graphs))]
		stores := []*Store{all, nothing}
		if i%2 > 0 { // each is the first as often
			slices.Reverse(stores)
		}
		for _, s := range stores {
			start := time.Now()
			relabel(b, s, some, fmt.Sprintf("A label of some length, number %d", i), perApply)
			took[s] += time.Since(start)
		}
		n += len(some)
	}
	b.ReportMetric(took[all].Seconds()/float64(n), "kept-sec")
	b.ReportMetric(took[nothing].Seconds()/float64(n), "none-sec")
}

func benchPastReads(b *testing.B) {
	graphs := pastGraphs(b)
	s, _ := keeping(b, graphs, rdfstore.Retention{})
	const versions = 1000
	for i := range versions - 1 {
		relabel(b, s, graphs[:1], fmt.Sprintf("A label of some length, number %d", i), 1)
	}
	var middle uint64
	n := 0
	for e, err := range s.Versions(b.Context(), graphs[0].Name, 0) {
		if err != nil {
			b.Fatal(err)
		}
		if n++; n == versions/2 {
			middle = e.Seq
		}
	}
	if n != versions {
		b.Fatalf("%d versions", n)
	}
	b.Run("present", func(b *testing.B) {
		for b.Loop() {
			if _, err := s.Get(b.Context(), graphs[0].Name); err != nil {
				b.Fatal(err)
			}
		}
	})
	// Those around the middle take from one step to as many as there are between two whole records.
	b.Run("past", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			if _, err := s.Past(b.Context(), graphs[0].Name, middle+uint64(i%25)); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// used returns how many bytes of the tables are in use, and of that of graphs alone, after all is
// flushed.
func used(b *testing.B, s *Store, path string) (all, graphs float64) {
	b.Helper()
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	stats, err := reopened(b, path, rdfstore.Retention{}).Stats(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	for _, t := range stats.Tables {
		all += float64(t.Used)
		if t.Name == table.Graphs.Name {
			graphs = float64(t.Used)
		}
	}
	return all, graphs
}

func benchPastSpace(b *testing.B) {
	const versions = 10
	graphs := sampleGraphs(b)
	each := float64(len(graphs))
	for b.Loop() {
		once, path := keeping(b, graphs, none)
		one, records := used(b, once, path)
		var size [2]float64
		for i, keep := range []rdfstore.Retention{{}, none} {
			s, path := keeping(b, graphs, keep)
			for n := range versions - 1 {
				relabel(b, s, graphs, fmt.Sprintf("A label of some length, number %d", n), 100)
			}
			size[i], _ = used(b, s, path)
		}
		b.ReportMetric(records/each, "record-B")
		b.ReportMetric((size[0]-size[1])/each/(versions-1), "version-B")
		b.ReportMetric(size[0]/each, "ten-B")
		b.ReportMetric(one/each, "one-B")
	}
}
