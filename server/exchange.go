package server

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"vitrine/server/problem"
)

// exchange is a request being answered: the ResponseWriter, with what the
// access log and the metrics want to know afterwards.
type exchange struct {
	http.ResponseWriter
	id      string
	route   string
	format  string // short name of the representation, or empty
	head    bool   // the request is a HEAD: no body is sent
	status  int
	bytes   int64
	started time.Time
}

// handler answers a request or returns an error; Server.fail then answers.
type handler func(x *exchange, r *http.Request) error

// WriteHeader notes the status.
func (x *exchange) WriteHeader(status int) {
	if x.status == 0 {
		x.status = status
	}
	x.ResponseWriter.WriteHeader(status)
}

// Write counts the bytes, and leaves them out of the answer to a HEAD.
func (x *exchange) Write(p []byte) (int, error) {
	if x.status == 0 {
		x.status = http.StatusOK
	}
	if x.head {
		return len(p), nil
	}
	n, err := x.ResponseWriter.Write(p)
	x.bytes += int64(n)
	return n, err
}

// Unwrap is for http.ResponseController.
func (x *exchange) Unwrap() http.ResponseWriter { return x.ResponseWriter }

// The fields that every answer has. They are shared and never changed.
var (
	anyOrigin = []string{"*"}
	exposed   = []string{"Allow, Content-Location, ETag, Link, Location, Preference-Applied, Retry-After, X-Request-Id, X-Total-Count"}
	noSniff   = []string{"nosniff"}
)

// handle makes an http.Handler of h: it adds what every answer has, answers
// errors and panics, and counts and logs the request.
func (s *Server) handle(route string, h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := &exchange{ResponseWriter: w, route: route, head: r.Method == http.MethodHead, started: time.Now()}
		x.id = s.requestID(r)
		header := w.Header()
		header["Access-Control-Allow-Origin"] = anyOrigin
		header["Access-Control-Expose-Headers"] = exposed
		header["X-Content-Type-Options"] = noSniff
		header["X-Request-Id"] = []string{x.id}
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
func (s *Server) finish(x *exchange, r *http.Request) {
	cause := recover()
	if cause != nil {
		abort := cause == http.ErrAbortHandler
		if !abort {
			s.config.Logger.LogAttrs(context.WithoutCancel(r.Context()), slog.LevelError, "panic while answering",
				slog.String("request", x.id), slog.String("route", x.route),
				slog.String("panic", fmt.Sprint(cause)), slog.String("stack", string(debug.Stack())))
		}
		if abort || x.status != 0 {
			s.logRequest(x, r)
			panic(http.ErrAbortHandler)
		}
		s.fail(x, r, errPanic)
	}
	s.logRequest(x, r)
}

// admit refuses what no handler wants to see.
func (s *Server) admit(r *http.Request) error {
	if len(r.RequestURI) > s.config.MaxURL {
		return &problem.Error{Type: problem.URLTooLong}
	}
	if headerSize(r) > s.config.MaxHeader {
		return &problem.Error{Type: problem.HeaderTooLong, Detail: "The header of the request is longer than this service takes."}
	}
	return nil
}

// methods are the handlers of one resource by method.
type methods map[string]handler

// resource makes a handler that picks by method. HEAD is answered where GET
// is; the transport leaves the body out. OPTIONS is answered for all.
func (m methods) resource(s *Server) handler {
	allow := m.allow()
	options := preflight(allow, allow, readFields)
	return func(x *exchange, r *http.Request) error {
		method := r.Method
		if method == http.MethodHead {
			method = http.MethodGet
		}
		if h, ok := m[method]; ok {
			return h(x, r)
		}
		if method == http.MethodOptions {
			for name, values := range options {
				x.Header()[name] = values
			}
			x.WriteHeader(http.StatusNoContent)
			return nil
		}
		return &problem.Error{Type: problem.Method, Header: http.Header{"Allow": {allow}},
			Detail: fmt.Sprintf("This address answers %s.", allow)}
	}
}

// readFields are the request fields that a script of any origin can send.
const readFields = "Accept, Accept-Language, Cache-Control, If-Match, If-Modified-Since, If-None-Match, If-Unmodified-Since, Prefer, X-Request-Id"

// preflight is the header of an answer to OPTIONS: the methods that there are,
// and those and the fields that scripts of the asking origin can use.
func preflight(allow, methods, fields string) http.Header {
	return http.Header{
		"Allow":                        {allow},
		"Access-Control-Allow-Methods": {methods},
		"Access-Control-Allow-Headers": {fields},
		"Access-Control-Max-Age":       {"86400"},
		"Cache-Control":                {"no-store"},
	}
}

// allow is the Allow field of a resource.
func (m methods) allow() string {
	allow := ""
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		if _, ok := m[method]; !ok {
			continue
		}
		allow += method + ", "
		if method == http.MethodGet {
			allow += http.MethodHead + ", "
		}
	}
	return allow + http.MethodOptions
}
