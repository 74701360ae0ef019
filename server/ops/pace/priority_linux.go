package pace

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// lowestPriority is the nice value of processes that go last.
const lowestPriority = 19

// LowerPriority has this process go last where others of its session or control group wait
// for a processor, too. It cannot be taken back. Linux has priorities of threads, and those
// that begin later get the one of the thread that begins them. Where it is not allowed, work
// goes on as it is.
func LowerPriority() {
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return
	}
	for _, thread := range threads {
		if id, err := strconv.Atoi(thread.Name()); err == nil {
			lowerThread(id)
		}
	}
}

// lowerThread has a thread go last: by the policy SCHED_IDLE, which hands the processor over
// as soon as another thread wants it, and where that is not allowed by its nice value alone.
func lowerThread(id int) {
	_ = unix.Setpriority(unix.PRIO_PROCESS, id, lowestPriority)
	_ = unix.SchedSetAttr(id, &unix.SchedAttr{Policy: unix.SCHED_IDLE}, 0)
}
