package respond

import (
	"net/http"
	"time"
)

// Verdict is what the preconditions of a request come to.
type Verdict uint8

const (
	// Proceed means that the request is carried out.
	Proceed Verdict = iota
	// NotModified means 304, for a request that reads.
	NotModified
	// Failed means 412.
	Failed
)

// Current is what preconditions are compared with.
type Current struct {
	// Matches tells whether the lines of a list of entity tags match, by the strong
	// comparison or the weak one (RFC 9110 section 8.8.3.2).
	Matches func(lines []string, strong bool) bool
	// Modified is zero where there is no date.
	Modified time.Time
}

// OfTag is the state of one representation.
func OfTag(etag string, modified time.Time) Current {
	return Current{func(lines []string, strong bool) bool { return matches(lines, etag, strong) }, modified}
}

// Evaluate is RFC 9110 section 13.2.2. A request that reads, GET or HEAD, may come to
// NotModified where another one has failed.
func Evaluate(h http.Header, c Current, reads bool) Verdict {
	if match := h["If-Match"]; match != nil {
		if !c.Matches(match, true) {
			return Failed
		}
	} else if since, ok := httpDate(h, "If-Unmodified-Since"); ok && c.Modified.After(since) {
		return Failed
	}
	if none := h["If-None-Match"]; none != nil {
		switch {
		case !c.Matches(none, false):
			return Proceed
		case reads:
			return NotModified
		}
		return Failed
	}
	if since, ok := httpDate(h, "If-Modified-Since"); ok && reads && !c.Modified.IsZero() && !c.Modified.After(since) {
		return NotModified
	}
	return Proceed
}

// Unchanged evaluates the preconditions of a request that reads a representation with an entity
// tag and a time of change, zero for none. It is true where the client has the representation
// and the answer is 304; the error is the answer where a precondition has failed.
func (x *Exchange) Unchanged(r *http.Request, etag string, modified time.Time) (bool, error) {
	x.Header()["Etag"] = []string{etag}
	switch Evaluate(r.Header, OfTag(etag, modified), true) {
	case Failed:
		return false, &Error{Type: Precondition}
	case NotModified:
		x.WriteHeader(http.StatusNotModified)
		return true, nil
	}
	return false, nil
}

// SetModified sets the Last-Modified field, unless the time is zero. A date in the future says
// nothing (RFC 9110 section 8.8.2.1).
func (x *Exchange) SetModified(modified time.Time) {
	if modified.IsZero() {
		return
	}
	if modified.After(x.Started) {
		modified = x.Started
	}
	x.Header()["Last-Modified"] = []string{modified.UTC().Format(http.TimeFormat)}
}

// HasPreconditions tells whether a request has preconditions.
func HasPreconditions(h http.Header) bool {
	return h["If-None-Match"] != nil || h["If-Modified-Since"] != nil || h["If-Match"] != nil || h["If-Unmodified-Since"] != nil
}

// httpDate reads a date field; RFC 9110 has one that is no date ignored.
func httpDate(h http.Header, name string) (time.Time, bool) {
	values := h[name]
	if len(values) != 1 {
		return time.Time{}, false
	}
	t, err := http.ParseTime(values[0])
	return t, err == nil
}

// LastModified is the date to give for a change at t: the next full second, so
// that two changes within one second never share a date that was handed out
// between them. The zero time stays zero.
func LastModified(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return t.Add(time.Second - time.Nanosecond).Truncate(time.Second)
}
