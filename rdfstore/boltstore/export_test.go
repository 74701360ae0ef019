package boltstore

// MergeOften returns the options with so little room for pending changes that few
// writes are enough to have them merged, in many small bites.
func MergeOften(o Options) Options {
	o.limits = limits{flushAt: 64, stallAt: 256, flushEntriesAt: 32, atOnce: 16, edits: 1, dropped: 2, namesAt: 8, names: 1}
	return o
}
