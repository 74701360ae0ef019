package pgstore_test

import (
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"

	"vitrine/checks/pgstoretest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/pgstore"
)

// BenchmarkApply measures durable puts of one changed graph by so many clients at once.
func BenchmarkApply(b *testing.B) {
	for _, clients := range []int{1, 32} {
		b.Run(fmt.Sprintf("clients=%d", clients), func(b *testing.B) {
			s, _ := pgstoretest.New(b, pgstore.Options{})
			var next atomic.Int64
			b.ResetTimer()
			run(b, clients, func() error {
				n := next.Add(1)
				_, err := s.Apply(b.Context(), rdfstore.Change{Put: place(b, fmt.Sprintf("x:%d", n%1000), fmt.Sprint(n))})
				return err
			})
		})
	}
}

// BenchmarkGet measures reads by name beside the bare query of the row and beside a store
// file, and LastChange.
func BenchmarkGet(b *testing.B) {
	for _, clients := range []int{1, 16} {
		s, address := pgstoretest.New(b, pgstore.Options{})
		change := rdfstore.Change{Put: place(b, "x:1", "Delft")}
		if _, err := s.Apply(b.Context(), change); err != nil {
			b.Fatal(err)
		}
		name := change.Put.Name
		b.Run(fmt.Sprintf("bare/clients=%d", clients), func(b *testing.B) {
			row := pgstore.BareGet(b, address, name)
			run(b, clients, func() error { return row(b.Context()) })
		})
		b.Run(fmt.Sprintf("file/clients=%d", clients), func(b *testing.B) {
			file, err := boltstore.Open(filepath.Join(b.TempDir(), "museum.db"), boltstore.Options{Create: true})
			if err != nil {
				b.Fatal(err)
			}
			defer file.Close()
			if _, err := file.Apply(b.Context(), change); err != nil {
				b.Fatal(err)
			}
			b.ResetTimer()
			run(b, clients, func() error { _, err := file.Get(b.Context(), name); return err })
		})
		b.Run(fmt.Sprintf("Get/clients=%d", clients), func(b *testing.B) {
			run(b, clients, func() error { _, err := s.Get(b.Context(), name); return err })
		})
		b.Run(fmt.Sprintf("LastChange/clients=%d", clients), func(b *testing.B) {
			run(b, clients, func() error { _, err := s.LastChange(b.Context()); return err })
		})
	}
}

// run calls fn b.N times, from so many goroutines.
func run(b *testing.B, clients int, fn func() error) {
	var left atomic.Int64
	left.Store(int64(b.N))
	done := make(chan error, clients)
	for range clients {
		go func() {
			var err error
			for err == nil && left.Add(-1) >= 0 {
				err = fn()
			}
			done <- err
		}()
	}
	for range clients {
		if err := <-done; err != nil {
			b.Error(err)
		}
	}
}

// BenchmarkApplyMany measures one change of 10,000 records in a store that has as many, beside
// a store file.
func BenchmarkApplyMany(b *testing.B) {
	all := generated(b, 20000)
	for name, open := range map[string]func(i int) rdfstore.Store{
		"file": func(i int) rdfstore.Store {
			s, err := boltstore.Open(filepath.Join(b.TempDir(), fmt.Sprintf("museum%d.db", i)), boltstore.Options{Create: true})
			if err != nil {
				b.Fatal(err)
			}
			b.Cleanup(func() { s.Close() })
			return s
		},
		"database": func(int) rdfstore.Store { s, _ := pgstoretest.New(b, pgstore.Options{}); return s },
	} {
		b.Run(name, func(b *testing.B) {
			for i := range b.N {
				b.StopTimer()
				s := open(i)
				put(b, s, all[:10000])
				b.StartTimer()
				put(b, s, all[10000:])
			}
		})
	}
}

// relabelled returns the record with one more label.
func relabelled(b *testing.B, record rdfstore.Change, n int) rdfstore.Change {
	g := *record.Put
	g.Triples = append(g.Triples[:len(g.Triples):len(g.Triples)], place(b, g.Name.String(), fmt.Sprintf("A label of some length, number %d", n)).Triples[1])
	return rdfstore.Change{Put: &g}
}

// BenchmarkVersions measures puts of one changed graph with and without past states, reads of the
// 500th of 1,000 versions beside the present one, and the space of ten versions beside that of one.
func BenchmarkVersions(b *testing.B) {
	records := generated(b, 200)
	b.Run("space", func(b *testing.B) {
		s, address := pgstoretest.New(b, pgstore.Options{})
		size := func() float64 { return sizeOf(b, address, "VACUUM FULL") / float64(len(records)) }
		for n := range 10 {
			var changes []rdfstore.Change
			for _, r := range records {
				changes = append(changes, relabelled(b, r, n))
			}
			if put(b, s, changes); n == 0 {
				b.ReportMetric(size(), "one-B")
			}
		}
		b.ReportMetric(size(), "ten-B")
	})
	for name, keep := range map[string]rdfstore.Retention{"put/keep=all": {}, "put/keep=none": {Count: -1}} {
		b.Run(name, func(b *testing.B) {
			s, _ := pgstoretest.New(b, pgstore.Options{Keep: keep})
			put(b, s, records)
			for n := range b.N {
				put(b, s, []rdfstore.Change{relabelled(b, records[n%len(records)], n)})
			}
		})
	}
	s, _ := pgstoretest.New(b, pgstore.Options{})
	for n := range 1000 {
		put(b, s, []rdfstore.Change{relabelled(b, records[0], n)})
	}
	g := records[0].Put
	b.Run("Past", func(b *testing.B) {
		run(b, 1, func() error { _, err := s.Past(b.Context(), g.Name, 500); return err })
	})
	b.Run("Get", func(b *testing.B) {
		run(b, 1, func() error { _, err := s.Get(b.Context(), g.Name); return err })
	})
}
