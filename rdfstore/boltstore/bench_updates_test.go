package boltstore

import (
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// updatesVariable says how many puts BenchmarkUpdates makes, of few graphs and of
// new ones; and updatedGraphs how many the few are.
const (
	updatesVariable = "VITRINE_BENCH_UPDATES"
	defaultUpdates  = 20_000
	updatedGraphs   = 100
)

// BenchmarkUpdates opens stores with histories that leave much to be flushed, and
// measures what each first takes after that, in milliseconds: opening the store,
// reading an entity, answering a pattern, writing. Then it compacts the store, and
// measures that in seconds and bytes of memory.
func BenchmarkUpdates(b *testing.B) {
	puts := numberFrom(updatesVariable, defaultUpdates)
	for _, history := range []struct {
		name string
		put  func(p *newPut, i int) *graph.Graph
		puts int
	}{
		{"of few graphs", func(p *newPut, i int) *graph.Graph {
			return withLabel(p.named(int64(i%updatedGraphs)), fmt.Sprint(i/updatedGraphs%2))
		}, puts},
		{"of new graphs", func(p *newPut, i int) *graph.Graph { return p.named(int64(i)) }, min(puts, 40_000)},
	} {
		b.Run(fmt.Sprintf("%s/puts=%d", history.name, history.puts), func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "store.db")
			first := putAll(b, path, history.puts, history.put)
			b.ResetTimer()
			measureFirsts(b, path, first)
			measureCompact(b, path)
		})
	}
}

// putAll makes puts and returns the first graph.
func putAll(b *testing.B, path string, puts int, put func(p *newPut, i int) *graph.Graph) *graph.Graph {
	b.Helper()
	s := benchOpen(b, path)
	var all []*newPut
	for g, err := range records(b.Context(), updatedGraphs) {
		if err != nil {
			b.Fatal(err)
		}
		all = append(all, makePut(g))
	}
	for i := 0; i < puts; i += updatedGraphs {
		var changes []rdfstore.Change
		for n := range updatedGraphs {
			changes = append(changes, rdfstore.Change{Put: put(all[n], i+n)})
		}
		if _, err := s.Apply(b.Context(), changes...); err != nil {
			b.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	return put(all[0], 0)
}

// withLabel returns a graph with one more label of its entity.
func withLabel(g *graph.Graph, label string) *graph.Graph {
	labelled := *g
	labelled.Triples = append(slices.Clone(g.Triples), rdf.Triple{Subj: g.Name, Pred: graph.Label, Obj: graph.String(label)})
	return &labelled
}

// measureFirsts opens a store again and again, each time for another first.
func measureFirsts(b *testing.B, path string, g *graph.Graph) {
	b.Helper()
	took := map[string]time.Duration{}
	for i := 0; b.Loop(); i++ {
		for _, first := range []struct {
			unit string
			do   func(s *Store) error
		}{
			{"get-ms", func(s *Store) error { _, err := s.Get(b.Context(), g.Name); return err }},
			{"pattern-ms", func(s *Store) error {
				for _, err := range s.Match(b.Context(), rdfstore.Pattern{Object: g.Triples[0].Obj}, "") {
					return err
				}
				return nil
			}},
			{"write-ms", func(s *Store) error {
				_, err := s.Apply(b.Context(), rdfstore.Change{Put: withLabel(g, fmt.Sprint("first ", i))})
				return err
			}},
		} {
			start := time.Now()
			s, err := Open(path, Options{Create: true})
			if err != nil {
				b.Fatal(err)
			}
			took["open-ms"] += time.Since(start)
			start = time.Now()
			if err := first.do(s); err != nil {
				b.Fatal(err)
			}
			took[first.unit] += time.Since(start)
			if err := s.Close(); err != nil {
				b.Fatal(err)
			}
		}
	}
	took["open-ms"] /= 3
	for unit, d := range took {
		b.ReportMetric(float64(d.Microseconds())/1000/float64(b.N), unit)
	}
}

// measureCompact compacts a store, once, while another goroutine looks at the memory in
// use now and then.
func measureCompact(b *testing.B, path string) {
	b.Helper()
	runtime.GC()
	done, peak := make(chan struct{}), make(chan uint64)
	go func() {
		most := uint64(0)
		for tick := time.NewTicker(10 * time.Millisecond); ; {
			select {
			case <-tick.C:
				most = max(most, memoryInUse())
			case <-done:
				tick.Stop()
				peak <- max(most, memoryInUse())
				return
			}
		}
	}()
	start := time.Now()
	err := Compact(b.Context(), path, rdfstore.Derivation{}, rdfstore.Retention{})
	took := time.Since(start)
	close(done)
	b.ReportMetric(float64((<-peak)>>20), "compact-MB")
	b.ReportMetric(float64(took.Milliseconds()), "compact-ms")
	if err != nil {
		b.Fatal(err)
	}
}
