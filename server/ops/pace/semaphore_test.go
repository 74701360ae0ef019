package pace

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestQueue fills a semaphore: one more waits, and the next is refused.
func TestQueue(t *testing.T) {
	m := NewSemaphore(1, 1)
	release, err := m.Acquire(t.Context())
	if err != nil || m.Held() != 1 {
		t.Fatalf("%d places are held, %v", m.Held(), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	waited := make(chan error, 1)
	go func() {
		_, err := m.Acquire(ctx)
		waited <- err
	}()
	for m.Waiting() == 0 {
		select {
		case err := <-waited:
			t.Fatalf("it did not wait: %v", err)
		default:
		}
	}
	if _, err := m.Acquire(t.Context()); !errors.Is(err, ErrFull) {
		t.Errorf("a third one: %v", err)
	}
	cancel()
	if err := <-waited; !errors.Is(err, context.Canceled) {
		t.Errorf("the one that gave up: %v", err)
	}
	if _, _, err := m.Slot(t.Context(), time.Nanosecond); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a slot in no time: %v", err)
	}
	release()
	_, done, err := m.Slot(t.Context(), time.Hour)
	if err != nil || m.Held() != 1 {
		t.Fatalf("%d places are held, %v", m.Held(), err)
	}
	if done(); m.Held() != 0 || m.Waiting() != 0 {
		t.Errorf("%d places are held, %d wait", m.Held(), m.Waiting())
	}
}
