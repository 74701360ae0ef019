package auth

import (
	"log/slog"
	"net"
	"net/http"
	"net/netip"
)

// warnPlain warns, once, that a token travels where others can read it: over a
// connection without TLS that is not this machine's own.
func (c *Control) warnPlain(r *http.Request) {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if r.TLS == nil && ok && !isLoopback(local) {
		c.warnExposed(local)
	}
}

// WarnListener warns, once, if writing is on and a listener takes connections
// without TLS from beyond this machine.
func (c *Control) WarnListener(l net.Addr) {
	on, err := c.On()
	if err != nil {
		c.Logger.Error("cannot tell who may write", slog.Any("error", err))
	}
	if on && !c.TLS && !isLoopback(l) {
		c.warnExposed(l)
	}
}

func (c *Control) warnExposed(local net.Addr) {
	c.exposure.Do(func() {
		c.Logger.Warn("writing is on without TLS beyond this machine: tokens can be read on their way; give a certificate, or listen on 127.0.0.1 behind a proxy with TLS",
			slog.String("address", local.String()))
	})
}

func isLoopback(a net.Addr) bool {
	if a.Network() == "unix" {
		return true
	}
	addr, err := netip.ParseAddrPort(a.String())
	return err == nil && addr.Addr().Unmap().IsLoopback()
}
