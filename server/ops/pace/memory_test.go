package pace

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// held counts what requests hold together, and the most that they ever did.
type held struct {
	mu        sync.Mutex
	now, most int64
}

func (h *held) add(bytes int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now += bytes
	h.most = max(h.most, h.now)
}

// TestMemoryIsShared has requests come at once that weigh far more than the bound together. All
// are answered, and as many are at work at once as fit.
func TestMemoryIsShared(t *testing.T) {
	const record, fit, rounds = 1 << 20, 3, 7
	m := NewMemory(fit*record*perByte + record)
	var h held
	begun, end := make(chan struct{}), make(chan struct{})
	var answered sync.WaitGroup
	for range fit * rounds {
		answered.Go(func() {
			err := m.Run(t.Context(), record, func() {}, func(context.Context, *Share) error {
				h.add(record * perByte)
				defer h.add(-record * perByte)
				begun <- struct{}{}
				<-end
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	for range rounds {
		for range fit {
			<-begun
		}
		for range fit {
			end <- struct{}{}
		}
	}
	answered.Wait()
	if h.most != fit*record*perByte || h.now != 0 {
		t.Errorf("requests held %d bytes at once, and %d at the end; want %d", h.most, h.now, fit*record*perByte)
	}
}

// TestMemoryFits takes as many shares as fit at once, one after the other.
func TestMemoryFits(t *testing.T) {
	const record = 1 << 20
	m := NewMemory(2 * record * perByte)
	for range 2 {
		if _, err := m.Take(t.Context(), record); err != nil {
			t.Fatal(err)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Take(ended, record); !errors.Is(err, context.Canceled) {
		t.Errorf("a third one: %v", err)
	}
}

// TestHeaviestRunsAlone takes a share that is heavier than the whole bound: it gets all of it,
// and the next one waits until it is given back.
func TestHeaviestRunsAlone(t *testing.T) {
	m := NewMemory(1 << 20)
	share, err := m.Take(t.Context(), 1<<40)
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Take(ended, Light+1); err == nil {
		t.Error("another runs beside it")
	}
	next := make(chan error, 1)
	go func() {
		_, err := m.Take(t.Context(), Light+1)
		next <- err
	}()
	share.Release()
	if err := <-next; err != nil {
		t.Error(err)
	}
}

// TestLightNeverWaits has a light request run while one has all of the memory and another waits.
func TestLightNeverWaits(t *testing.T) {
	m := NewMemory(1 << 20)
	share, err := m.Take(t.Context(), 1<<40)
	if err != nil {
		t.Fatal(err)
	}
	next := make(chan error, 1)
	go func() {
		_, err := m.Take(t.Context(), 1<<40)
		next <- err
	}()
	light, err := m.Take(t.Context(), Light)
	if err != nil || light.Keep(0) {
		t.Errorf("a light one: %v, or it has a share", err)
	}
	if !share.Keep(Light) || share.weight != Light {
		t.Errorf("the share is %d, want %d", share.weight, Light)
	}
	share.Release()
	if err := <-next; err != nil {
		t.Error(err)
	}
}

// TestRunMeetsLargerRecord has a request meet a record that is larger than it asked for: it is
// done once more, with a share for both and a limit that lets it read that record.
func TestRunMeetsLargerRecord(t *testing.T) {
	const record, met = 100 << 10, 300 << 10
	m := NewMemory(1 << 30)
	var weights []int64
	waits := 0
	err := m.Run(t.Context(), record, func() { waits++ }, func(ctx context.Context, s *Share) error {
		weights = append(weights, s.weight)
		return rdfstore.CheckSize(ctx, rdf.IRI{}, met)
	})
	if want := []int64{record * perByte, (record + met) * perByte}; err != nil || !slices.Equal(weights, want) || waits != 2 {
		t.Errorf("weights %d, %v, %d waits; want %d", weights, err, waits, want)
	}
	if !m.shares.TryAcquire(m.bytes) {
		t.Error("not all was given back")
	}
}
