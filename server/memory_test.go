package server

import (
	"math"
	"testing"
)

// The cache keeps to a memory limit.
func TestStandardCache(t *testing.T) {
	for limit, want := range map[int64]int64{math.MaxInt64: 64 << 20, 1 << 30: 64 << 20, 512 << 20: 64 << 20, 128 << 20: 16 << 20, 1 << 20: 1 << 20, 0: 1 << 20} {
		if got := standardCache(limit); got != want {
			t.Errorf("standardCache(%d) = %d, want %d", limit, got, want)
		}
	}
}

// The number of slots keeps to a memory limit, and there is always one.
func TestStandardRenders(t *testing.T) {
	for _, test := range []struct {
		processors int
		limit      int64
		want       int
	}{
		{2, math.MaxInt64, 4}, {64, math.MaxInt64, 128}, {64, 1 << 30, 32}, {2, 128 << 20, 4}, {2, 96 << 20, 3}, {2, 1 << 20, 1}, {2, 0, 1},
	} {
		if got := standardRenders(test.processors, test.limit); got != test.want {
			t.Errorf("standardRenders(%d, %d) = %d, want %d", test.processors, test.limit, got, test.want)
		}
	}
}

// The memory of queries keeps to a memory limit.
func TestStandardQueryMemory(t *testing.T) {
	for _, test := range []struct {
		queries           int
		each, limit, want int64
	}{
		{1, 64 << 20, math.MaxInt64, 64 << 20}, {8, 64 << 20, math.MaxInt64, 512 << 20}, {8, 64 << 20, 1 << 30, 256 << 20}, {1, 64 << 20, 1 << 20, 1 << 20},
	} {
		if got := standardQueryMemory(test.queries, test.each, test.limit); got != test.want {
			t.Errorf("standardQueryMemory(%d, %d, %d) = %d, want %d", test.queries, test.each, test.limit, got, test.want)
		}
	}
}

func TestStandardRequestMemory(t *testing.T) {
	for _, test := range []struct{ limit, want int64 }{{math.MaxInt64, 512 << 20}, {2 << 30, 512 << 20}, {256 << 20, 128 << 20}} {
		if got := standardRequestMemory(test.limit); got != test.want {
			t.Errorf("standardRequestMemory(%d) = %d, want %d", test.limit, got, test.want)
		}
	}
}
