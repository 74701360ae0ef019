package boltstore

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/checks/generate"
	ldcontext "vitrine/context"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"
)

// The benchmarks work on generated records: recordsVariable says how many, and
// largeVariable how many the large store of BenchmarkP99 and BenchmarkOpen has.
// Of 20 triples a record, 3,000 make 60 k quads and 300,000 make 6 M.
const (
	recordsVariable = "VITRINE_BENCH_RECORDS"
	largeVariable   = "VITRINE_BENCH_LARGE"
	defaultRecords  = 3_000
	defaultLarge    = 12_000
)

func numberFrom(variable string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(variable)); err == nil {
		return n
	}
	return otherwise
}

// records yields the graphs of generated records.
func records(ctx context.Context, n int) iter.Seq2[*graph.Graph, error] {
	format := jsonld.New(ldcontext.New(nil)).LinkedArt()
	return func(yield func(*graph.Graph, error) bool) {
		for text := range generate.Records(generate.Options{Records: n, Seed: 1}) {
			for g, err := range format.Decode(ctx, bytes.NewReader(text), serialize.DecodeOptions{}) {
				if !yield(g, err) {
					return
				}
			}
		}
	}
}

// benchStore loads records into a new store.
func benchStore(b *testing.B, n int) *Store {
	b.Helper()
	path := filepath.Join(b.TempDir(), "store.db")
	if _, err := BulkLoad(b.Context(), path, records(b.Context(), n), BulkOptions{}); err != nil {
		b.Fatal(err)
	}
	return benchOpen(b, path)
}

func benchOpen(b *testing.B, path string) *Store {
	b.Helper()
	s, err := Open(path, Options{Create: true})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = s.Close() })
	return s
}

// allNames returns the names of all entities in random order.
func allNames(b *testing.B, s *Store) []rdf.IRI {
	b.Helper()
	var all []rdf.IRI
	for name, err := range s.Entities(b.Context(), "") {
		if err != nil {
			b.Fatal(err)
		}
		all = append(all, name)
	}
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// BenchmarkGet compares reading an entity with a raw Get of the same bytes by
// the same name, and decoding them.
func BenchmarkGet(b *testing.B) {
	s := benchStore(b, numberFrom(recordsVariable, defaultRecords))
	all := allNames(b, s)
	b.Run("store", func(b *testing.B) {
		b.ReportAllocs()
		for i := range b.N {
			if _, err := s.Get(b.Context(), all[i%len(all)]); err != nil {
				b.Fatal(err)
			}
		}
	})
	raw := rawCopy(b, s, all)
	b.Run("raw", func(b *testing.B) {
		b.ReportAllocs()
		for i := range b.N {
			err := raw.View(func(tx *bbolt.Tx) error {
				_, err := codec.Decode(tx.Bucket([]byte("graphs")).Get([]byte(all[i%len(all)].String())), s.dict)
				return err
			})
			if err != nil {
				b.Fatal(err)
			}
		}
	})
}

// rawCopy makes a bbolt file of the records by name.
func rawCopy(b *testing.B, s *Store, all []rdf.IRI) *bbolt.DB {
	b.Helper()
	db := rawFile(b)
	sorted := slices.Clone(all)
	slices.SortFunc(sorted, func(x, y rdf.IRI) int { return bytes.Compare([]byte(x.String()), []byte(y.String())) })
	err := s.view(b.Context(), func(from *bbolt.Tx) error {
		return db.Update(func(to *bbolt.Tx) error {
			bucket, err := to.CreateBucket([]byte("graphs"))
			if err != nil {
				return err
			}
			bucket.FillPercent = 1
			names, err := table.Names.Scan(from)
			if err != nil {
				return err
			}
			for _, name := range sorted {
				id, err := record.GraphID(names, name.String())
				if err != nil {
					return err
				}
				payload, err := record.GraphPayload(from, id)
				if err != nil {
					return err
				}
				if err := bucket.Put([]byte(name.String()), payload); err != nil {
					return err
				}
			}
			return nil
		})
	})
	if err != nil {
		b.Fatal(err)
	}
	return db
}

func rawFile(b *testing.B) *bbolt.DB {
	b.Helper()
	db, err := bbolt.Open(filepath.Join(b.TempDir(), "raw.db"), boltfile.Mode, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	return db
}

// BenchmarkBulkLoad loads records. Its yardstick is BenchmarkRawPuts in the
// same run. The records are made and parsed while they are loaded, as they are
// by the load command; BenchmarkRecords tells what that takes.
func BenchmarkBulkLoad(b *testing.B) {
	n := numberFrom(recordsVariable, defaultRecords)
	for b.Loop() {
		path := filepath.Join(b.TempDir(), "store.db")
		peak := uint64(0)
		start := time.Now()
		result, err := BulkLoad(b.Context(), path, records(b.Context(), n), BulkOptions{Progress: func(BulkProgress) {
			peak = max(peak, memoryInUse())
		}})
		if err != nil {
			b.Fatal(err)
		}
		seconds := time.Since(start).Seconds()
		info, err := os.Stat(path)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(result.Entries)/seconds, "entries/s")
		b.ReportMetric(float64(result.Triples)/seconds, "quads/s")
		b.ReportMetric(float64(info.Size())/float64(result.Triples), "bytes/quad")
		b.ReportMetric(float64(peak>>20), "peak-MB")
	}
}

// memoryInUse returns what Go has from the system and has not given back.
func memoryInUse() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Sys - m.HeapReleased
}

// BenchmarkRecords makes and parses the records that BenchmarkBulkLoad loads.
func BenchmarkRecords(b *testing.B) {
	n := numberFrom(recordsVariable, defaultRecords)
	for b.Loop() {
		for _, err := range records(b.Context(), n) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkRawPuts writes keys in order into a raw bbolt file, as large as a
// posting is when it stands alone, without waiting for the disk.
func BenchmarkRawPuts(b *testing.B) {
	const portion = 100_000
	keys := 40 * numberFrom(recordsVariable, defaultRecords)
	for b.Loop() {
		db := rawFile(b)
		db.NoSync = true
		start := time.Now()
		for from := 0; from < keys; from += portion {
			err := db.Update(func(tx *bbolt.Tx) error {
				bucket, err := tx.CreateBucketIfNotExists([]byte("keys"))
				if err != nil {
					return err
				}
				for i := from; i < min(from+portion, keys); i++ {
					if err := bucket.Put(binary.BigEndian.AppendUint64([]byte("sequence"), uint64(i)), []byte("12345678")); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(keys)/time.Since(start).Seconds(), "entries/s")
	}
}

// BenchmarkPut puts new entities, each acknowledged when it is on the disk,
// from one client and from many, and tells the longest that a put took.
func BenchmarkPut(b *testing.B) {
	const kinds = 2048
	var puts []*newPut
	for g, err := range records(b.Context(), kinds) {
		if err != nil {
			b.Fatal(err)
		}
		puts = append(puts, makePut(g))
	}
	for _, clients := range []int{1, 32} {
		b.Run(fmt.Sprintf("clients=%d", clients), func(b *testing.B) {
			s := benchStore(b, numberFrom(recordsVariable, defaultRecords))
			var next, worst atomic.Int64
			var group sync.WaitGroup
			b.ResetTimer()
			for client := range clients {
				group.Go(func() {
					// No other client has the same graphs.
					mine := client
					for i := next.Add(1); i <= int64(b.N); i = next.Add(1) {
						g := puts[mine%kinds].named(i)
						mine += clients
						start := time.Now()
						if _, err := s.Apply(b.Context(), rdfstore.Change{Put: g}); err != nil {
							b.Error(err)
						}
						took := time.Since(start).Nanoseconds()
						for w := worst.Load(); took > w && !worst.CompareAndSwap(w, took); w = worst.Load() {
						}
					}
				})
			}
			group.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puts/s")
			b.ReportMetric(float64(worst.Load()), "worst-ns")
		})
	}
}

// newPut is a graph that is put again and again, of an entity with another name
// each time.
type newPut struct {
	graph *graph.Graph
	name  rdf.IRI
	// own are the numbers of the triples whose subject is the entity.
	own []int
}

func makePut(g *graph.Graph) *newPut {
	p := &newPut{graph: g, name: g.Name}
	for i, t := range g.Triples {
		if t.Subj == rdf.Subject(g.Name) {
			p.own = append(p.own, i)
		}
	}
	return p
}

func (p *newPut) named(i int64) *graph.Graph {
	p.graph.Name = renamed(p.name, i)
	for _, own := range p.own {
		p.graph.Triples[own].Subj = p.graph.Name
	}
	return p.graph
}

func renamed(name rdf.IRI, i int64) rdf.IRI {
	iri, err := graph.IRI(name.String() + "-" + strconv.FormatInt(i, 10))
	if err != nil {
		panic(err)
	}
	return iri
}

// BenchmarkP99 gives the time within which 99 of 100 entities are read, from a
// small and from a large store.
func BenchmarkP99(b *testing.B) {
	for _, size := range []int{defaultRecords, numberFrom(largeVariable, defaultLarge)} {
		b.Run(fmt.Sprintf("records=%d", size), func(b *testing.B) {
			s := benchStore(b, size)
			all := allNames(b, s)
			times := make([]time.Duration, 0, b.N)
			b.ResetTimer()
			for i := range b.N {
				start := time.Now()
				if _, err := s.Get(b.Context(), all[i%len(all)]); err != nil {
					b.Fatal(err)
				}
				times = append(times, time.Since(start))
			}
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)/2]), "p50-ns")
			b.ReportMetric(float64(times[len(times)*99/100]), "p99-ns")
		})
	}
}

// BenchmarkOpen opens an empty store, a small one and a large one.
func BenchmarkOpen(b *testing.B) {
	for _, size := range []int{0, defaultRecords, numberFrom(largeVariable, defaultLarge)} {
		b.Run(fmt.Sprintf("records=%d", size), func(b *testing.B) {
			s := benchStore(b, size)
			if err := s.Close(); err != nil {
				b.Fatal(err)
			}
			// What loading has left in memory is not for opening to clear away.
			debug.FreeOSMemory()
			for b.Loop() {
				s, err := Open(s.path, Options{Create: true})
				if err != nil {
					b.Fatal(err)
				}
				if err := s.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
