package oai

import "sync"

// passed are entries of the log that are known not to be the last changes of their records:
// they never will be again. A harvest of records that changed often so reads each of them but
// once. An entry takes a bit.
type passed struct {
	mu   sync.RWMutex
	bits []uint64
}

func (p *passed) add(seq uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for uint64(len(p.bits)) <= seq/64 {
		p.bits = append(p.bits, 0)
	}
	p.bits[seq/64] |= 1 << (seq % 64)
}

// run returns the last of the passed entries that follow each other from an entry on, 0 where that
// is none.
func (p *passed) run(seq uint64) uint64 {
	p.mu.RLock()
	defer p.mu.RUnlock()
	last := uint64(0)
	for ; seq/64 < uint64(len(p.bits)); seq++ {
		switch {
		case seq%64 == 0 && p.bits[seq/64] == ^uint64(0):
			seq += 63
		case p.bits[seq/64]&(1<<(seq%64)) == 0:
			return last
		}
		last = seq
	}
	return last
}
