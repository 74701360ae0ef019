package main

import (
	"os"
	"strconv"
	"syscall"
)

// lowestPriority is the nice value of processes that go last.
const lowestPriority = 19

// lowerPriority has this process go last where others of its session or control group wait
// for a processor, too. It cannot be taken back. Linux has priorities of threads, and those
// that begin later get the one of the thread that begins them. Where it is not allowed, work
// goes on as it is.
func lowerPriority() {
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return
	}
	for _, thread := range threads {
		if id, err := strconv.Atoi(thread.Name()); err == nil {
			_ = syscall.Setpriority(syscall.PRIO_PROCESS, id, lowestPriority)
		}
	}
}
