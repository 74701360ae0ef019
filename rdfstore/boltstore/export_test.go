package boltstore

// MergeOften returns the options with so little room for pending changes that few
// writes are enough to have them merged, in many small bites.
func MergeOften(o Options) Options {
	o.limits = limits{mergeAt: 64, most: 256, entriesAt: 32, atOnce: 16, edits: 1, dropped: 2, namesAt: 8, names: 1}
	return o
}
