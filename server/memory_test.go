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
