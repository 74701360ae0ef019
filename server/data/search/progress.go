package search

import "sync"

// progress is how far the index has come, for those who wait for it.
type progress struct {
	mu      sync.Mutex
	covered uint64
	// more is closed when covered changes.
	more chan struct{}
}

func newProgress() *progress { return &progress{more: make(chan struct{})} }

// at returns the number of the last log entry that is covered.
func (p *progress) at() uint64 {
	covered, _ := p.watch()
	return covered
}

// watch returns the same, and what is closed when there is more.
func (p *progress) watch() (uint64, <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.covered, p.more
}

// reach notes that an entry is covered; 0 that none is any more.
func (p *progress) reach(seq uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.covered = seq
	close(p.more)
	p.more = make(chan struct{})
}
