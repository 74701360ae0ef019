package pace

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestShares has one network wait with all the requests that it may, and another come later:
// the other one goes first, since it has used nothing.
func TestShares(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewShares(1, 3)
		crawler, visitor := FromNetwork(t.Context(), "192.0.2.0/24"), FromNetwork(t.Context(), "198.51.100.0/24")
		release, err := s.Acquire(crawler)
		if err != nil {
			t.Fatal(err)
		}
		order := make(chan string, 10)
		ask := func(ctx context.Context, name string) {
			go func() {
				release, err := s.Acquire(ctx)
				if err != nil {
					order <- err.Error()
					return
				}
				order <- name
				<-time.After(time.Second)
				release()
			}()
			synctest.Wait()
		}
		for i := range 3 {
			ask(crawler, fmt.Sprint("crawler ", i))
		}
		began := time.Now()
		if _, err := s.Acquire(crawler); !errors.Is(err, ErrShare) || time.Since(began) != leastRefusal+refusalStep || s.refused != 0 {
			t.Errorf("a fourth one that waits: %v, after %v", err, time.Since(began))
		}
		gone, cancel := context.WithCancel(crawler)
		cancel()
		s.refused = maxRefusals
		_, more := s.Acquire(crawler)
		s.refused = 0
		if _, err := s.Acquire(gone); !errors.Is(more, ErrShare) || !errors.Is(err, ErrShare) || time.Since(began) != leastRefusal+refusalStep {
			t.Errorf("a refusal too many, and one whose client has gone: %v, %v, after %v", more, err, time.Since(began))
		}
		ask(visitor, "visitor")
		<-time.After(time.Second)
		release()
		for _, want := range []string{"visitor", "crawler 0", "crawler 1", "crawler 2"} {
			if got := <-order; got != want {
				t.Errorf("%s has a place, want %s", got, want)
			}
		}
		<-time.After(time.Minute)
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.held != 0 || len(s.waiting) != 0 {
			t.Errorf("%d hold and %d wait in the end", s.held, len(s.waiting))
		}
		if got := s.used["192.0.2.0/24"].recent(time.Now()); got < 0.5 || got > 1.5 {
			t.Errorf("the crawler has used %v s, want about a quarter of 4", got)
		}
	})
}

// TestSharesGivenUp ends requests that wait, and one at the moment that it has a place.
func TestSharesGivenUp(t *testing.T) {
	s := NewShares(1, 3)
	release, err := s.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Acquire(gone); !errors.Is(err, context.Canceled) {
		t.Errorf("a request that has ended: %v", err)
	}
	var free func()
	s.after = func(_ time.Duration, f func()) { free = f }
	c := s.claim("")
	release()
	free()
	if s.giveUp(c); s.held != 0 || len(s.waiting) != 0 || s.used[""].waiting != 0 || s.used[""].holds != 0 {
		t.Errorf("%d hold, %d wait, %+v", s.held, len(s.waiting), s.used[""])
	}
}

// TestCrowded has three requests for one place, of which each learns whether others wait.
func TestCrowded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewShares(1, 3)
		crowded := make(chan bool, 3)
		var group sync.WaitGroup
		defer group.Wait()
		for range 3 {
			group.Go(func() {
				ctx, done, err := s.Slot(t.Context(), time.Minute)
				if err != nil {
					t.Error(err)
					return
				}
				crowded <- Crowded(ctx)
				<-time.After(time.Second)
				done()
			})
			synctest.Wait()
		}
		for i, want := range []bool{false, true, false} {
			if got := <-crowded; got != want {
				t.Errorf("request %d finds others waiting: %v, want %v", i, got, want)
			}
		}
	})
}

// TestSharesForget has more networks than are kept in mind.
func TestSharesForget(t *testing.T) {
	s := NewShares(1, 1)
	for i := range 3 * knownNetworks {
		release, err := s.Acquire(FromNetwork(t.Context(), fmt.Sprint(i)))
		if err != nil {
			t.Fatal(err)
		}
		release()
	}
	if len(s.used) > knownNetworks {
		t.Errorf("%d networks are kept, want at most %d", len(s.used), knownNetworks)
	}
}

// TestSharesPause has a place pause after work that another request waits behind, and not where
// none waits.
func TestSharesPause(t *testing.T) {
	s := NewShares(1, 3)
	now := time.Now()
	s.now = func() time.Time { return now }
	var paused []time.Duration
	var free func()
	s.after = func(d time.Duration, f func()) { paused, free = append(paused, d), f }
	for range 2 { // nothing waits
		release, err := s.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		release()
	}
	release, err := s.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	c := s.claim("")
	now = now.Add(10 * time.Millisecond)
	release()
	if c.held || len(paused) != 1 || paused[0] != sharePause*10*time.Millisecond {
		t.Fatalf("a place while it pauses: %v, pauses %v", c.held, paused)
	}
	if free(); !c.held {
		t.Error("after the pause nobody has the place")
	}
}
