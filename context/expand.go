package ldcontext

import "strings"

// ExpandKey returns the IRI that a member name stands for, following JSON-LD
// 1.1 API section 5.2.2 with vocab true: that of its term, else of the compact
// IRI, else of @vocab. It returns "" for a name that means nothing here and a
// keyword for a keyword or its alias.
func (s *Scope) ExpandKey(key string) string {
	if isKeyword(key) {
		return key
	}
	if t, ok := s.terms[key]; ok {
		return t.IRI
	}
	if iri, ok := s.expandCompact(key); ok {
		return iri
	}
	if s.active.Values.Vocab != nil {
		return s.vocab + key
	}
	return ""
}

// ExpandID returns the IRI that an @id value stands for when it is absolute or
// compact, and false when it is relative. Blank node identifiers come back as
// they are.
func (s *Scope) ExpandID(id string) (string, bool) { return s.expandCompact(id) }

// expandCompact is the part about values with a colon.
func (s *Scope) expandCompact(value string) (string, bool) {
	prefix, suffix, found := strings.Cut(value, ":")
	if !found || prefix == "" {
		return "", false
	}
	if prefix == "_" || strings.HasPrefix(suffix, "//") {
		return value, true
	}
	if t := s.terms[prefix]; t != nil && t.prefix && t.IRI != "" {
		return t.IRI + suffix, true
	}
	return value, isScheme(prefix)
}

// isScheme follows RFC 3986 section 3.1.
func isScheme(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (i == 0 || (c < '0' || c > '9') && c != '+' && c != '-' && c != '.') {
			return false
		}
	}
	return s != ""
}
