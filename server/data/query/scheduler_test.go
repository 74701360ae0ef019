package query

import (
	"context"
	"errors"
	"testing"
	"time"

	"vitrine/server/ops/pace"
)

// waiting returns a turn of a client that waits to begin.
func waiting(s *Scheduler, client string) *turn {
	t := &turn{scheduler: s, client: client, limit: time.Hour, over: func() {}, given: make(chan struct{})}
	s.fresh++
	s.lanes[0].add(t)
	return t
}

// TestNewQueriesGoFirst has one place and a clock that stands still until the test moves it.
func TestNewQueriesGoFirst(t *testing.T) {
	now := time.Now()
	s := NewScheduler(1, 2)
	s.now = func() time.Time { return now }
	old, err := s.start(t.Context(), "", time.Hour, func() {})
	if err != nil {
		t.Fatal(err)
	}
	order := make(chan string, 4)
	fresh := map[string]*turn{}
	for _, name := range []string{"a", "b"} {
		fresh[name] = waiting(s, "")
	}
	if _, err := s.start(t.Context(), "", time.Hour, func() {}); !errors.Is(err, pace.ErrFull) {
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
	old, err := s.start(t.Context(), "", time.Hour, func() {})
	if err != nil {
		t.Fatal(err)
	}
	next := waiting(s, "")
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

// TestClientsTakeTurns has one client with many queries beside one with a single query, and an
// old query that goes on when those of the first lane are done.
func TestClientsTakeTurns(t *testing.T) {
	now := time.Now()
	s := NewScheduler(1, 9)
	s.now = func() time.Time { return now }
	old, err := s.start(t.Context(), "slow", time.Hour, func() {})
	if err != nil {
		t.Fatal(err)
	}
	turns := []*turn{waiting(s, "many"), waiting(s, "many"), waiting(s, "many"), waiting(s, "one")}
	now = now.Add(quick)
	done := make(chan struct{})
	go func() {
		old.pause(t.Context())
		close(done)
	}()
	for _, i := range []int{0, 3, 1, 2} {
		<-turns[i].given
		if _, waiting := s.load(); waiting == 0 {
			t.Errorf("the old query goes on before number %d is done", i)
		}
		turns[i].end()
	}
	<-done
	if old.ran != quick {
		t.Errorf("it ran for %s", old.ran)
	}
	old.end()
}

// TestTimeIsThatOfRunning has the time of a query be over while it is evaluated, and not while it
// waits.
func TestTimeIsThatOfRunning(t *testing.T) {
	s := NewScheduler(1, 1)
	over := make(chan struct{})
	first, err := s.start(t.Context(), "a", time.Hour, func() { t.Error("the first one is over") })
	if err != nil {
		t.Fatal(err)
	}
	second := make(chan *turn)
	go func() {
		turn, err := s.start(t.Context(), "b", time.Nanosecond, func() { close(over) })
		if err != nil {
			t.Error(err)
		}
		second <- turn
	}()
	select {
	case <-over:
		t.Error("the second one is over before it began")
	case <-second:
		t.Error("both are evaluated")
	default:
	}
	first.end()
	<-over
	(<-second).end()
}
