package server

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"vitrine/rdfstore"
)

// watched counts the walks through a store that are in progress. ended gets a
// value for each that is over.
type watched struct {
	open  atomic.Int64
	ended chan struct{}
}

func (w *watched) walk(_ context.Context, walk iter.Seq2[*rdfstore.Entity, error]) iter.Seq2[*rdfstore.Entity, error] {
	return func(yield func(*rdfstore.Entity, error) bool) {
		w.open.Add(1)
		defer func() {
			w.open.Add(-1)
			w.ended <- struct{}{}
		}()
		walk(yield)
	}
}

// TestSlowDumpsHoldNoSnapshot lets clients take a dump by the kilobyte while
// records are written. The store has no reader left when the file is complete,
// and each client gets the store as it was.
func TestSlowDumpsHoldNoSnapshot(t *testing.T) {
	w := &watched{ended: make(chan struct{}, 10)}
	dir := t.TempDir()
	var store *testStore
	s, store := dumpServer(t, func(c *Config) {
		store = c.Store.(*testStore)
		c.Store = &walkStore{testStore: store, graphs: w.walk}
		c.DumpDir = dir
	})
	for i := range 300 {
		store.put(t, person(t, fmt.Sprintf("%sthing/%d", testBase, i), strings.Repeat("x", 100)))
	}
	want := map[string]string{}
	for _, name := range []string{"nquads", "jsonl"} {
		want[name] = dumped(t, store, s.config.Formats.ByName(name))
	}
	l := newPipeListener()
	serveOn(t, s, l)
	clients := map[*bufio.Reader]string{}
	for range 3 {
		clients[bufio.NewReaderSize(l.request(t, "/-/dump.nq", ""), 16)] = "nquads"
		clients[bufio.NewReaderSize(l.request(t, "/-/dump.jsonl", ""), 16)] = "jsonl"
	}
	for range 2 { // two files, whatever the number of clients
		<-w.ended
	}
	responses := map[*http.Response]string{}
	for reader, name := range clients {
		r, err := http.ReadResponse(reader, nil)
		if err != nil {
			t.Fatal(err)
		}
		responses[r] = name
	}
	got := map[*http.Response]*strings.Builder{}
	for round := range 10 {
		for r := range responses {
			if got[r] == nil {
				got[r] = &strings.Builder{}
			}
			if _, err := io.CopyN(got[r], r.Body, 1<<10); err != nil {
				t.Fatal(err)
			}
		}
		store.put(t, person(t, fmt.Sprintf("%sthing/%d", testBase, round), "changed meanwhile"))
		if open := w.open.Load(); open != 0 {
			t.Fatalf("round %d: the store has %d readers", round, open)
		}
	}
	if len(w.ended) != 0 {
		t.Errorf("the store was read %d times more", len(w.ended))
	}
	for r, name := range responses {
		if _, err := io.Copy(got[r], r.Body); err != nil || got[r].String() != want[name] {
			t.Errorf("%s: %d bytes, want %d, %v", name, got[r].Len(), len(want[name]), err)
		}
		r.Body.Close()
	}
	if r := do(t, s, "GET", "/-/dump.nq"); body(t, r) == want["nquads"] {
		t.Error("a new client gets the old dump")
	}
	s.close()
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%d files are left", len(left))
	}
}
