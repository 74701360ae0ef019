package peers

import (
	"bytes"
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"
	_ "modernc.org/sqlite"

	ldcontext "vitrine/context"
	"vitrine/linkedart/generate"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"
)

// putter puts one record after the other, each durable when put returns. The
// number makes its name another.
type putter struct {
	name string
	// open makes an empty database and returns what a client puts with.
	open func(b *testing.B) (client func() func(number int64) error)
}

// BenchmarkPuts puts new records, each durable when it is acknowledged, by one
// client and by 32. Vitrine takes a record apart, indexes it and keeps a log;
// the others put its bytes under a key: bbolt by its own Batch, SQLite in WAL
// mode with synchronous=FULL, one transaction a record.
func BenchmarkPuts(b *testing.B) {
	for _, clients := range []int{1, 32} {
		for _, p := range []putter{{"vitrine", openVitrine}, {"sqlite", openSQLite}, {"bbolt", openBbolt}} {
			b.Run(fmt.Sprintf("clients=%d/%s", clients, p.name), func(b *testing.B) {
				open := p.open(b)
				puts := make([]func(int64) error, clients)
				for i := range puts {
					puts[i] = open()
				}
				times := make([]time.Duration, b.N)
				var next atomic.Int64
				var group sync.WaitGroup
				b.ResetTimer()
				for _, put := range puts {
					group.Go(func() {
						for i := next.Add(1) - 1; i < int64(b.N); i = next.Add(1) - 1 {
							start := time.Now()
							if err := put(i); err != nil {
								b.Error(err)
								return
							}
							times[i] = time.Since(start)
						}
					})
				}
				group.Wait()
				b.StopTimer()
				slices.Sort(times)
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puts/s")
				b.ReportMetric(float64(times[len(times)*99/100]), "p99-ns")
			})
		}
	}
}

// kinds is how many different records are put.
const kinds = 256

func openVitrine(b *testing.B) func() func(int64) error {
	s, err := boltstore.Open(filepath.Join(b.TempDir(), "store.db"), boltstore.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = s.Close() })
	return func() func(int64) error {
		made := graphs(b)
		return func(number int64) error {
			_, err := s.Apply(b.Context(), rdfstore.Change{Put: made[number%kinds].named(number)})
			return err
		}
	}
}

func openBbolt(b *testing.B) func() func(int64) error {
	db, err := bbolt.Open(filepath.Join(b.TempDir(), "raw.db"), 0o600, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	bucket := []byte("records")
	err = db.Update(func(tx *bbolt.Tx) error {
		_, err := tx.CreateBucket(bucket)
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return func() func(int64) error {
		return func(number int64) error {
			key, value := keyValue(number)
			return db.Batch(func(tx *bbolt.Tx) error { return tx.Bucket(bucket).Put(key, value) })
		}
	}
}

func openSQLite(b *testing.B) func() func(int64) error {
	file := "file:" + filepath.Join(b.TempDir(), "raw.sqlite") + "?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)"
	db, err := sql.Open("sqlite", file)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	// SQLite has one writer at a time; more connections would only wait for it in
	// a worse way.
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("CREATE TABLE records (name BLOB PRIMARY KEY, value BLOB) WITHOUT ROWID"); err != nil {
		b.Fatal(err)
	}
	insert, err := db.Prepare("INSERT INTO records VALUES (?, ?)")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = insert.Close() })
	return func() func(int64) error {
		return func(number int64) error {
			key, value := keyValue(number)
			_, err := insert.Exec(key, value)
			return err
		}
	}
}

// keyValue returns the name and the bytes of a record.
func keyValue(number int64) (key, value []byte) {
	value = texts()[number%kinds]
	return strconv.AppendInt([]byte(idOf(value)+"-"), number, 10), value
}

var texts = sync.OnceValue(func() [][]byte {
	return slices.Collect(generate.Records(generate.Options{Records: kinds, Seed: 1}))
})

// idOf returns the id of a record.
func idOf(text []byte) string {
	_, after, _ := strings.Cut(string(text), `"id":"`)
	id, _, _ := strings.Cut(after, `"`)
	return id
}

// renamed is a graph that is put again and again, of an entity with another name
// each time.
type renamed struct {
	graph *graph.Graph
	name  rdf.IRI
	// own are the numbers of the triples whose subject is the entity.
	own []int
}

// graphs returns the records as graphs, which one client may change.
func graphs(b *testing.B) []*renamed {
	b.Helper()
	format := jsonld.New(ldcontext.New(nil)).LinkedArt()
	var made []*renamed
	for _, text := range texts() {
		for g, err := range format.Decode(b.Context(), bytes.NewReader(text), serialize.DecodeOptions{}) {
			if err != nil {
				b.Fatal(err)
			}
			made = append(made, newRenamed(g))
		}
	}
	return made
}

func newRenamed(g *graph.Graph) *renamed {
	r := &renamed{graph: g, name: g.Name}
	for n, t := range g.Triples {
		if t.Subj == rdf.Subject(g.Name) {
			r.own = append(r.own, n)
		}
	}
	return r
}

func (r *renamed) named(number int64) *graph.Graph {
	name, err := graph.IRI(r.name.String() + "-" + strconv.FormatInt(number, 10))
	if err != nil {
		panic(err) // a number makes no IRI wrong
	}
	r.graph.Name = name
	for _, n := range r.own {
		r.graph.Triples[n].Subj = name
	}
	return r.graph
}
