package auth

import (
	"net/netip"
	"sync"
	"time"
)

// MaxFailures is how many failed attempts to write from one address are answered
// as such within a minute. It bounds what they put into the log; a right token is
// never refused because of them.
const MaxFailures = 10

const (
	failureWindow  = time.Minute
	maxFailedAddrs = 10_000
)

// failures counts the failed attempts of each address in a window of time,
// which begins with the first of them.
type failures struct {
	mu   sync.Mutex
	from map[netip.Prefix]window
}

type window struct {
	count int
	end   time.Time
}

// fail counts a failed attempt at a time. It returns how long the address has to wait
// until its next one is answered as such; 0 as long as it has not failed more
// than MaxFailures times.
func (f *failures) fail(from netip.Prefix, now time.Time) time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.from == nil {
		f.from = map[netip.Prefix]window{}
	}
	w, known := f.from[from]
	if !known && len(f.from) >= maxFailedAddrs {
		f.makeRoom(now)
	}
	if !now.Before(w.end) {
		w = window{end: now.Add(failureWindow)}
	}
	if w.count == MaxFailures {
		return w.end.Sub(now)
	}
	w.count++
	f.from[from] = w
	return 0
}

// makeRoom forgets the addresses whose window has ended, and others until there
// is room for many, so that a flood of addresses is not looked through for each.
func (f *failures) makeRoom(now time.Time) {
	for from, w := range f.from {
		if !now.Before(w.end) {
			delete(f.from, from)
		}
	}
	for from := range f.from {
		if len(f.from) <= maxFailedAddrs*9/10 {
			return
		}
		delete(f.from, from)
	}
}

// origin returns what failed attempts are counted by: the client's address
// without the port, and of an IPv6 address the network, of which one client has
// a whole one. It is the zero Prefix where there is no address.
func origin(client string) netip.Prefix {
	addr, err := netip.ParseAddr(client)
	if err != nil {
		port, _ := netip.ParseAddrPort(client)
		addr = port.Addr()
	}
	addr = addr.Unmap().WithZone("")
	bits := addr.BitLen()
	if addr.Is6() {
		bits = 64
	}
	prefix, _ := addr.Prefix(bits)
	return prefix
}
