package server

import (
	"context"
	"log/slog"
	"net/http"

	"vitrine/rdfstore"
	"vitrine/server/exchange"
	"vitrine/server/negotiate"
	"vitrine/server/write"
)

// answer answers for a write that is done, as the client prefers (RFC 7240
// section 4.2): with a report, with nothing, or with a representation.
func (s *Server) answer(x *exchange.Exchange, q *write.Request, d *write.Result) error {
	if d.Outcome.Kind == rdfstore.Deleted && !q.DryRun {
		return x.SendNothing(http.StatusNoContent)
	}
	status := http.StatusOK
	if d.Outcome.Kind == rdfstore.Created && !q.DryRun {
		status = http.StatusCreated
		x.Header().Set("Location", s.mapper.Href(d.Name.String()))
	}
	report := d.Report(q)
	if q.DryRun {
		return x.SendJSON(status, report)
	}
	preferred := negotiate.Return(q.HTTP.Header["Prefer"])
	if preferred == "representation" {
		if rep := s.chosen(q, d); rep != nil {
			x.Header().Set("Preference-Applied", "return=representation")
			return s.sendResult(x, status, rep)
		}
	}
	s.setETag(x, q, d)
	if preferred == "minimal" {
		x.Header().Set("Preference-Applied", "return=minimal")
		if status == http.StatusOK {
			status = http.StatusNoContent
		}
		return x.SendNothing(status)
	}
	report.ETag = s.resultingTag(q, d, true)
	return x.SendJSON(status, report)
}

// setETag adds the ETag of the record to the answer. After a PUT it may be sent
// only if what is stored is, byte for byte, what was sent (RFC 9110 section 9.3.4);
// the report has it then.
func (s *Server) setETag(x *exchange.Exchange, q *write.Request, d *write.Result) {
	if q.HTTP.Method == http.MethodPut {
		return
	}
	if tag := s.resultingTag(q, d, false); tag != "" {
		x.Header()["Etag"] = []string{tag}
	}
}

// chosen returns the representation of what was stored that the client likes
// best, or nil.
func (s *Server) chosen(q *write.Request, d *write.Result) *representation {
	e, err := s.describe(q.HTTP.Context(), d.Entity())
	if err != nil {
		return nil
	}
	v, err := s.choose(q.HTTP.Header, e, nil)
	if err != nil {
		return nil
	}
	return s.after(q, e, v, true)
}

// resultingTag returns the entity tag of the record of what was stored, as a GET
// without content coding gets it, with links or without; empty where there is none.
// The record is not made for it.
func (s *Server) resultingTag(q *write.Request, d *write.Result, links bool) string {
	o := s.offers.record()
	if o == nil || d.Graph == nil {
		return ""
	}
	e, err := s.describe(q.HTTP.Context(), d.Entity())
	if err != nil {
		return ""
	}
	v := selectedRepresentation{offer: o}
	if links && s.hasLinks(o) && s.config.LinkMode == Always {
		if v.links, err = s.linkedTo(q.HTTP.Context(), e); err != nil {
			s.notShown(q, e, err)
			return ""
		}
	}
	return s.entityTag(e, v, negotiate.Identity, false)
}

// after makes a representation after a write, of a record with links or
// without. The write is done, so that a failure here only makes the answer
// shorter.
func (s *Server) after(q *write.Request, e *entry, v selectedRepresentation, links bool) *representation {
	var err error
	if links && s.hasLinks(v.offer) {
		v.links, err = s.linkedTo(q.HTTP.Context(), e)
	}
	var rep *representation
	if err == nil {
		rep, err = s.representation(q.HTTP.Context(), e, v, []string{negotiate.Identity})
	}
	if err != nil {
		s.notShown(q, e, err)
		return nil
	}
	return rep
}

// notShown logs that the answer to a write is shorter than it should be.
func (s *Server) notShown(q *write.Request, e *entry, err error) {
	s.config.Logger.LogAttrs(context.WithoutCancel(q.HTTP.Context()), slog.LevelWarn, "cannot show what was written",
		slog.String("request", q.ID), slog.String("entity", e.iri), slog.Any("error", err))
}

// sendResult answers a request to write with a representation.
func (s *Server) sendResult(x *exchange.Exchange, status int, rep *representation) error {
	x.Format = rep.format
	header := x.Header()
	for _, list := range [][]field{rep.kept, rep.header} {
		for _, f := range list {
			header[f.name] = f.values
		}
	}
	header.Set("Cache-Control", "no-store")
	x.WriteHeader(status)
	_, _ = x.Write(rep.body) // an error means that the client has gone
	return nil
}
