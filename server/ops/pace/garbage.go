package pace

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// leastGarbage is how much garbage a server lets come together at least before it is
// collected, in bytes. While it is, requests wait for processors: a load makes hundreds of
// megabytes a second, and with little in use it would be collected several times in that.
const leastGarbage = 256 << 20

// standardGarbage is Go's standard, in percent of what is in use.
const standardGarbage = 100

// CollectLater has garbage collected when there is as much of it as of what is in use, which
// is Go's standard, but not before there is leastGarbage, until ctx ends. Where the
// environment says when, it does nothing. GOMEMLIMIT has it collected earlier.
func CollectLater(ctx context.Context) {
	if os.Getenv("GOGC") != "" {
		return
	}
	inUse := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	defer debug.SetGCPercent(standardGarbage)
	for before := standardGarbage; ; {
		metrics.Read(inUse)
		if percent := garbagePercent(inUse[0].Value.Uint64()); percent != before {
			debug.SetGCPercent(percent)
			before = percent
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
