package server

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"time"

	"vitrine/server/conditional"
	"vitrine/server/exchange"
	"vitrine/server/negotiate"
	"vitrine/server/problem"
)

// vary names what the choice between representations depends on.
const vary = "Accept, Accept-Encoding, Prefer"

// representation is a complete answer: the bytes of the body and the fields of
// the header. It is never changed once it is made, so that many requests and
// the cache share it.
type representation struct {
	body []byte
	// coding is the content coding of body.
	coding string
	etag   string
	// otherTag is another tag of the same bytes, where there is one; a client that
	// names it gets it back.
	otherTag string
	// modified is the Last-Modified time; zero for none.
	modified time.Time
	header   []field
	// kept is the part of the header that a 304 repeats.
	kept []field
	// format is the short name, for the metrics.
	format string
}

type field struct {
	name   string // in canonical form
	values []string
}

// fields says what the header of a representation holds. Empty strings stand
// for no field.
type fields struct {
	contentType, location, link, cacheControl, policy string
	// etag is the entity tag; where it is empty, one is made from the body.
	etag     string
	otherTag string
	modified time.Time
	format   string
}

// newRepresentation makes a representation of a body in a content coding.
//
// A tag that is made from the body is strong, too: it depends on all that a cache
// could mix up, the body, its coding and its type.
func newRepresentation(f fields, coding string, body []byte) *representation {
	rep := &representation{body: body, coding: coding, modified: f.modified, format: f.format}
	rep.otherTag = f.otherTag
	if rep.etag = f.etag; rep.etag == "" {
		rep.etag = `"` + digest(f.contentType, coding, string(body)) + `"`
	}
	encoding := coding
	if encoding == negotiate.Identity {
		encoding = ""
	}
	modified := ""
	if !f.modified.IsZero() {
		modified = f.modified.UTC().Format(http.TimeFormat)
	}
	add := func(list *[]field, name, value string) {
		if value != "" {
			*list = append(*list, field{name, []string{value}})
		}
	}
	add(&rep.kept, "Cache-Control", f.cacheControl)
	add(&rep.kept, "Content-Location", f.location)
	add(&rep.kept, "Etag", rep.etag)
	add(&rep.kept, "Vary", vary)
	add(&rep.header, "Content-Encoding", encoding)
	add(&rep.header, "Content-Length", strconv.Itoa(len(body)))
	add(&rep.header, "Content-Security-Policy", f.policy)
	add(&rep.header, "Content-Type", f.contentType)
	add(&rep.header, "Last-Modified", modified)
	add(&rep.header, "Link", f.link)
	return rep
}

// digest returns 16 characters that stand for the parts.
func digest(parts ...string) string {
	hash := sha256.New()
	for _, part := range parts {
		hash.Write([]byte(strconv.Itoa(len(part)) + ":"))
		hash.Write([]byte(part))
	}
	return base64.RawURLEncoding.EncodeToString(hash.Sum(nil)[:12])
}

// tagFor is the tag of the representation that a client knows it by.
func (rep *representation) tagFor(h http.Header) string {
	if rep.otherTag != "" && (conditional.Lists(h["If-None-Match"], rep.otherTag) || conditional.Lists(h["If-Match"], rep.otherTag)) {
		return rep.otherTag
	}
	return rep.etag
}

// send answers a GET or HEAD with the representation, or with 304 or 412 where
// the request's preconditions ask for it.
func (s *Server) send(x *exchange.Exchange, r *http.Request, rep *representation) error {
	x.Format = rep.format
	header := x.Header()
	for _, f := range rep.kept {
		header[f.name] = f.values
	}
	etag := rep.tagFor(r.Header)
	if etag != rep.etag {
		header["Etag"] = []string{etag}
	}
	switch conditional.Evaluate(r.Header, conditional.OfTag(etag, rep.modified), true) {
	case conditional.Failed:
		return &problem.Error{Type: problem.Precondition}
	case conditional.NotModified:
		x.WriteHeader(http.StatusNotModified)
		return nil
	}
	for _, f := range rep.header {
		header[f.name] = f.values
	}
	// A date in the future says nothing (RFC 9110 section 8.8.2.1).
	if !rep.modified.IsZero() && rep.modified.After(x.Started) {
		header["Last-Modified"] = []string{x.Started.UTC().Format(http.TimeFormat)}
	}
	x.WriteHeader(http.StatusOK)
	// An error here means that the client has gone; nobody is left to tell.
	_, _ = x.Write(rep.body)
	return nil
}
