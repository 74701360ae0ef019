package pace

import (
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// TestLowerThread lowers a thread of the test, which ends with the goroutine that is locked
// to it.
func TestLowerThread(t *testing.T) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		runtime.LockOSThread()
		lowerThread(unix.Gettid())
		a, err := unix.SchedGetAttr(0, 0)
		if err != nil || a.Policy != unix.SCHED_IDLE {
			t.Errorf("the thread has %+v, %v, want the policy %d", a, err, unix.SCHED_IDLE)
		}
		// The system call counts from 20 down.
		nice, err := unix.Getpriority(unix.PRIO_PROCESS, 0)
		if err != nil || 20-nice != lowestPriority {
			t.Errorf("the thread has nice %d, %v, want %d", 20-nice, err, lowestPriority)
		}
	}()
	<-ended
}
