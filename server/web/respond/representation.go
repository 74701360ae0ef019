package respond

import (
	"net/http"
	"strconv"
	"time"

	"vitrine/server/web/contentneg"
)

// Vary names what the choice between representations depends on. For a page it is
// VaryByLanguage, unless its address names the language.
const (
	Vary           = "Accept, Accept-Encoding"
	VaryByLanguage = "Accept, Accept-Encoding, Accept-Language"
	// VaryByProfile follows either for an entity.
	VaryByProfile = ", Accept-Profile"
	// VaryByDatetime follows where Accept-Datetime leads to another state (RFC 7089 section 2.1.2).
	VaryByDatetime = ", Accept-Datetime"
)

// Representation is a complete answer: the bytes of the body and the fields of
// the header. It is never changed once it is made, so that many requests and
// the cache share it.
type Representation struct {
	body []byte
	// coding is the content coding of body.
	coding string
	etag   string
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

// Fields say what the header of a representation holds. Empty strings stand
// for no field.
type Fields struct {
	ContentType, Location, Link, CacheControl, Policy string
	// Language is that of a page, and ByLanguage tells that it was chosen by
	// Accept-Language.
	Language   string
	ByLanguage bool
	// ByProfile tells that Accept-Profile has a say in what is chosen.
	ByProfile bool
	// ByDatetime tells that Accept-Datetime has a say in what is answered, and Memento is the time
	// of a state that never changes; zero for none.
	ByDatetime bool
	Memento    time.Time
	// ETag is the entity tag; where it is empty, one is made from the body.
	ETag     string
	Modified time.Time
	// Format is the short name, for the metrics.
	Format string
}

// NewRepresentation makes a representation of a body in a content coding.
//
// A tag that is made from the body is strong, too: it depends on all that a cache
// could mix up, the body, its coding and its type.
func NewRepresentation(f Fields, coding string, body []byte) *Representation {
	rep := &Representation{body: body, coding: coding, modified: f.Modified, format: f.Format}
	if rep.etag = f.ETag; rep.etag == "" {
		rep.etag = `"` + Digest(f.ContentType, f.Language, coding, string(body)) + `"`
	}
	encoding := coding
	if encoding == contentneg.Identity {
		encoding = ""
	}
	add := func(list *[]field, name, value string) {
		if value != "" {
			*list = append(*list, field{name, []string{value}})
		}
	}
	add(&rep.kept, "Cache-Control", f.CacheControl)
	add(&rep.kept, "Content-Location", f.Location)
	add(&rep.kept, "Etag", rep.etag)
	vary := Vary
	if f.ByLanguage {
		vary = VaryByLanguage
	}
	if f.ByProfile {
		vary += VaryByProfile
	}
	if f.ByDatetime {
		vary += VaryByDatetime
	}
	add(&rep.kept, "Vary", vary)
	add(&rep.header, "Content-Encoding", encoding)
	add(&rep.header, "Content-Language", f.Language)
	add(&rep.header, "Content-Length", strconv.Itoa(len(body)))
	add(&rep.header, "Content-Security-Policy", f.Policy)
	add(&rep.header, "Content-Type", f.ContentType)
	add(&rep.header, "Link", f.Link)
	if !f.Memento.IsZero() {
		add(&rep.header, "Memento-Datetime", f.Memento.UTC().Format(http.TimeFormat))
	}
	return rep
}

// Body is in the content coding of the representation. It must not be changed.
func (rep *Representation) Body() []byte { return rep.body }

// ETag is the entity tag, and Modified the Last-Modified time, zero for none.
func (rep *Representation) ETag() string        { return rep.etag }
func (rep *Representation) Modified() time.Time { return rep.modified }

// Size is that of the body, in bytes.
func (rep *Representation) Size() int64 { return int64(len(rep.body)) }

// Answer answers a GET or HEAD with the representation, or with 304 or 412 where
// the request's preconditions ask for it.
func (rep *Representation) Answer(x *Exchange, r *http.Request) error {
	x.Format = rep.format
	header := x.Header()
	for _, f := range rep.kept {
		header[f.name] = f.values
	}
	if done, err := x.Unchanged(r, rep.etag, rep.modified); done || err != nil {
		return err
	}
	for _, f := range rep.header {
		header[f.name] = f.values
	}
	x.SetModified(rep.modified)
	x.WriteHeader(http.StatusOK)
	// An error here means that the client has gone.
	_, _ = x.Write(rep.body)
	return nil
}

// AnswerChange answers a request to write with the representation of what it has
// led to, which no cache keeps.
func (rep *Representation) AnswerChange(x *Exchange, status int) error {
	x.Format = rep.format
	header := x.Header()
	for _, list := range [][]field{rep.kept, rep.header} {
		for _, f := range list {
			header[f.name] = f.values
		}
	}
	header.Set("Cache-Control", "no-store")
	x.SetModified(rep.modified)
	x.WriteHeader(status)
	_, _ = x.Write(rep.body) // an error means that the client has gone
	return nil
}
