package server

import (
	"net/http"
	"slices"
	"strings"
	"time"
)

// verdict is what the preconditions of a request come to.
type verdict uint8

const (
	proceed verdict = iota
	notModified
	failed
)

// current is what preconditions are compared with.
type current struct {
	// matches tells whether the lines of a list of entity tags match, by the strong
	// comparison or the weak one (RFC 9110 section 8.8.3.2).
	matches func(lines []string, strong bool) bool
	// modified is zero where there is no date.
	modified time.Time
}

// ofTag is the state of one representation.
func ofTag(etag string, modified time.Time) current {
	return current{func(lines []string, strong bool) bool { return anyMatch(lines, etag, strong) }, modified}
}

// evaluate is RFC 9110 section 13.2.2. A request that reads, GET or HEAD, may come to
// notModified where another one has failed.
func evaluate(h http.Header, c current, reads bool) verdict {
	if match := h["If-Match"]; match != nil {
		if !c.matches(match, true) {
			return failed
		}
	} else if since, ok := httpDate(h, "If-Unmodified-Since"); ok && c.modified.After(since) {
		return failed
	}
	if none := h["If-None-Match"]; none != nil {
		switch {
		case !c.matches(none, false):
			return proceed
		case reads:
			return notModified
		}
		return failed
	}
	if since, ok := httpDate(h, "If-Modified-Since"); ok && reads && !c.modified.IsZero() && !c.modified.After(since) {
		return notModified
	}
	return proceed
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

// anyMatch tells whether a list of entity tags holds etag, or is "*". The
// strong comparison (RFC 9110 section 8.8.3.2) matches no weak tag.
func anyMatch(lines []string, etag string, strong bool) bool {
	etag, isWeak := strings.CutPrefix(etag, "W/")
	return isAny(lines) || anyTag(lines, func(tag string, weak bool) bool {
		return tag == etag && !(strong && (weak || isWeak))
	})
}

// listsTag tells whether a list of entity tags holds etag itself.
func listsTag(lines []string, etag string) bool {
	return anyTag(lines, func(tag string, _ bool) bool { return tag == etag })
}

// isAny tells whether a field is "*".
func isAny(lines []string) bool {
	return slices.ContainsFunc(lines, func(line string) bool { return strings.Trim(line, " \t") == "*" })
}

// anyTag tells whether a list of entity tags holds one for which ok is true. It
// gets the quoted part, and whether the tag is weak.
func anyTag(lines []string, ok func(tag string, weak bool) bool) bool {
	for _, line := range lines {
		for rest := line; ; {
			tag, weak, after, more := nextTag(rest)
			if !more {
				break
			}
			if ok(tag, weak) {
				return true
			}
			rest = after
		}
	}
	return false
}

// nextTag reads the first entity tag of a list: its quoted part, and whether
// it is weak. What is no tag ends the list.
func nextTag(list string) (tag string, weak bool, rest string, ok bool) {
	list = strings.TrimLeft(list, " \t,")
	list, weak = strings.CutPrefix(list, "W/")
	if !strings.HasPrefix(list, `"`) {
		return "", false, "", false
	}
	end := strings.IndexByte(list[1:], '"')
	if end < 0 {
		return "", false, "", false
	}
	return list[:end+2], weak, list[end+2:], true
}
