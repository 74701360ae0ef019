package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"vitrine/serialize"
	"vitrine/server/problem"
	"vitrine/server/token"
	"vitrine/server/write"
)

// Tokens know who may write.
type Tokens interface {
	// Authenticate returns the token with the secret. The error wraps
	// token.ErrUnknown or token.ErrExpired where it is the client's fault.
	Authenticate(secret string) (token.Token, error)
	// Usable tells whether any token lets a client write.
	Usable() (bool, error)
}

// isReading tells whether a method is one of those that are open to all.
func isReading(method string) bool { return method == http.MethodGet || method == http.MethodHead }

// writable makes a handler of the methods to read, which are open to all, and
// of those to write, which are not there as long as no token exists. posts are
// the formats that a POST takes.
func (s *Server) writable(read, write methods, posts serialize.Table) handler {
	all := methods{}
	for _, m := range []methods{read, write} {
		for method, h := range m {
			all[method] = h
		}
	}
	reading, both := read.resource(s), all.resource(s)
	return func(x *exchange, r *http.Request) error {
		if _, reads := read[http.MethodGet]; s.config.Tokens == nil || reads && isReading(r.Method) {
			return reading(x, r)
		}
		_, writes := write[r.Method]
		on, err := s.writingIsOn()
		switch {
		case writes && err != nil:
			return &problem.Error{Type: problem.Unavailable, Detail: "The service cannot tell who may write.", Err: err}
		case writes && !on:
			return &problem.Error{Type: problem.WritingOff, Header: http.Header{"Allow": {read.allow()}}}
		case !on:
			return reading(x, r)
		case r.Method == http.MethodOptions:
			return s.writeOptions(x, r, read, all, posts)
		default:
			return both(x, r)
		}
	}
}

// writingIsOn tells whether there is a token.
func (s *Server) writingIsOn() (bool, error) {
	if s.config.Tokens == nil {
		return false, nil
	}
	return s.config.Tokens.Usable()
}

// The request fields that a page of an origin that may write can send.
const writeFields = "Authorization, Content-Type"

// writeOptions answers OPTIONS where writing is on. Scripts of other origins
// are told of reading only, unless theirs may write.
func (s *Server) writeOptions(x *exchange, r *http.Request, read, all methods, posts serialize.Table) error {
	header := x.Header()
	may, fields := read, readFields
	if origin := r.Header.Get("Origin"); origin != "" && slices.Contains(s.config.WriteOrigins, origin) {
		may, fields = all, readFields+", "+writeFields
	}
	for name, values := range preflight(all.allow(), may.allow(), fields) {
		header[name] = values
	}
	header["Vary"] = []string{"Origin"}
	if _, ok := all[http.MethodPatch]; ok {
		header.Set("Accept-Patch", write.Acceptable(write.MergePatches))
	}
	if _, ok := all[http.MethodPost]; ok {
		header.Set("Accept-Post", write.Acceptable(posts))
	}
	x.WriteHeader(http.StatusNoContent)
	return nil
}

// authorise returns the token of a request (RFC 6750 section 2.1) if it allows
// what is needed. The token is looked at before anything else, so that wrong
// ones from the same address never keep a right one out.
func (s *Server) authorise(x *exchange, r *http.Request, need token.Scope) (token.Token, error) {
	lines := r.Header["Authorization"]
	if len(lines) == 0 {
		return token.Token{}, unauthorised("", "The request has no token.")
	}
	scheme, secret, _ := strings.Cut(lines[0], " ")
	if len(lines) > 1 || !strings.EqualFold(scheme, "Bearer") {
		return token.Token{}, s.failed(r, unauthorised("", "A token is sent as Authorization: Bearer SECRET, once."))
	}
	t, err := s.config.Tokens.Authenticate(strings.TrimSpace(secret))
	switch {
	case errors.Is(err, token.ErrUnknown):
		fault := s.failed(r, unauthorised(`, error="invalid_token"`, "The token is not one of this service's, or was revoked."))
		if fault.Type != problem.Attempts {
			s.refused(x, r, t, err)
		}
		return token.Token{}, fault
	case errors.Is(err, token.ErrExpired):
		s.refused(x, r, t, err)
		return token.Token{}, unauthorised(`, error="invalid_token"`, "The token has expired.")
	case err != nil:
		return token.Token{}, &problem.Error{Type: problem.Unavailable, Detail: "The service cannot tell who may write.", Err: err}
	case !t.Scope.Allows(need):
		s.refused(x, r, t, fmt.Errorf("the scope is %s, not %s", t.Scope, need))
		return token.Token{}, &problem.Error{Type: problem.Forbidden, Header: challenge(fmt.Sprintf(`, error="insufficient_scope", scope="%s"`, need)),
			Detail: fmt.Sprintf("This needs a token of the scope %s; the scope of this one is %s.", need, t.Scope)}
	}
	s.warnPlain(r)
	return t, nil
}

// failed counts a failed attempt and returns the answer to it, or another one
// where there were too many from the same address.
func (s *Server) failed(r *http.Request, answer *problem.Error) *problem.Error {
	wait := s.failures.fail(origin(s.client(r)))
	if wait == 0 {
		return answer
	}
	seconds := strconv.Itoa(int((wait + time.Second - 1) / time.Second))
	return &problem.Error{Type: problem.Attempts, Header: http.Header{"Retry-After": {seconds}}}
}

// unauthorised is the answer to a request without a valid token.
func unauthorised(params, detail string) *problem.Error {
	return &problem.Error{Type: problem.Unauthorised, Header: challenge(params), Detail: detail}
}

// challenge is the WWW-Authenticate field (RFC 6750 section 3).
func challenge(params string) http.Header {
	return http.Header{"Www-Authenticate": {`Bearer realm="vitrine"` + params}}
}

// refused logs that a token was refused.
func (s *Server) refused(x *exchange, r *http.Request, t token.Token, err error) {
	s.config.AuditLog.LogAttrs(context.WithoutCancel(r.Context()), slog.LevelWarn, "write refused",
		slog.String("request", x.id),
		slog.String("client", s.client(r)),
		slog.String("token", t.Name),
		slog.String("method", r.Method),
		slog.Any("reason", err))
}

// warnPlain warns, once, that a token travels where others can read it: over a
// connection without TLS that is not this machine's own.
func (s *Server) warnPlain(r *http.Request) {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if r.TLS == nil && ok && !isLoopback(local) {
		s.warnExposed(local)
	}
}

// warnListener warns, once, if writing is on and a listener takes connections
// without TLS from beyond this machine.
func (s *Server) warnListener(l net.Addr) {
	on, err := s.writingIsOn()
	if err != nil {
		s.config.Logger.Error("cannot tell who may write", slog.Any("error", err))
	}
	if on && s.config.CertFile == "" && !isLoopback(l) {
		s.warnExposed(l)
	}
}

func (s *Server) warnExposed(local net.Addr) {
	s.exposure.Do(func() {
		s.config.Logger.Warn("writing is on without TLS beyond this machine: tokens can be read on their way; give a certificate, or listen on 127.0.0.1 behind a proxy with TLS",
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
