package harvest

import (
	"errors"
	"fmt"
	"net/http"
	"sync"
	"testing"
)

func TestPrefixes(t *testing.T) {
	p := newPublisher(t)
	p.put("/object/1", "one")
	p.put("/person/1", "two")
	p.put("/object/2", "three")
	h := newHarvester(t, p)
	h.options.Prefixes = []string{p.url("/object/"), p.url("/place/")}
	if got := h.run(); got.Created != 2 || got.Outside != 1 || !got.Whole() {
		t.Errorf("the first run came to %+v", got)
	}
	h.holds(p, map[string]string{"/object/1": "one", "/object/2": "three"})

	// Nothing without a prefix is deleted either, by the feed or for not being named.
	all := newHarvester(t, p)
	all.options.Store = h.options.Store
	all.run()
	p.remove("/person/1")
	p.remove("/object/2")
	if got := h.run(); got.Deleted != 1 || got.Outside != 1 {
		t.Errorf("the next run came to %+v", got)
	}
	p.log = p.log[:1]
	h.options.Prune = true
	h.options.StateFile += ".other"
	if got := h.run(); got.Pruned != 0 {
		t.Errorf("pruning came to %+v", got)
	}
	h.holds(p, map[string]string{"/object/1": "one", "/person/1": "two"})
}

// Harvests of several feeds into one store share a state file.
func TestFeedsSideBySide(t *testing.T) {
	first, second := newPublisher(t), newPublisher(t)
	a, b := newHarvester(t, first), newHarvester(t, second)
	b.options.Store, b.options.StateFile = a.options.Store, a.options.StateFile
	for i := range 20 {
		first.put(fmt.Sprintf("/r/%d", i), "first")
		second.put(fmt.Sprintf("/r/%d", i), "second")
	}
	for round := range 3 {
		var wait sync.WaitGroup
		for _, h := range []*harvester{a, b} {
			wait.Go(func() {
				if _, err := Run(t.Context(), h.options); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		first.put("/r/0", fmt.Sprint("again ", round))
		second.put("/r/1", fmt.Sprint("again ", round))
	}
	state, err := readState(a.options.StateFile)
	if err != nil || len(state.Feeds) != 2 {
		t.Fatalf("the state has %d feeds, %v", len(state.Feeds), err)
	}
	for _, h := range []*harvester{a, b} {
		if got := h.run(); got.Resources != 1 || got.Updated != 1 {
			t.Errorf("the last run came to %+v", got)
		}
	}
}

func TestTwoHarvestsOfOneFeedAreRefused(t *testing.T) {
	p := newPublisher(t)
	p.put("/r/1", "one")
	h := newHarvester(t, p)
	var second error
	p.misbehave(func(http.ResponseWriter, *http.Request) bool {
		if second == nil {
			_, second = Run(t.Context(), h.options)
		}
		return false
	})
	h.run()
	if !errors.Is(second, ErrBusy) {
		t.Errorf("the second harvest ended with %v", second)
	}
	if got := h.run(); got.Resources != 0 {
		t.Errorf("the next run came to %+v", got)
	}
}
