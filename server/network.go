package server

import (
	"net/http"
	"net/netip"

	"vitrine/server/ops/pace"
	"vitrine/server/web/respond"
)

// Networks are as large as providers give to one customer at most.
const (
	networkBits4 = 24
	networkBits6 = 48
)

// sharing is a handler whose places are shared among the networks of clients.
func (s *Server) sharing(h respond.Handler) respond.Handler {
	return func(x *respond.Exchange, r *http.Request) error {
		return h(x, r.WithContext(pace.FromNetwork(r.Context(), networkOf(s.proxies.Client(r)))))
	}
}

// networkOf is the network of the address of a client, which may have a port.
func networkOf(client string) string {
	addr, err := netip.ParseAddr(client)
	if err != nil {
		with, err := netip.ParseAddrPort(client)
		if err != nil {
			return client
		}
		addr = with.Addr()
	}
	addr, bits := addr.Unmap().WithZone(""), networkBits6
	if addr.Is4() {
		bits = networkBits4
	}
	prefix, err := addr.Prefix(bits)
	if err != nil {
		return client
	}
	return prefix.String()
}
