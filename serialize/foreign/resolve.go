package foreign

import (
	"fmt"
	"strings"

	"vitrine/rdfstore/graph"
)

// Resolve returns the absolute IRI that ref means in a document with the base,
// by RFC 3986 section 5.2, which RFC 3987 section 6.5 takes over for IRIs. No
// character is encoded, decoded or normalized. An IRI that is absolute already
// is returned as it is, dot segments and all.
// One longer than graph.MaxIRI is an error.
func Resolve(base, ref string) (string, error) {
	iri, err := resolve(base, ref)
	if len(iri) > graph.MaxIRI {
		return "", fmt.Errorf("%w: an IRI has %d bytes, the limit is %d: %.40q…", graph.ErrTooLarge, len(iri), graph.MaxIRI, iri)
	}
	return iri, err
}

func resolve(base, ref string) (string, error) {
	r := split(ref)
	if r.scheme != "" {
		return ref, nil
	}
	b := split(base)
	if b.scheme == "" {
		return "", fmt.Errorf("%w: the relative IRI <%s> has no absolute base IRI to resolve against", graph.ErrTerm, ref)
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
		r.authority, r.hasAuthority = b.authority, b.hasAuthority
	case strings.HasPrefix(r.path, "/"):
		r.path = removeDotSegments(r.path)
		r.authority, r.hasAuthority = b.authority, b.hasAuthority
	default:
		r.path = removeDotSegments(merge(b, r.path))
		r.authority, r.hasAuthority = b.authority, b.hasAuthority
	}
	return r.String(), nil
}

// reference is a reference in its parts (RFC 3986 appendix B).
type reference struct {
	scheme, authority, path, query, fragment string
	hasAuthority, hasQuery, hasFragment      bool
}

func split(s string) (r reference) {
	s, r.fragment, r.hasFragment = strings.Cut(s, "#")
	s, r.query, r.hasQuery = strings.Cut(s, "?")
	if i := strings.IndexAny(s, ":/"); i > 0 && s[i] == ':' {
		r.scheme, s = s[:i], s[i+1:]
	}
	if rest, ok := strings.CutPrefix(s, "//"); ok {
		r.hasAuthority = true
		r.authority, s = rest, ""
		if i := strings.IndexByte(rest, '/'); i >= 0 {
			r.authority, s = rest[:i], rest[i:]
		}
	}
	r.path = s
	return r
}

// String is RFC 3986 section 5.3.
func (r reference) String() string {
	var b strings.Builder
	if r.scheme != "" {
		b.WriteString(r.scheme + ":")
	}
	if r.hasAuthority {
		b.WriteString("//" + r.authority)
	}
	b.WriteString(r.path)
	if r.hasQuery {
		b.WriteString("?" + r.query)
	}
	if r.hasFragment {
		b.WriteString("#" + r.fragment)
	}
	return b.String()
}

// merge is RFC 3986 section 5.2.3.
func merge(base reference, path string) string {
	if base.hasAuthority && base.path == "" {
		return "/" + path
	}
	return base.path[:strings.LastIndexByte(base.path, '/')+1] + path
}

// removeDotSegments is RFC 3986 section 5.2.4.
func removeDotSegments(in string) string {
	var out []string
	absolute := strings.HasPrefix(in, "/")
	segments := strings.Split(strings.TrimPrefix(in, "/"), "/")
	for i, s := range segments {
		last := i == len(segments)-1
		switch s {
		case ".":
		case "..":
			if len(out) > 0 {
				out = out[:len(out)-1]
			}
		default:
			out = append(out, s)
			continue
		}
		if last && (len(out) > 0 || absolute) {
			out = append(out, "")
		}
	}
	path := strings.Join(out, "/")
	if absolute {
		path = "/" + path
	}
	return path
}
