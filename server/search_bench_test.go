package server

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"vitrine/rdfstore"
	"vitrine/server/data/search"
)

// BenchmarkBesideSearch compares GET of a record that is in the cache, while
// others write, with an index that follows the store and without.
func BenchmarkBesideSearch(b *testing.B) {
	for _, with := range []bool{false, true} {
		s, store := newTestServer(b, func(c *Config) {
			if with {
				index, err := search.Open(context.Background(), b.TempDir(), c.Store, search.Options{MaxWait: time.Hour})
				if err != nil {
					b.Fatal(err)
				}
				b.Cleanup(func() { _ = index.Close() })
				c.Search = index
			}
		})
		store.put(b, person(b, testBase+"person/warm", strings.Repeat("Vermeer ", 120)))
		request := benchRequest("/person/warm", "*/*", "identity")
		_, size := bareHandler(b, s, "/person/warm", "*/*", "identity")
		name := "without"
		if with {
			name = "with"
		}
		b.Run(name, func(b *testing.B) {
			end := keepWriting(b, store, 10*time.Millisecond)
			defer end()
			benchHandler(b, s, request, size)
		})
	}
}

// keepWriting writes a record every so often until it is ended.
func keepWriting(b *testing.B, store rdfstore.Store, every time.Duration) (end func()) {
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		ticker := time.NewTicker(every)
		defer ticker.Stop()
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			case <-ticker.C:
			}
			g := person(b, fmt.Sprintf("%sset/%d", testBase, n%100), fmt.Sprint("Set ", n))
			if _, err := store.Apply(context.Background(), rdfstore.Change{Put: g}); err != nil {
				b.Error(err)
				return
			}
		}
	}()
	return func() { close(stop); <-stopped }
}

// BenchmarkSearch answers a search over HTTP, with the first 100 of 1,000
// results.
func BenchmarkSearch(b *testing.B) {
	s, store := searched(b)
	for i := range 1000 {
		store.put(b, person(b, fmt.Sprintf("%sset/%03d", testBase, i), "Delft"))
	}
	for name, accept := range map[string]string{"json": "*/*", "html": browser} {
		request := benchRequest("/-/search?q=delft&page=1", accept, "identity")
		_, size := bareHandler(b, s, "/-/search?q=delft&page=1", accept, "identity")
		b.Run(name, func(b *testing.B) { benchHandler(b, s, request, size) })
	}
}
