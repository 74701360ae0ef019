package server

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"vitrine/server/data/dataset"
)

// BenchmarkFeed measures the collection and a full page of the feed of a log of
// 3,000 changes and of one of 300,000: both are to cost the same.
func BenchmarkFeed(b *testing.B) {
	for _, n := range []int{3_000, 300_000} {
		path := filepath.Join(b.TempDir(), "museum.db")
		bulkLoad(b, path, people(b, 0, n, "Ada"))
		s, _, end := openBolt(b, path)
		for name, target := range map[string]string{
			"collection": "/-/activity",
			"page":       fmt.Sprintf("/-/activity/page/%d", n/dataset.ActivityPageSize/2),
			"last":       fmt.Sprintf("/-/activity/page/%d", n/dataset.ActivityPageSize-1),
		} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				benchGet(b, s, target)
			})
		}
		end()
	}
}

// BenchmarkDump measures a dump of 3,000 small records, in bytes of N-Quads,
// beside the same records written out without HTTP.
func BenchmarkDump(b *testing.B) {
	path := filepath.Join(b.TempDir(), "museum.db")
	bulkLoad(b, path, people(b, 0, 3_000, "Ada"))
	_, store, end := openBolt(b, path)
	defer end()
	s, _ := dumpServer(b, nil)
	s.dumps.Store = store
	nquads := s.config.Formats.ByName("nquads")
	size := len(dumped(b, store, nquads))
	b.Run("bare", func(b *testing.B) {
		b.SetBytes(int64(size))
		for b.Loop() {
			dumped(b, store, nquads)
		}
	})
	for _, name := range []string{"nq", "nq.gz", "nq.zst"} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(size))
			benchGet(b, s, "/-/dump."+name)
		})
	}
}

// benchGet sends the same request to a handler again and again.
func benchGet(b *testing.B, s http.Handler, target string) {
	if r := do(b, s, "GET", target); r.StatusCode != http.StatusOK {
		b.Fatalf("%s: status %d", target, r.StatusCode)
	}
	r := httptest.NewRequest("GET", target, nil)
	w := &nullWriter{header: http.Header{}}
	b.ReportAllocs()
	for b.Loop() {
		clear(w.header)
		s.ServeHTTP(w, r)
	}
}
