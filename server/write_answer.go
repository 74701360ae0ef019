package server

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/linkedart"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/negotiate"
)

// done is what a write came to.
type done struct {
	name rdf.IRI
	// graph is what is stored now; nil after a deletion.
	graph    *graph.Graph
	outcome  rdfstore.Outcome
	findings []linkedart.Finding
}

// report is the answer to a write where nothing else is preferred.
type report struct {
	// ID is the entity's URI; absent where a name would be minted.
	ID string `json:"id,omitempty"`
	// Result is created, updated, unchanged or deleted.
	Result string `json:"result"`
	// DryRun tells that nothing was stored; the result is what would be.
	DryRun bool `json:"dryRun,omitempty"`
	// Version is the sequence number of the change in the log.
	Version uint64 `json:"version,omitempty"`
	// ETag is the entity tag of the Linked Art JSON that a GET now sends.
	ETag string `json:"etag,omitempty"`
	// Findings are what could be better about the record.
	Findings []linkedart.Finding `json:"findings"`
}

// answer answers for a write that is done, as the client prefers (RFC 7240
// section 4.2): with a report, with nothing, or with a representation.
func (s *Server) answer(w *writing, d *done) error {
	status := http.StatusOK
	if d.outcome.Kind == rdfstore.Created && !w.dryRun {
		status = http.StatusCreated
		w.x.Header().Set("Location", s.mapper.Href(d.name.String()))
	}
	out := report{ID: d.name.String(), Result: d.outcome.Kind.String(), DryRun: w.dryRun, Version: d.outcome.Version, Findings: d.findings}
	if out.Findings == nil {
		out.Findings = []linkedart.Finding{}
	}
	if w.dryRun {
		if w.to.minted {
			out.ID = ""
		}
		return w.x.sendJSON(status, out)
	}
	preferred := preferredReturn(w.r.Header["Prefer"])
	if preferred == "representation" {
		if rep := s.chosen(w, d); rep != nil {
			w.x.Header().Set("Preference-Applied", "return=representation")
			return w.x.sendResult(status, rep)
		}
	}
	s.setETag(w, d)
	if preferred == "minimal" {
		w.x.Header().Set("Preference-Applied", "return=minimal")
		if status == http.StatusOK {
			status = http.StatusNoContent
		}
		return w.x.sendNothing(status)
	}
	out.ETag = s.resultingTag(w, d, true)
	return w.x.sendJSON(status, out)
}

// setETag adds the ETag of the record to the answer. After a PUT it may be sent
// only if what is stored is, byte for byte, what was sent (RFC 9110 section 9.3.4);
// the report has it then.
func (s *Server) setETag(w *writing, d *done) {
	if w.r.Method == http.MethodPut {
		return
	}
	if tag := s.resultingTag(w, d, false); tag != "" {
		w.x.Header()["Etag"] = []string{tag}
	}
}

// chosen returns the representation of what was stored that the client likes
// best, or nil.
func (s *Server) chosen(w *writing, d *done) *representation {
	e, err := s.describe(w.r.Context(), d.entity())
	if err != nil {
		return nil
	}
	v, err := s.choose(w.r.Header, e, nil)
	if err != nil {
		return nil
	}
	return s.after(w, e, v, true)
}

// resultingTag returns the entity tag of the record of what was stored, as a GET
// without content coding gets it, with links or without; empty where there is none.
// The record is not made for it.
func (s *Server) resultingTag(w *writing, d *done, links bool) string {
	o := s.offers.record()
	if o == nil || d.graph == nil {
		return ""
	}
	e, err := s.describe(w.r.Context(), d.entity())
	if err != nil {
		return ""
	}
	v := variant{offer: o}
	if links && s.hasLinks(o) && s.config.LinkMode == Always {
		if v.links, err = s.linkedTo(w.r.Context(), e); err != nil {
			s.notShown(w, e, err)
			return ""
		}
	}
	return s.entityTag(e, v, negotiate.Identity, false)
}

// after makes a representation after a write, of a record with links or
// without. The write is done, so that a failure here only makes the answer
// shorter.
func (s *Server) after(w *writing, e *entry, v variant, links bool) *representation {
	var err error
	if links && s.hasLinks(v.offer) {
		v.links, err = s.linkedTo(w.r.Context(), e)
	}
	var rep *representation
	if err == nil {
		rep, err = s.representation(w.r.Context(), e, v, []string{negotiate.Identity})
	}
	if err != nil {
		s.notShown(w, e, err)
		return nil
	}
	return rep
}

// notShown logs that the answer to a write is shorter than it should be.
func (s *Server) notShown(w *writing, e *entry, err error) {
	s.config.Logger.LogAttrs(context.WithoutCancel(w.r.Context()), slog.LevelWarn, "cannot show what was written",
		slog.String("request", w.x.id), slog.String("entity", e.iri), slog.Any("error", err))
}

// entity is what the store holds after the write.
func (d *done) entity() *rdfstore.Entity {
	return &rdfstore.Entity{Graph: d.graph, Version: d.outcome.Version, Modified: d.outcome.Time}
}

// sendResult answers a request to write with a representation.
func (x *exchange) sendResult(status int, rep *representation) error {
	x.format = rep.format
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

// sendJSON answers with a value as JSON.
func (x *exchange) sendJSON(status int, value any) error {
	var b bytes.Buffer
	if err := writeJSON(&b, value); err != nil {
		return err
	}
	body := asciiOnly("application/json", b.Bytes())
	header := x.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Content-Length", strconv.Itoa(len(body)))
	header.Set("Cache-Control", "no-store")
	x.WriteHeader(status)
	_, _ = x.Write(body) // an error means that the client has gone
	return nil
}

// sendNothing answers without a body.
func (x *exchange) sendNothing(status int) error {
	x.Header().Set("Cache-Control", "no-store")
	if status != http.StatusNoContent {
		x.Header().Set("Content-Length", "0")
	}
	x.WriteHeader(status)
	return nil
}

// preferredReturn returns the value of the preference "return", the first one
// where there are several (RFC 7240 section 2).
func preferredReturn(lines []string) string {
	for _, line := range lines {
		for _, preference := range splitQuoted(line, ',') {
			setting := splitQuoted(preference, ';')[0]
			name, value, _ := strings.Cut(setting, "=")
			if strings.EqualFold(strings.TrimSpace(name), "return") {
				return strings.Trim(strings.TrimSpace(value), `"`)
			}
		}
	}
	return ""
}

// splitQuoted splits a field's value at a separator outside quoted strings.
func splitQuoted(value string, separator byte) []string {
	var parts []string
	quoted, start := false, 0
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case c == '"':
			quoted = !quoted
		case c == '\\' && quoted:
			i++
		case c == separator && !quoted:
			parts = append(parts, value[start:i])
			start = i + 1
		}
	}
	return append(parts, value[start:])
}
