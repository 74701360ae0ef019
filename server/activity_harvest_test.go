package server

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"

	"vitrine/server/data/dataset"
)

// TestHarvestWhileOthersWrite walks the feed forwards and backwards while
// there are writers. A walk misses nothing that was there when it began, sees
// everything in order, and gets the same bytes of a page that may be kept.
func TestHarvestWhileOthersWrite(t *testing.T) {
	s, store := newTestServer(t, nil)
	scribble(t, store, rand.New(rand.NewPCG(0, 0)), 2*dataset.ActivityPageSize)
	var writers sync.WaitGroup
	for w := range 8 {
		writers.Go(func() { scribble(t, store, rand.New(rand.NewPCG(uint64(w), 1)), 3*dataset.ActivityPageSize) })
	}
	written := make(chan struct{})
	go func() {
		writers.Wait()
		close(written)
	}()
	kept := map[string]string{}
	for walks, ended := 0, false; walks < 2 || !ended; walks++ {
		select {
		case <-written:
			ended = true
		default:
		}
		before, err := store.LastChange(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		collection := fetchJSON[dataset.ActivityCollection](t, s, feedURI)
		start, step := collection.Last, func(p dataset.ActivityPage) *dataset.Reference { return p.Prev }
		if walks%2 == 1 {
			start, step = collection.First, func(p dataset.ActivityPage) *dataset.Reference { return p.Next }
		}
		var seen []uint64
		for at := start; at != nil; {
			p := fetchKept(t, s, at.ID, kept)
			numbers := make([]uint64, len(p.OrderedItems))
			for i, a := range p.OrderedItems {
				if _, err := fmt.Sscanf(a.ID, p.ID+"#%d", &numbers[i]); err != nil {
					t.Fatalf("%s: %v", a.ID, err)
				}
			}
			if walks%2 == 1 {
				seen = append(seen, numbers...)
			} else {
				seen = append(numbers, seen...)
			}
			at = step(p)
		}
		for i, number := range seen {
			if number != uint64(i)+1 {
				t.Fatalf("walk %d: entry %d stands at %d", walks, number, i)
			}
		}
		if uint64(len(seen)) < before.Seq {
			t.Errorf("walk %d saw %d of %d entries", walks, len(seen), before.Seq)
		}
	}
	for target, want := range kept {
		if got := body(t, do(t, s, "GET", target)); got != want {
			t.Errorf("%s is not what it was", target)
		}
	}
	if len(kept) == 0 {
		t.Error("no page was full")
	}
}

// fetchKept reads a page, and compares it with what it was if it is to be kept.
func fetchKept(t *testing.T, s http.Handler, id string, kept map[string]string) (p dataset.ActivityPage) {
	t.Helper()
	target := strings.TrimPrefix(id, strings.TrimSuffix(testBase, "/"))
	r := do(t, s, "GET", target)
	text := body(t, r)
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		t.Fatal(err)
	}
	if was, ok := kept[target]; ok && was != text {
		t.Errorf("%s is not what it was", target)
	}
	if strings.Contains(r.Header.Get("Cache-Control"), "immutable") {
		kept[target] = text
	}
	return p
}
