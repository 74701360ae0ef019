package query

import (
	"context"
	"errors"
	"testing"
	"time"

	"vitrine/server/ops/pace"
)

// TestNewQueriesGoFirst has one place and a clock that stands still until the test moves it.
func TestNewQueriesGoFirst(t *testing.T) {
	now := time.Now()
	s := NewScheduler(1, 2)
	s.now = func() time.Time { return now }
	old, err := s.start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	order := make(chan string, 4)
	fresh := map[string]*turn{}
	for _, name := range []string{"a", "b"} {
		f := &turn{scheduler: s, given: make(chan struct{})}
		fresh[name] = f
		s.fresh = append(s.fresh, f)
	}
	if _, err := s.start(t.Context()); !errors.Is(err, pace.ErrFull) {
		t.Errorf("a third one waits: %v", err)
	}
	if old.pause(t.Context()) {
		t.Error("a query gives way before it had a slice")
	}
	now = now.Add(slice)
	done := make(chan bool)
	go func() {
		paused := old.pause(t.Context())
		order <- "old"
		old.end()
		done <- paused
	}()
	for _, name := range []string{"a", "b"} {
		<-fresh[name].given
		order <- name
		fresh[name].end()
	}
	if !<-done {
		t.Error("a query that had a slice does not give way")
	}
	for _, want := range []string{"a", "b", "old"} {
		if got := <-order; got != want {
			t.Errorf("%s goes on where %s should", got, want)
		}
	}
	if held, waiting := s.load(); held != 0 || waiting != 0 {
		t.Errorf("%d are evaluated and %d wait at the end", held, waiting)
	}
}

// TestPausedQueriesEnd has one whose context ends while it pauses give nothing back twice.
func TestPausedQueriesEnd(t *testing.T) {
	now := time.Now()
	s := NewScheduler(1, 2)
	s.now = func() time.Time { return now }
	old, err := s.start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	next := &turn{scheduler: s, given: make(chan struct{})}
	s.fresh = append(s.fresh, next)
	now = now.Add(slice)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if !old.pause(ctx) {
		t.Error("it does not give way")
	}
	old.end()
	if held, waiting := s.load(); held != 1 || waiting != 0 || !next.held {
		t.Errorf("%d are evaluated and %d wait", held, waiting)
	}
	next.end()
	if held, _ := s.load(); held != 0 {
		t.Errorf("%d are evaluated", held)
	}
}
