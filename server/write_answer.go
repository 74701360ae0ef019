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
	"vitrine/serialize"
	"vitrine/server/negotiate"
)

// done is what a write came to.
type done struct {
	name rdf.IRI
	// graph is what is stored now; nil after a deletion.
	graph    *graph.Graph
	outcome  rdfstore.Outcome
	findings []linkedart.Finding
	// sent is the body of a PUT.
	sent sent
}

// sent is a body as it came.
type sent struct {
	format *serialize.Format
	body   []byte
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
	s.setValidators(w, d)
	if preferred == "minimal" {
		w.x.Header().Set("Preference-Applied", "return=minimal")
		if status == http.StatusOK {
			status = http.StatusNoContent
		}
		return w.x.sendNothing(status)
	}
	if rep := s.resulting(w, d, s.offers.record(), true); rep != nil {
		out.ETag = rep.etag
	}
	return w.x.sendJSON(status, out)
}

// setValidators adds ETag and Last-Modified to the answer. After a PUT they may
// be sent only if what is stored is, byte for byte, what was sent (RFC 9110
// section 9.3.4).
func (s *Server) setValidators(w *writing, d *done) {
	o := s.offers.record()
	if d.sent.format != nil {
		o = s.offers.byName(d.sent.format.Name)
	}
	rep := s.resulting(w, d, o, false)
	if rep == nil || d.sent.format != nil && !bytes.Equal(rep.body, d.sent.body) {
		return
	}
	w.x.Header()["Etag"] = []string{rep.etag}
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

// resulting returns a representation of what was stored, or nil.
func (s *Server) resulting(w *writing, d *done, o *offer, links bool) *representation {
	if o == nil || d.graph == nil {
		return nil
	}
	e, err := s.describe(w.r.Context(), d.entity())
	if err != nil {
		return nil
	}
	return s.after(w, e, variant{offer: o}, links)
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
		s.config.Logger.LogAttrs(context.WithoutCancel(w.r.Context()), slog.LevelWarn, "cannot show what was written",
			slog.String("request", w.x.id), slog.String("entity", e.iri), slog.Any("error", err))
		return nil
	}
	return rep
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
