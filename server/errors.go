package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"strconv"
	"time"

	"vitrine/rdfstore"
	"vitrine/server/data/search"
	"vitrine/server/data/search/query"
	"vitrine/server/ops/pace"
	"vitrine/server/people/site"
	"vitrine/server/web/contentneg"
	"vitrine/server/web/respond"
)

// errPanic stands for a panic that was recovered and logged.
var errPanic = errors.New("panic")

// asHTTP maps any error to an answer. What it does not know is an internal
// error, whose text stays here.
func asHTTP(err error) *respond.Error {
	var known *respond.Error
	var deleted *rdfstore.DeletedError
	var forbidden *rdfstore.GrantError
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &deleted):
		return &respond.Error{Type: respond.Gone, Detail: "There was a description here. It was deleted on " + deleted.Time.Format(time.RFC3339) + ".", Err: err}
	case errors.Is(err, rdfstore.ErrDeleted):
		return &respond.Error{Type: respond.Gone, Err: err}
	case errors.Is(err, rdfstore.ErrNotFound):
		return &respond.Error{Type: respond.NotFound, Err: err}
	case errors.Is(err, contentneg.ErrTooLong):
		return &respond.Error{Type: respond.HeaderTooLong, Err: err}
	case errors.Is(err, rdfstore.ErrUncertain):
		return &respond.Error{Type: respond.Unavailable, Header: respond.RetryAfter, Err: err,
			Detail: "The store could not be reached while the change was being stored, so it is unknown whether it was. Read the entity to find out, and send the change again with If-Match or If-None-Match."}
	case errors.As(err, &forbidden):
		return &respond.Error{Type: respond.ReadOnly, Err: err,
			Detail: "The role of this service may read the database and not change it. The owner of the tables lets it by: " + forbidden.Grant}
	case errors.Is(err, rdfstore.ErrUnavailable):
		return &respond.Error{Type: respond.Unavailable, Header: respond.RetryAfter, Err: err,
			Detail: "The store cannot be reached. Nothing was changed."}
	case errors.Is(err, rdfstore.ErrFull):
		return &respond.Error{Type: respond.NoRoom, Header: respond.RetryAfter, Err: err}
	case errors.Is(err, rdfstore.ErrClosed):
		return &respond.Error{Type: respond.Unavailable, Err: err}
	case errors.Is(err, pace.ErrFull):
		return &respond.Error{Type: respond.Busy, Header: respond.RetryAfter}
	case errors.Is(err, pace.ErrShare):
		return &respond.Error{Type: respond.TooMany, Header: respond.RetryAfter}
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return &respond.Error{Type: respond.Busy, Err: err, Header: respond.RetryAfter}
	}
	if answer := searchProblem(err); answer != nil {
		return answer
	}
	return &respond.Error{Type: respond.Internal, Err: err}
}

// searchProblem maps the errors of a search to answers; nil for others.
func searchProblem(err error) *respond.Error {
	var wrong *query.Error
	var behind *search.BehindError
	switch {
	case errors.As(err, &wrong):
		return &respond.Error{Type: respond.BadRequest, Detail: wrong.Problem, Err: err}
	case errors.As(err, &behind):
		// This is nothing that the operator has to know: the index says so itself.
		return &respond.Error{Type: respond.Unavailable, Header: respond.RetryAfter,
			Detail: fmt.Sprintf("The search index covers %d of %d changes. It is catching up.", behind.Covered, behind.Last)}
	case errors.Is(err, search.ErrStale):
		return &respond.Error{Type: respond.Unavailable, Detail: "The search index is being built anew.", Header: respond.RetryAfter, Err: err}
	case errors.Is(err, search.ErrClosed):
		return &respond.Error{Type: respond.Unavailable, Err: err}
	default:
		return nil
	}
}

// fail answers an error. It is the only place where errors become answers.
func (s *Server) fail(x *respond.Exchange, r *http.Request, err error) {
	if errors.Is(err, respond.ErrAborted) {
		s.config.Logger.LogAttrs(context.WithoutCancel(r.Context()), slog.LevelInfo, "an answer was cut off",
			slog.String("request", x.ID), slog.String("route", x.Route), slog.Any("error", err))
		panic(http.ErrAbortHandler)
	}
	answer := asHTTP(err)
	if answer.Type.Status >= 500 && answer.Err != nil && !errors.Is(err, errPanic) && r.Context().Err() == nil {
		s.config.Logger.LogAttrs(r.Context(), slog.LevelError, "cannot answer",
			slog.String("request", x.ID), slog.String("route", x.Route), slog.Any("error", answer.Err))
	}
	if x.Status != 0 {
		panic(http.ErrAbortHandler) // the answer has begun, so it can only be cut off
	}
	p := answer.Document(s.site.ProblemType(answer.Type), x.ID)
	text, _ := p.JSON() // its members are the server's own, which encode
	contentType, body := "application/problem+json", contentneg.ASCII("application/problem+json", text)
	vary, language := respond.Vary, "en"
	// A busy service makes no page to say so.
	if site.PrefersHTML(r) && answer.Type != respond.TooMany {
		if page, err := s.site.ProblemPage(r, p); err == nil {
			contentType, body = "text/html; charset=utf-8", page
			if l, _ := s.site.Language(r); !l.Named {
				vary, language = respond.VaryByLanguage, l.Wording.Code()
			} else {
				language = l.Wording.Code()
			}
			x.Header().Set("Content-Security-Policy", s.pages.Policy(nil, nil))
		}
	}
	header := x.Header()
	for _, name := range []string{"Content-Encoding", "Content-Location", "Etag", "Last-Modified", "Link"} {
		delete(header, name)
	}
	maps.Copy(header, answer.Header)
	header.Set("Content-Type", contentType)
	header.Set("Content-Length", strconv.Itoa(len(body)))
	header.Set("Content-Language", language)
	header.Set("Cache-Control", "no-store")
	header.Set("Vary", vary)
	x.WriteHeader(answer.Type.Status)
	_, _ = x.Write(body) // an error means that the client has gone
}
