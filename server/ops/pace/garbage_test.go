package pace

import (
	"runtime/metrics"
	"slices"
	"testing"
)

func TestGarbagePercent(t *testing.T) {
	for _, test := range []struct {
		inUse uint64
		want  int
	}{{0, 1000}, {1 << 20, 1000}, {64 << 20, 400}, {100 << 20, 250}, {200 << 20, 100}, {256 << 20, 100}, {8 << 30, 100}} {
		if got := garbagePercent(test.inUse); got != test.want {
			t.Errorf("%d bytes in use: %d %%, want %d", test.inUse, got, test.want)
		}
	}
}

// TestCollectLaterReads looks for the metric that collectLater reads.
func TestCollectLaterReads(t *testing.T) {
	if !slices.ContainsFunc(metrics.All(), func(d metrics.Description) bool {
		return d.Name == "/gc/heap/live:bytes" && d.Kind == metrics.KindUint64
	}) {
		t.Error("the runtime does not tell what is in use")
	}
}
