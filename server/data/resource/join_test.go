package resource

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"vitrine/server/web/respond"
)

// joined has two requests ask for one representation: the first is told how to end when the second
// waits for it. It returns what the second gets, and how often it made the representation itself.
func joined(t *testing.T, end func() (*respond.Representation, error)) (rep *respond.Representation, made int, err error) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var l loads
		begun, ending, done := make(chan struct{}), make(chan struct{}), make(chan struct{})
		go func() {
			defer close(done)
			defer func() { _ = recover() }() // as the server does
			_, _ = l.join(t.Context(), repKey{}, func() (*respond.Representation, error) {
				close(begun)
				<-ending
				return end()
			})
		}()
		<-begun
		second := make(chan struct{})
		go func() {
			defer close(second)
			rep, err = l.join(t.Context(), repKey{}, func() (*respond.Representation, error) {
				made++
				return &respond.Representation{}, nil
			})
		}()
		synctest.Wait()
		close(ending)
		<-second
		<-done
		if len(l.made) > 0 {
			t.Errorf("%d representations are said to be made still", len(l.made))
		}
	})
	return rep, made, err
}

// TestJoin has requests for one representation share it, what went wrong with it, and nothing of a
// client that has gone.
func TestJoin(t *testing.T) {
	own, fault := &respond.Representation{}, errors.New("fault")
	rep, made, err := joined(t, func() (*respond.Representation, error) { return own, nil })
	if rep != own || err != nil || made != 0 {
		t.Errorf("a representation: %p, %v, made %d times again; want %p", rep, err, made, own)
	}
	if _, made, err = joined(t, func() (*respond.Representation, error) { return nil, fault }); !errors.Is(err, fault) || made != 0 {
		t.Errorf("a fault: %v, made %d times again", err, made)
	}
	if _, made, err = joined(t, func() (*respond.Representation, error) { panic("no") }); !errors.Is(err, errBroken) || made != 0 {
		t.Errorf("a panic: %v, made %d times again", err, made)
	}
	if rep, made, err = joined(t, func() (*respond.Representation, error) { return nil, context.Canceled }); rep == nil || err != nil || made != 1 {
		t.Errorf("a client that has gone: %p, %v, made %d times again, want 1", rep, err, made)
	}
}
