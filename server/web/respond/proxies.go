package respond

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"vitrine/server/web/address"
)

// Proxies are the addresses of proxies that are trusted to say whom they speak for.
type Proxies []netip.Prefix

// speaks tells whether the request comes from a proxy that is trusted to
// say whom it speaks for.
func (p Proxies) speaks(r *http.Request) bool {
	if len(p) == 0 {
		return false
	}
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && p.trusts(peer.Addr())
}

func (p Proxies) trusts(addr netip.Addr) bool {
	addr = addr.Unmap()
	return slices.ContainsFunc(p, func(prefix netip.Prefix) bool { return prefix.Contains(addr) })
}

// Client returns the address of the client: the peer's, or behind trusted
// proxies the last in X-Forwarded-For that is not itself such a proxy. What
// stands further left may be made up.
func (p Proxies) Client(r *http.Request) string {
	if !p.speaks(r) {
		return r.RemoteAddr
	}
	hops := strings.Split(strings.Join(r.Header["X-Forwarded-For"], ","), ",")
	client := r.RemoteAddr
	for i := len(hops) - 1; i >= 0; i-- {
		addr, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		client = addr.String()
		if !p.trusts(addr) {
			break
		}
	}
	return client
}

// Path returns the path of the request as it was sent. A trusted proxy
// that cuts a prefix off the path says so in X-Forwarded-Prefix.
func (p Proxies) Path(r *http.Request) string {
	path := r.URL.EscapedPath()
	if !p.speaks(r) {
		return path
	}
	if prefix := r.Header.Get("X-Forwarded-Prefix"); strings.HasPrefix(prefix, "/") {
		return strings.TrimRight(address.URI(prefix), "/") + path
	}
	return path
}

// Origin returns the scheme and host that the client used.
func (p Proxies) Origin(r *http.Request) string {
	scheme, host := "http", r.Host
	if r.TLS != nil {
		scheme = "https"
	}
	if p.speaks(r) {
		if proto := r.Header.Get("X-Forwarded-Proto"); proto == "http" || proto == "https" {
			scheme = proto
		}
		if forwarded := r.Header.Get("X-Forwarded-Host"); forwarded != "" {
			host = forwarded
		}
	}
	return scheme + "://" + host
}
