package address

import (
	"net/url"
	"strings"
)

// Reserved is the path segment, after the base's path, of the service itself.
const Reserved = "-"

// wellKnown is the place of RFC 8615, and Robots that of RFC 9309, which hosts have once.
const (
	wellKnown = "/.well-known"
	Robots    = "/robots.txt"
)

// WellKnownVoid leads to the description of the data set (VoID section 7.2, RFC
// 8615).
const WellKnownVoid = "/.well-known/void"

// WellKnownGenid is what the paths of the IRIs that stand for blank nodes begin with
// (RDF 1.1 Concepts section 3.5).
const WellKnownGenid = "/.well-known/genid/"

// Mapper maps request paths to the IRIs of entities and back. Of a base URL
// only the origin is replaced: https://data.museum.example/x/1 is asked for as
// /x/1, from whatever host the server listens on.
type Mapper struct {
	// Base and Origin are what the names of entities begin with, which are IRIs:
	// "https://data.museum.example/données/" and "https://data.museum.example".
	Base, Origin string
	// Prefix is the path of the base as requests have it: "/donn%C3%A9es/".
	Prefix string
	// plain is the same path decoded, uri and uriOrigin are Base and Origin as URIs.
	plain, uri, uriOrigin string
	// own and ownPlain are the paths of the service itself below Prefix and plain.
	own, ownPlain string
}

// New returns the mapper of a base URL, a URI or an IRI with a path that ends in a
// slash. Names begin with it as it is given.
func New(base string) Mapper {
	start := strings.Index(base, "://") + len("://")
	slash := start + strings.IndexByte(base[start:], '/')
	prefix, plain := URI(base[slash:]), IRI(base[slash:])
	return Mapper{
		Base: base, Origin: base[:slash], Prefix: prefix,
		plain: plain, uri: URI(base), uriOrigin: URI(base[:slash]),
		own: prefix + Reserved, ownPlain: plain + Reserved,
	}
}

// Name returns the IRI that a request path stands for, with the characters beyond
// ASCII decoded, and the base as it was given.
func (m Mapper) Name(path string) string {
	if rest, ok := strings.CutPrefix(path, m.Prefix); ok {
		return m.Base + IRI(rest)
	}
	return IRI(m.Origin + path)
}

// Local returns a URI of this service as an absolute path.
func (m Mapper) Local(uri string) string { return strings.TrimPrefix(uri, m.uriOrigin) }

// Path returns the request target of an IRI, percent-encoded. It is false for
// an IRI that no request path can name: one of another origin, one with a
// fragment, and one in the service's own place.
func (m Mapper) Path(iri string) (string, bool) {
	rest, ok := strings.CutPrefix(iri, m.Origin)
	if !ok || !strings.HasPrefix(rest, "/") || strings.HasPrefix(rest, "//") {
		return "", false
	}
	if strings.ContainsAny(rest, "#") || m.IsReserved(rest) {
		return "", false
	}
	return URI(rest), true
}

// Names tells whether a path is an IRI's to the letter.
func (m Mapper) Names(iri, path string) bool {
	return len(iri) == len(m.Origin)+len(path) && strings.HasPrefix(iri, m.Origin) && iri[len(m.Origin):] == path
}

// IsReserved tells whether a path belongs to the service itself.
func (m Mapper) IsReserved(path string) bool {
	return inSegment(path, "/"+Reserved) || inSegment(path, m.own) || inSegment(path, m.ownPlain) || inSegment(path, wellKnown) ||
		path == Robots
}

// IsService tells whether an IRI is the address of a resource of the service itself, in any
// spelling, so that no entity can have it as its name.
func (m Mapper) IsService(iri string) bool {
	path, ok := strings.CutPrefix(Normal(URI(iri)), m.uriOrigin)
	return ok && (m.IsReserved(path) || strings.HasPrefix(path, "/entity?id=") || strings.HasPrefix(path, m.Prefix+"entity?id="))
}

// Mounts are the paths under which the service's own endpoints live: the base's,
// and the root for those who ask this server directly.
func (m Mapper) Mounts() []string {
	if m.Prefix == "/" {
		return []string{"/"}
	}
	return []string{"/", m.Prefix}
}

// IsOwn tells whether a path may belong to an endpoint of the service.
func (m Mapper) IsOwn(path string) bool {
	return path == "/" || path == "/entity" || path == m.Prefix || path == m.plain || m.IsReserved(path) ||
		strings.HasSuffix(path, "/entity") || !strings.HasPrefix(path, "/")
}

func inSegment(path, prefix string) bool {
	rest, ok := strings.CutPrefix(path, prefix)
	return ok && (rest == "" || rest[0] == '/' || rest[0] == '?')
}

// Href returns where a page or a link leads to reach the entity.
func (m Mapper) Href(iri string) string {
	if path, ok := m.Path(iri); ok {
		return path
	}
	return m.ByID(iri)
}

// ByID returns the address of an entity by its id alone.
func (m Mapper) ByID(iri string) string {
	return m.Prefix + "entity?id=" + url.QueryEscape(iri)
}

// Public returns the URI at which an entity is served: its own where it is of
// the base's origin, else one by id.
func (m Mapper) Public(iri string) string {
	if _, ok := m.Path(iri); ok {
		return iri
	}
	return m.uriOrigin + m.ByID(iri)
}

// FileName names a file about all entities: by the host.
func (m Mapper) FileName() string {
	host := m.uriOrigin[strings.Index(m.uriOrigin, "://")+len("://"):]
	return strings.Map(func(r rune) rune {
		if r == '.' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return '-'
	}, host)
}

// Service returns the address of one of the service's own endpoints.
func (m Mapper) Service(name string) string { return m.Prefix + Reserved + "/" + name }

// ServiceURI returns the same as a URI, below the base URL.
func (m Mapper) ServiceURI(name string) string { return m.uri + Reserved + "/" + name }

// Absolute returns an address of this service as a URI.
func (m Mapper) Absolute(path string) string { return m.uriOrigin + path }

// Candidates are the IRIs that a request target may stand for, the most literal
// first: as sent; with the characters beyond ASCII decoded, as an IRI has them
// (RFC 3987 section 3.2); and then spellings that a client may have got wrong,
// where an answer is a redirect: normalised (RFC 3986 section 6.2.2), with the
// punctuation decoded or encoded, with or without a slash at the end.
func Candidates(iri string) []string {
	normal := Normal(iri)
	out := []string{iri, IRI(iri)}
	for _, v := range []string{normal, decodePunctuation(normal), encodePunctuation(normal)} {
		out = append(out, v, IRI(v), toggleSlash(v), toggleSlash(IRI(v)))
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

// Follow returns where a page leads for an IRI that it mentions: to this
// Service for one of the base, out into the web for another of http or https,
// nowhere for the rest.
func (m Mapper) Follow(iri string) string {
	if path, ok := m.Path(iri); ok && strings.HasPrefix(iri, m.Base) {
		return path
	}
	if strings.HasPrefix(iri, "https://") || strings.HasPrefix(iri, "http://") {
		return URI(iri)
	}
	return ""
}
