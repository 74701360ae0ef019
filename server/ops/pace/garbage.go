package pace

import (
	"context"
	"math"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// leastGarbage is how much garbage a process lets come together at least before it is
// collected, in bytes. While it is, requests wait for processors: a load makes hundreds of
// megabytes a second, and with little in use it would be collected several times in that.
const leastGarbage = 256 << 20

// standardGarbage is Go's standard, in percent of what is in use.
const standardGarbage = 100

// CollectLater has garbage collected when there is as much of it as of what is in use, which
// is Go's standard, but not before there is leastGarbage, until ctx ends. Garbage and what is in
// use stay within limit bytes, 0 for no limit; where more than two thirds of them are in use,
// the limit grows with that, since a process near its limit does little but collect. Where the
// environment says one of both (GOGC, GOMEMLIMIT), CollectLater leaves it.
func CollectLater(ctx context.Context, limit int64) {
	if os.Getenv("GOGC") != "" {
		return
	}
	if os.Getenv("GOMEMLIMIT") != "" {
		limit = 0
	}
	inUse := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	defer debug.SetGCPercent(standardGarbage)
	if limit > 0 {
		defer debug.SetMemoryLimit(math.MaxInt64)
	}
	for before := standardGarbage; ; {
		metrics.Read(inUse)
		if percent := garbagePercent(inUse[0].Value.Uint64()); percent != before {
			debug.SetGCPercent(percent)
			before = percent
		}
		if limit > 0 {
			debug.SetMemoryLimit(max(limit, int64(inUse[0].Value.Uint64())/2*3))
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// garbagePercent returns how much garbage may come together, in percent of so many bytes
// that are in use. It goes by steps, since setting it stops the program for a moment.
func garbagePercent(inUse uint64) int {
	const step, most = 50, 1000
	percent := 100 * leastGarbage / max(inUse, 1)
	return int(max(min(percent, most)/step*step, standardGarbage))
}
