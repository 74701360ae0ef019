package pace

import (
	"context"
	"testing"
)

// TestCountSurvivesItsClient lets the client that asked for a count first go
// while it is made. The next gets that very count.
func TestCountSurvivesItsClient(t *testing.T) {
	c := NewCounts(NewSemaphore(1, 1))
	asked, tell := make(chan struct{}), make(chan struct{})
	made := 0
	count := func(ctx context.Context) (uint64, error) {
		made++
		close(asked)
		<-tell
		return 42, ctx.Err()
	}
	first, leave := context.WithCancel(t.Context())
	gone := make(chan error, 1)
	go func() {
		_, err := c.Total(first, "x", count)
		gone <- err
	}()
	<-asked
	leave()
	if err := <-gone; err == nil {
		t.Error("who has left gets a count")
	}
	second := c.join(t.Context(), "x", count)
	close(tell)
	if r := <-second; r.Err != nil || r.Val != uint64(42) || made != 1 {
		t.Errorf("%v, %v, counted %d times", r.Val, r.Err, made)
	}
}

// TestCountThatPanics makes sure that a count that fails hurts its own clients
// alone.
func TestCountThatPanics(t *testing.T) {
	c := NewCounts(NewSemaphore(1, 1))
	if _, err := c.Total(t.Context(), "x", func(context.Context) (uint64, error) { panic("no") }); err == nil {
		t.Error("no error")
	}
	if n, err := c.Total(t.Context(), "x", func(context.Context) (uint64, error) { return 1, nil }); n != 1 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
}
