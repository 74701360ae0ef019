package query

import "testing"

// TestKept fills a cache with many times what it has room for.
func TestKept(t *testing.T) {
	const size, most = 1000, 20 * (1000 + entrySize)
	k := newKept(most, func(int) int { return size })
	for version := range uint64(500) {
		k.put(version, int(version))
		if n := len(k.young) + len(k.old); n*(size+entrySize) > most {
			t.Fatalf("%d values are kept", n)
		}
		// The first is asked for again and again.
		if got, ok := k.get(0); !ok || got != 0 {
			t.Fatalf("after %d others: %d, %v", version, got, ok)
		}
	}
	if got, ok := k.get(499); !ok || got != 499 {
		t.Errorf("the last: %d, %v", got, ok)
	}
	if got, ok := k.get(100); ok {
		t.Errorf("what nobody asked for again: %d", got)
	}
	large := newKept(most, func(int) int { return most })
	large.put(1, 1)
	if _, ok := large.get(1); ok {
		t.Error("a value that takes all of the room was kept")
	}
}
