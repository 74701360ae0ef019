package server

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"vitrine/server/web/respond"
)

// strictTransport has browsers come to this host by TLS alone for a year (RFC 6797). It is never
// changed.
var strictTransport = []string{"max-age=31536000"}

// handle makes an http.Handler of h: it adds what every answer has, answers
// errors and panics, and counts and logs the request.
func (s *Server) handle(route string, h respond.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := respond.Begin(w, r, route, s.ids)
		if s.strictHost != "" && r.Host == s.strictHost {
			x.Header()["Strict-Transport-Security"] = strictTransport
		}
		defer s.finish(x, r)
		if err := s.admit(r); err != nil {
			s.fail(x, r, err)
			return
		}
		if err := h(x, r); err != nil {
			s.fail(x, r, err)
		}
	})
}

// finish ends every request. A panic is answered with a plain 500 if nothing
// has been sent, and ends the connection otherwise.
func (s *Server) finish(x *respond.Exchange, r *http.Request) {
	cause := recover()
	if cause != nil {
		abort := cause == http.ErrAbortHandler
		if !abort {
			s.config.Logger.LogAttrs(context.WithoutCancel(r.Context()), slog.LevelError, "panic while answering",
				slog.String("request", x.ID), slog.String("route", x.Route),
				slog.String("panic", fmt.Sprint(cause)), slog.String("stack", string(debug.Stack())))
		}
		if abort || x.Status != 0 {
			s.logRequest(x, r)
			panic(http.ErrAbortHandler)
		}
		s.fail(x, r, errPanic)
	}
	s.logRequest(x, r)
}

// logRequest counts and logs an answered request.
func (s *Server) logRequest(x *respond.Exchange, r *http.Request) {
	took := time.Since(x.Started)
	s.metrics.Answered(x, took)
	x.Log(s.config.AccessLog, r, s.proxies.Client, took)
}

// admit refuses what no handler wants to see.
func (s *Server) admit(r *http.Request) error {
	if len(r.RequestURI) > maxURL {
		return &respond.Error{Type: respond.URLTooLong}
	}
	if headerSize(r) > maxHeader {
		return &respond.Error{Type: respond.HeaderTooLong, Detail: "The header of the request is longer than this service takes."}
	}
	return nil
}

// headerSize is about the size of a request's header on the wire, in bytes.
func headerSize(r *http.Request) int {
	size := len(r.Method) + len(r.RequestURI) + len(r.Host)
	for name, values := range r.Header {
		for _, value := range values {
			size += len(name) + len(value) + len(": \r\n")
		}
	}
	return size
}
