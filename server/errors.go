package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"vitrine/linkedart"
	"vitrine/rdfstore"
	"vitrine/server/negotiate"
	"vitrine/server/page"
)

// httpError is an error that says how it is answered. What it holds is sent to
// the client, except for err.
type httpError struct {
	kind      *kind
	detail    string
	header    http.Header
	available []available
	// at, findings and load say what is wrong with the body of a request.
	at       position
	findings []linkedart.Finding
	load     *loadReport
	err      error
}

func (e *httpError) Error() string {
	if e.err != nil {
		return fmt.Sprintf("%s: %v", e.kind.code, e.err)
	}
	return e.kind.code
}

func (e *httpError) Unwrap() error { return e.err }

// retryAfter asks a client to come back in some seconds.
var retryAfter = http.Header{"Retry-After": {"5"}}

// errPanic stands for a panic that was recovered and logged.
var errPanic = errors.New("panic")

// asHTTP maps any error to an answer. What it does not know is an internal
// error, whose text stays here.
func asHTTP(err error) *httpError {
	var known *httpError
	var deleted *rdfstore.DeletedError
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &deleted):
		return &httpError{kind: kindGone, detail: "There was a description here. It was deleted on " + deleted.Time.Format(time.RFC3339) + ".", err: err}
	case errors.Is(err, rdfstore.ErrDeleted):
		return &httpError{kind: kindGone, err: err}
	case errors.Is(err, rdfstore.ErrNotFound):
		return &httpError{kind: kindNotFound, err: err}
	case errors.Is(err, negotiate.ErrTooLong):
		return &httpError{kind: kindHeaderTooLong, err: err}
	case errors.Is(err, rdfstore.ErrClosed):
		return &httpError{kind: kindUnavailable, err: err}
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return &httpError{kind: kindBusy, err: err, header: retryAfter}
	default:
		return asSearchError(err)
	}
}

// fail answers an error. It is the only place where errors become answers.
func (s *Server) fail(x *exchange, r *http.Request, err error) {
	answer := asHTTP(err)
	if answer.kind.status >= 500 && answer.err != nil && !errors.Is(err, errPanic) && r.Context().Err() == nil {
		s.config.Logger.LogAttrs(r.Context(), slog.LevelError, "cannot answer",
			slog.String("request", x.id), slog.String("route", x.route), slog.Any("error", answer.err))
	}
	if x.status != 0 {
		panic(http.ErrAbortHandler) // the answer has begun, so it can only be cut off
	}
	p := s.problem(answer, x.id)
	contentType, body := "application/problem+json", problemJSON(p)
	if prefersHTML(r) {
		if page, ok := s.problemPage(p); ok {
			contentType, body = "text/html; charset=utf-8", page
			x.Header().Set("Content-Security-Policy", s.pages.Policy())
		}
	}
	header := x.Header()
	for _, name := range []string{"Content-Encoding", "Content-Location", "Etag", "Last-Modified", "Link"} {
		delete(header, name)
	}
	for name, values := range answer.header {
		header[name] = values
	}
	header.Set("Content-Type", contentType)
	header.Set("Content-Length", strconv.Itoa(len(body)))
	header.Set("Content-Language", "en")
	header.Set("Cache-Control", "no-store")
	header.Set("Vary", vary)
	x.WriteHeader(answer.kind.status)
	_, _ = x.Write(body) // an error means that the client has gone
}

// problem fills in the body of an error answer.
func (s *Server) problem(e *httpError, request string) problem {
	p := problem{
		Type:      s.problemType(e.kind),
		Title:     e.kind.title,
		Status:    e.kind.status,
		Detail:    e.kind.detail,
		Code:      e.kind.code,
		Fixes:     e.kind.fixes,
		Available: e.available,
		position:  e.at,
		Findings:  e.findings,
		Load:      e.load,
		Request:   request,
	}
	if e.detail != "" {
		p.Detail = e.detail
	}
	return p
}

// problemType is the URI of a kind; the service answers there with what the
// kind means.
func (s *Server) problemType(k *kind) string {
	return s.space.serviceURI("errors/" + k.code)
}

func problemJSON(p problem) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	// The type holds strings and integers only, which always encode.
	_ = encoder.Encode(p)
	return b.Bytes()
}

func (s *Server) problemPage(p problem) ([]byte, bool) {
	data := page.Problem{
		Frame: s.frame(p.Title), Status: p.Status, Detail: p.Detail, Fixes: p.Fixes, Request: p.Request,
	}
	for _, a := range p.Available {
		data.Available = append(data.Available, page.Link{Href: a.Href, Type: a.Type, Title: a.Title})
	}
	var b bytes.Buffer
	if err := s.pages.WriteProblem(&b, data); err != nil {
		return nil, false
	}
	return b.Bytes(), true
}

// problemForms are the forms of an error answer. The media types of our other
// JSON stand for problem+json too, so that a client of data gets data.
var problemForms = []negotiate.Offer{
	{Type: "application/problem+json", Aliases: []string{"application/json", "application/ld+json"}},
	{Type: "text/html"},
}

// prefersHTML tells whether an error is answered with a page.
func prefersHTML(r *http.Request) bool {
	choices, err := negotiate.Accept(r.Header["Accept"], problemForms)
	return err == nil && len(choices) > 0 && choices[0].Offer == 1
}
