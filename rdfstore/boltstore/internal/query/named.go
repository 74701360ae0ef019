package query

import "sync"

// maxNamed is how many names are known of at once.
const maxNamed = 1 << 13

// named knows the versions of the records of names in the newest state of the store that
// was asked about: who asks for one again need not look for it in the tables. A state has
// the number of the transactions that see it.
type named struct {
	mu       sync.RWMutex
	state    int
	versions map[string]uint64
}

// get returns the version of the record of a name, false where it is not known.
func (n *named) get(state int, name string) (uint64, bool) {
	n.mu.RLock()
	defer n.mu.RUnlock()
	if n.state != state {
		return 0, false
	}
	version, ok := n.versions[name]
	return version, ok
}

// put keeps the version of the record of a name, unless a newer state was asked about.
func (n *named) put(state int, name string, version uint64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if state < n.state {
		return
	}
	if state > n.state || n.versions == nil || len(n.versions) >= maxNamed {
		n.state, n.versions = state, map[string]uint64{}
	}
	n.versions[name] = version
}
