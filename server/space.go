package server

import (
	"net/url"
	"strings"
)

// reserved is the path segment, after the base's path, of the service itself.
const reserved = "-"

// space maps request paths to the IRIs of entities and back. Of a base URL
// only the origin is replaced: https://data.museum.example/x/1 is asked for as
// /x/1, from whatever host the server listens on.
type space struct {
	base   string // "https://data.museum.example/x/"
	origin string // "https://data.museum.example"
	prefix string // "/x/"
}

func newSpace(base string) space {
	start := strings.Index(base, "://") + len("://")
	slash := start + strings.IndexByte(base[start:], '/')
	return space{base: base, origin: base[:slash], prefix: base[slash:]}
}

// path returns the request target of an IRI, percent-encoded. It is false for
// an IRI that no request path can name: one of another origin, one with a
// fragment, and one in the service's own place.
func (s space) path(iri string) (string, bool) {
	rest, ok := strings.CutPrefix(iri, s.origin)
	if !ok || !strings.HasPrefix(rest, "/") || strings.HasPrefix(rest, "//") {
		return "", false
	}
	if strings.ContainsAny(rest, "#") || s.isReserved(rest) {
		return "", false
	}
	return uriForm(rest), true
}

// names tells whether a path is an IRI's to the letter.
func (s space) names(iri, path string) bool {
	return len(iri) == len(s.origin)+len(path) && strings.HasPrefix(iri, s.origin) && iri[len(s.origin):] == path
}

// isReserved tells whether a path belongs to the service itself.
func (s space) isReserved(path string) bool {
	return inSegment(path, "/"+reserved) || inSegment(path, s.prefix+reserved) || inSegment(path, wellKnownVoid)
}

// mounts are the paths under which the service's own endpoints live: the base's,
// and the root for those who ask this server directly.
func (s space) mounts() []string {
	if s.prefix == "/" {
		return []string{"/"}
	}
	return []string{"/", s.prefix}
}

// isOwn tells whether a path may belong to an endpoint of the service.
func (s space) isOwn(path string) bool {
	return path == "/" || path == "/entity" || path == s.prefix || s.isReserved(path) ||
		strings.HasSuffix(path, "/entity") || !strings.HasPrefix(path, "/")
}

func inSegment(path, prefix string) bool {
	rest, ok := strings.CutPrefix(path, prefix)
	return ok && (rest == "" || rest[0] == '/' || rest[0] == '?')
}

// href returns where a page or a link leads to reach the entity.
func (s space) href(iri string) string {
	if path, ok := s.path(iri); ok {
		return path
	}
	return s.byID(iri)
}

// byID returns the address of an entity by its id alone.
func (s space) byID(iri string) string {
	return s.prefix + "entity?id=" + url.QueryEscape(iri)
}

// public returns the URI at which an entity is served: its own where it is of
// the base's origin, else one by id.
func (s space) public(iri string) string {
	if _, ok := s.path(iri); ok {
		return iri
	}
	return s.origin + s.byID(iri)
}

// fileName names a file about all entities: by the host.
func (s space) fileName() string {
	host := s.origin[strings.Index(s.origin, "://")+len("://"):]
	return strings.Map(func(r rune) rune {
		if r == '.' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return '-'
	}, host)
}

// service returns the address of one of the service's own endpoints.
func (s space) service(name string) string { return s.prefix + reserved + "/" + name }

// serviceURI returns the same as a URI, below the base URL.
func (s space) serviceURI(name string) string { return s.base + reserved + "/" + name }

// candidates are the IRIs that a request target may stand for, the most literal
// first: as sent; with the characters beyond ASCII decoded, as an IRI has them
// (RFC 3987 section 3.2); and then spellings that a client may have got wrong,
// where an answer is a redirect: normalised (RFC 3986 section 6.2.2), with the
// punctuation decoded or encoded, with or without a slash at the end.
func candidates(iri string) []string {
	normal := normalForm(iri)
	out := []string{iri, iriForm(iri)}
	for _, v := range []string{normal, decodePunctuation(normal), encodePunctuation(normal)} {
		out = append(out, v, iriForm(v), toggleSlash(v), toggleSlash(iriForm(v)))
	}
	seen := map[string]bool{}
	distinct := out[:0]
	for _, v := range out {
		if !seen[v] {
			seen[v] = true
			distinct = append(distinct, v)
		}
	}
	return distinct
}

// toggleSlash adds a slash to the path, or takes the last one away.
func toggleSlash(iri string) string {
	path, query, hasQuery := strings.Cut(iri, "?")
	if trimmed := strings.TrimRight(path, "/"); trimmed != path {
		path = trimmed
	} else {
		path += "/"
	}
	if hasQuery {
		path += "?" + query
	}
	return path
}

// follow returns where a page leads for an IRI that it mentions: to this
// service for one of the base, out into the web for another of http or https,
// nowhere for the rest.
func (s space) follow(iri string) string {
	if path, ok := s.path(iri); ok && strings.HasPrefix(iri, s.base) {
		return path
	}
	if strings.HasPrefix(iri, "https://") || strings.HasPrefix(iri, "http://") {
		return uriForm(iri)
	}
	return ""
}
