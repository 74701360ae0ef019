package iri

import (
	"errors"
	"fmt"
	"strings"
)

// ErrBase means that a relative reference has no absolute base to resolve
// against.
var ErrBase = errors.New("no absolute base IRI")

// Resolve returns the IRI that a reference means in a document with the base
// (RFC 3986 section 5.2, strict). No character is encoded, decoded or
// normalized. A reference with a scheme is returned as it is, dot segments
// included, since RDF asks for no normalization (RDF 1.1 Concepts section 3.2).
//
// What is returned is not checked: give it to Check. The error wraps ErrBase or
// ErrSyntax.
func Resolve(base, reference string) (string, error) {
	if HasScheme(reference) {
		return reference, nil
	}
	r := split(reference)
	b := split(base)
	if b.scheme == "" {
		return "", fmt.Errorf("the relative IRI <%s> has %w to resolve against", reference, ErrBase)
	}
	r.scheme = b.scheme
	switch {
	case r.hasAuthority:
		r.path = removeDotSegments(r.path)
	case r.path == "":
		r.path = b.path
		if !r.hasQuery {
			r.query, r.hasQuery = b.query, b.hasQuery
		}
	case r.path[0] == '/':
		r.path = removeDotSegments(r.path)
	default:
		r.path = removeDotSegments(merge(b, r.path))
	}
	if !r.hasAuthority {
		r.authority, r.hasAuthority = b.authority, b.hasAuthority
	}
	if !r.hasAuthority && strings.HasPrefix(r.path, "//") {
		return "", fmt.Errorf("%w: <%s> resolved against <%s> has a path that begins with // and no authority", ErrSyntax, reference, base)
	}
	return r.String(), nil
}

// parts are the five components of a reference (RFC 3986 section 3). The has
// flags tell an empty component from one that is not there.
type parts struct {
	scheme, authority, path, query, fragment string
	hasAuthority, hasQuery, hasFragment      bool
}

// split takes a reference apart as RFC 3986 appendix B does.
func split(s string) (p parts) {
	s, p.fragment, p.hasFragment = strings.Cut(s, "#")
	s, p.query, p.hasQuery = strings.Cut(s, "?")
	if i := schemeLength(s); i > 0 {
		p.scheme, s = s[:i], s[i+1:]
	}
	if rest, ok := strings.CutPrefix(s, "//"); ok {
		p.hasAuthority = true
		p.authority, s = rest, ""
		if i := strings.IndexByte(rest, '/'); i >= 0 {
			p.authority, s = rest[:i], rest[i:]
		}
	}
	p.path = s
	return p
}

// String puts the components together (RFC 3986 section 5.3).
func (p parts) String() string {
	var b strings.Builder
	b.Grow(len(p.scheme) + len(p.authority) + len(p.path) + len(p.query) + len(p.fragment) + len("://?#"))
	b.WriteString(p.scheme)
	b.WriteByte(':')
	if p.hasAuthority {
		b.WriteString("//")
		b.WriteString(p.authority)
	}
	b.WriteString(p.path)
	if p.hasQuery {
		b.WriteByte('?')
		b.WriteString(p.query)
	}
	if p.hasFragment {
		b.WriteByte('#')
		b.WriteString(p.fragment)
	}
	return b.String()
}

// merge is RFC 3986 section 5.2.3.
func merge(base parts, path string) string {
	if base.hasAuthority && base.path == "" {
		return "/" + path
	}
	return base.path[:strings.LastIndexByte(base.path, '/')+1] + path
}

// removeDotSegments is RFC 3986 section 5.2.4, whose steps the letters name.
func removeDotSegments(in string) string {
	if !strings.Contains(in, ".") {
		return in
	}
	out := make([]byte, 0, len(in))
	for in != "" {
		switch {
		case strings.HasPrefix(in, "../"): // A
			in = in[len("../"):]
		case strings.HasPrefix(in, "./"):
			in = in[len("./"):]
		case strings.HasPrefix(in, "/./"): // B
			in = in[len("/."):]
		case in == "/.":
			in = "/"
		case strings.HasPrefix(in, "/../"): // C
			in, out = in[len("/.."):], withoutSegment(out)
		case in == "/..":
			in, out = "/", withoutSegment(out)
		case in == ".", in == "..": // D
			in = ""
		default: // E
			n := strings.IndexByte(in[1:], '/') + 1
			if n == 0 {
				n = len(in)
			}
			out, in = append(out, in[:n]...), in[n:]
		}
	}
	return string(out)
}

// withoutSegment removes the last segment and the slash before it, if any.
func withoutSegment(path []byte) []byte {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' {
			return path[:i]
		}
	}
	return path[:0]
}
