package jsonld

import "strings"

// reference is an IRI reference in its five parts (RFC 3986 section 3). The
// has flags tell an empty part from one that is not there.
type reference struct {
	scheme, authority, path, query, fragment string
	hasAuthority, hasQuery, hasFragment      bool
}

// split takes a reference apart as RFC 3986 appendix B does.
func split(s string) reference {
	var r reference
	if head, fragment, ok := strings.Cut(s, "#"); ok {
		s, r.fragment, r.hasFragment = head, fragment, true
	}
	if head, query, ok := strings.Cut(s, "?"); ok {
		s, r.query, r.hasQuery = head, query, true
	}
	if i := strings.IndexAny(s, ":/"); i > 0 && s[i] == ':' {
		r.scheme, s = s[:i], s[i+1:]
	}
	if rest, ok := strings.CutPrefix(s, "//"); ok {
		end := strings.IndexByte(rest, '/')
		if end < 0 {
			end = len(rest)
		}
		r.authority, r.hasAuthority, s = rest[:end], true, rest[end:]
	}
	r.path = s
	return r
}

// resolve returns the IRI that a relative reference stands for (RFC 3986
// section 5.2, on the characters of RFC 3987). net/url would percent-encode
// what is not ASCII, and with that name another entity.
func resolve(base, relative string) string {
	b, r := split(base), split(relative)
	if r.scheme != "" {
		return relative
	}
	r.scheme = b.scheme
	if !r.hasAuthority {
		r.authority, r.hasAuthority = b.authority, b.hasAuthority
		switch {
		case r.path == "":
			r.path = b.path
			if !r.hasQuery {
				r.query, r.hasQuery = b.query, b.hasQuery
			}
		case r.path[0] == '/':
			r.path = withoutDots(r.path)
		default:
			r.path = withoutDots(merged(b, r.path))
		}
	} else {
		r.path = withoutDots(r.path)
	}
	return r.String()
}

// merged puts a relative path in place of the last segment of the base's.
func merged(b reference, path string) string {
	if b.hasAuthority && b.path == "" {
		return "/" + path
	}
	return b.path[:strings.LastIndexByte(b.path, '/')+1] + path
}

// withoutDots removes the segments . and .. (RFC 3986 section 5.2.4).
func withoutDots(path string) string {
	segments := strings.Split(path, "/")
	out := make([]string, 0, len(segments))
	for i, segment := range segments {
		last := i == len(segments)-1
		switch segment {
		case ".":
		case "..":
			if len(out) > 1 || len(out) == 1 && out[0] != "" {
				out = out[:len(out)-1]
			}
		default:
			out = append(out, segment)
			continue
		}
		if last {
			out = append(out, "")
		}
	}
	return strings.Join(out, "/")
}

// String puts the parts together (RFC 3986 section 5.3).
func (r reference) String() string {
	s := r.scheme + ":"
	if r.hasAuthority {
		s += "//" + r.authority
	}
	s += r.path
	if r.hasQuery {
		s += "?" + r.query
	}
	if r.hasFragment {
		s += "#" + r.fragment
	}
	return s
}
