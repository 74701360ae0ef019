package peers

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.etcd.io/bbolt"
	_ "modernc.org/sqlite"

	"vitrine/checks/bench/corpus"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
)

// putter puts one record after the other, each durable when put returns. The
// number makes its name another.
type putter struct {
	name string
	// open makes an empty database and returns what a client puts with.
	open func(b *testing.B) (client func() func(number int64) error)
}

// BenchmarkPuts puts new records, each durable when it is acknowledged, by one
// client and by 32. Vitrine parses a record, indexes it and commits; the others put
// its bytes under a key: bbolt by a commit for each and by its own Batch, SQLite in
// WAL mode with synchronous=FULL, one transaction a record.
func BenchmarkPuts(b *testing.B) {
	for _, clients := range []int{1, 32} {
		for _, p := range []putter{{"vitrine", openVitrine}, {"sqlite", openSQLite}, {"bbolt-update", openBbolt((*bbolt.DB).Update)}, {"bbolt-batch", openBbolt((*bbolt.DB).Batch)}} {
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
	s, err := boltstore.Open(filepath.Join(b.TempDir(), "store.db"), boltstore.Options{Create: true})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = s.Close() })
	return func() func(int64) error {
		records := made(b)
		return func(number int64) error {
			g, err := records[number%kinds].Graph(number)
			if err != nil {
				return err
			}
			_, err = s.Apply(b.Context(), rdfstore.Change{Put: g})
			return err
		}
	}
}

// openBbolt returns what opens a database of bbolt that is written by Update or Batch.
func openBbolt(write func(*bbolt.DB, func(*bbolt.Tx) error) error) func(*testing.B) func() func(int64) error {
	return func(b *testing.B) func() func(int64) error { return bboltPuts(b, write) }
}

func bboltPuts(b *testing.B, write func(*bbolt.DB, func(*bbolt.Tx) error) error) func() func(int64) error {
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
	records := made(b)
	return func() func(int64) error {
		return func(number int64) error {
			r := records[number%kinds]
			return write(db, func(tx *bbolt.Tx) error { return tx.Bucket(bucket).Put([]byte(r.Name(number)), r.Text) })
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
	records := made(b)
	return func() func(int64) error {
		return func(number int64) error {
			r := records[number%kinds]
			_, err := insert.Exec([]byte(r.Name(number)), r.Text)
			return err
		}
	}
}

// made are the records, of which each client gets its own.
func made(b *testing.B) []*corpus.Record {
	b.Helper()
	all, err := corpus.Records(b.Context(), kinds)
	if err != nil {
		b.Fatal(err)
	}
	return all
}
