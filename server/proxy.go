package server

import (
	"net/http"
	"net/netip"
	"strings"

	"vitrine/server/address"
)

// fromProxy tells whether the request comes from a proxy that is trusted to
// say whom it speaks for.
func (s *Server) fromProxy(r *http.Request) bool {
	if len(s.config.TrustedProxies) == 0 {
		return false
	}
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && s.trusts(peer.Addr())
}

func (s *Server) trusts(addr netip.Addr) bool {
	addr = addr.Unmap()
	for _, prefix := range s.config.TrustedProxies {
		if prefix.Contains(addr) {
			return true
		}
	}
	return false
}

// client returns the address of the client: the peer's, or behind trusted
// proxies the last in X-Forwarded-For that is not itself such a proxy. What
// stands further left may be made up.
func (s *Server) client(r *http.Request) string {
	if !s.fromProxy(r) {
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
		if !s.trusts(addr) {
			break
		}
	}
	return client
}

// requestPath returns the path of the request as it was sent. A trusted proxy
// that cuts a prefix off the path says so in X-Forwarded-Prefix.
func (s *Server) requestPath(r *http.Request) string {
	path := r.URL.EscapedPath()
	if !s.fromProxy(r) {
		return path
	}
	if prefix := r.Header.Get("X-Forwarded-Prefix"); strings.HasPrefix(prefix, "/") {
		return strings.TrimRight(address.URI(prefix), "/") + path
	}
	return path
}

// publicOrigin returns the scheme and host that the client used.
func (s *Server) publicOrigin(r *http.Request) string {
	scheme, host := "http", r.Host
	if r.TLS != nil {
		scheme = "https"
	}
	if s.fromProxy(r) {
		if proto := r.Header.Get("X-Forwarded-Proto"); proto == "http" || proto == "https" {
			scheme = proto
		}
		if forwarded := r.Header.Get("X-Forwarded-Host"); forwarded != "" {
			host = forwarded
		}
	}
	return scheme + "://" + host
}
