package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"vitrine/rdfstore"
	"vitrine/server/exchange"
	"vitrine/server/mediatype"
	"vitrine/server/negotiate"
	"vitrine/server/page"
	"vitrine/server/problem"
	"vitrine/server/represent"
	"vitrine/server/search"
	"vitrine/server/search/query"
	"vitrine/server/semaphore"
	"vitrine/server/wording"
)

// errPanic stands for a panic that was recovered and logged.
var errPanic = errors.New("panic")

// asHTTP maps any error to an answer. What it does not know is an internal
// error, whose text stays here.
func asHTTP(err error) *problem.Error {
	var known *problem.Error
	var deleted *rdfstore.DeletedError
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &deleted):
		return &problem.Error{Type: problem.Gone, Detail: "There was a description here. It was deleted on " + deleted.Time.Format(time.RFC3339) + ".", Err: err}
	case errors.Is(err, rdfstore.ErrDeleted):
		return &problem.Error{Type: problem.Gone, Err: err}
	case errors.Is(err, rdfstore.ErrNotFound):
		return &problem.Error{Type: problem.NotFound, Err: err}
	case errors.Is(err, negotiate.ErrTooLong):
		return &problem.Error{Type: problem.HeaderTooLong, Err: err}
	case errors.Is(err, rdfstore.ErrClosed):
		return &problem.Error{Type: problem.Unavailable, Err: err}
	case errors.Is(err, semaphore.ErrFull):
		return &problem.Error{Type: problem.Busy, Header: problem.RetryAfter}
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return &problem.Error{Type: problem.Busy, Err: err, Header: problem.RetryAfter}
	}
	if answer := searchProblem(err); answer != nil {
		return answer
	}
	return &problem.Error{Type: problem.Internal, Err: err}
}

// searchProblem maps the errors of a search to answers; nil for others.
func searchProblem(err error) *problem.Error {
	var wrong *query.Error
	var behind *search.BehindError
	switch {
	case errors.As(err, &wrong):
		return &problem.Error{Type: problem.BadRequest, Detail: wrong.Problem, Err: err}
	case errors.As(err, &behind):
		// This is nothing that the operator has to know: the index says so itself.
		return &problem.Error{Type: problem.Unavailable, Header: problem.RetryAfter,
			Detail: fmt.Sprintf("The search index covers %d of %d changes. It is catching up.", behind.Covered, behind.Last)}
	case errors.Is(err, search.ErrStale):
		return &problem.Error{Type: problem.Unavailable, Detail: "The search index is being built anew.", Header: problem.RetryAfter, Err: err}
	case errors.Is(err, search.ErrClosed):
		return &problem.Error{Type: problem.Unavailable, Err: err}
	default:
		return nil
	}
}

// fail answers an error. It is the only place where errors become answers.
func (s *Server) fail(x *exchange.Exchange, r *http.Request, err error) {
	answer := asHTTP(err)
	if answer.Type.Status >= 500 && answer.Err != nil && !errors.Is(err, errPanic) && r.Context().Err() == nil {
		s.config.Logger.LogAttrs(r.Context(), slog.LevelError, "cannot answer",
			slog.String("request", x.ID), slog.String("route", x.Route), slog.Any("error", answer.Err))
	}
	if x.Status != 0 {
		panic(http.ErrAbortHandler) // the answer has begun, so it can only be cut off
	}
	p := answer.Document(s.problemType(answer.Type), x.ID)
	text, _ := p.JSON() // its members are the server's own, which encode
	contentType, body := "application/problem+json", mediatype.ASCII("application/problem+json", text)
	vary, language := represent.Vary, "en"
	if prefersHTML(r) {
		if page, ok := s.problemPage(r, p); ok {
			contentType, body = "text/html; charset=utf-8", page
			if l := s.language(r); !l.Named {
				vary, language = represent.VaryByLanguage, l.Wording.Code()
			} else {
				language = l.Wording.Code()
			}
			x.Header().Set("Content-Security-Policy", s.pages.Policy(nil))
		}
	}
	header := x.Header()
	for _, name := range []string{"Content-Encoding", "Content-Location", "Etag", "Last-Modified", "Link"} {
		delete(header, name)
	}
	for name, values := range answer.Header {
		header[name] = values
	}
	header.Set("Content-Type", contentType)
	header.Set("Content-Length", strconv.Itoa(len(body)))
	header.Set("Content-Language", language)
	header.Set("Cache-Control", "no-store")
	header.Set("Vary", vary)
	x.WriteHeader(answer.Type.Status)
	_, _ = x.Write(body) // an error means that the client has gone
}

// problemType is the URI of a problem type; the service answers there with what
// the type means.
func (s *Server) problemType(t *problem.Type) string {
	return s.mapper.ServiceURI("errors/" + t.Code)
}

// problemView is the page of a problem in the language of the reader, as far as there are
// translations; what an error says of its own case is in English.
func (s *Server) problemView(r *http.Request, status int, title, detail string, fixes []string) page.Problem {
	w := s.wording(r)
	heading := said(w, title)
	view := page.Problem{Frame: s.problemFrame(r, heading.Text), Status: status, Detail: said(w, detail)}
	view.TitleLang = heading.Lang
	for _, fix := range fixes {
		view.Fixes = append(view.Fixes, said(w, fix))
	}
	return view
}

// said is a text of the program in a language, or in English where it has no translation.
func said(w *wording.Wording, text string) page.Part {
	translation, ok := w.Find(text)
	if !ok {
		return page.Part{Text: text, Lang: "en"}
	}
	return page.Part{Text: translation}
}

func (s *Server) problemPage(r *http.Request, p problem.Document) ([]byte, bool) {
	data := s.problemView(r, p.Status, p.Title, p.Detail, p.Fixes)
	data.Request = p.Request
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
