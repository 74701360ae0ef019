package boltstore

// FlushOften returns the options with so little room in the memtable that few writes
// are enough to have it flushed, in many small parts.
func FlushOften(o Options) Options {
	o.limits = limits{flushAt: 64, stallAt: 256, flushEntriesAt: 16, edits: 1, dropped: 2}
	return o
}
