package boltstore

// FlushOften returns the options with so little room in the memtable that few writes
// are enough to have it flushed, in many small parts.
func FlushOften(o Options) Options {
	o.limits = limits{flushAt: 64, stallAt: 256, flushEntriesAt: 16, edits: 1, dropped: 2}
	return o
}

// FlushAtOnce returns the options with so little room in the memtable that some dozens
// of writes are enough to have it flushed, with the next commits.
func FlushAtOnce(o Options) Options {
	o.limits = limits{flushAt: 1 << 20, stallAt: 1 << 22, flushEntriesAt: 24, edits: 1 << 20, dropped: 1 << 20}
	return o
}

// LeavePending returns the options with which closing the store leaves in it what is not
// flushed, as a process that is killed does.
func LeavePending(o Options) Options {
	if o.limits == (limits{}) {
		o.limits = flushLimits
	}
	o.limits.leavesPending = true
	return o
}
