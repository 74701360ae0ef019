package ldcontext

import (
	"strings"

	"vitrine/rdfstore/iri"
)

// expandIRI is the IRI expansion algorithm (JSON-LD 1.1 API section 5.2.2,
// https://www.w3.org/TR/json-ld11-api/#algorithm-3) with the local context of
// d; the numbers are those of its steps. It returns "" for null. ActiveContext has the
// same algorithm for active contexts that are finished.
func (d *definer) expandIRI(value string, documentRelative, vocab bool) (string, error) {
	if IsKeyword(value) { // 1
		return value, nil
	}
	if KeywordForm(value) { // 2
		return "", nil
	}
	if err := d.depend(value); err != nil { // 3
		return "", err
	}
	if t := d.active.term(value); t != nil && (vocab || IsKeyword(t.IRI)) { // 4, 5
		return t.IRI, nil
	}
	if prefix, suffix, ok := cutCompact(value); ok { // 6, 6.1
		if prefix == "_" || strings.HasPrefix(suffix, "//") { // 6.2
			return value, nil
		}
		if err := d.depend(prefix); err != nil { // 6.3
			return "", err
		}
		if t := d.active.term(prefix); t != nil && t.prefix && t.IRI != "" { // 6.4
			return t.IRI + suffix, nil
		}
		if isScheme(prefix) { // 6.5
			return value, nil
		}
	}
	if vocab && d.active.hasVocab { // 7
		return d.active.vocab + value, nil
	}
	if documentRelative { // 8
		current, err := d.processor.baseOf(d.active)
		if err != nil {
			return "", err
		}
		if resolved, err := iri.Resolve(current, value); err == nil {
			return resolved, nil
		}
	}
	return value, nil // 9
}

// cutCompact splits a value at its first colon, unless that is its first
// character: step 6.1.
func cutCompact(value string) (prefix, suffix string, ok bool) {
	prefix, suffix, ok = strings.Cut(value, ":")
	return prefix, suffix, ok && prefix != ""
}

// ExpandKey returns the IRI that a member name stands for, following JSON-LD
// 1.1 API section 5.2.2 with vocab true. It returns "" for a name that means
// nothing here and a keyword for a keyword or its alias. A name that is made a
// relative IRI by @vocab comes back as it is made.
func (a *ActiveContext) ExpandKey(key string) string {
	expanded, ok := a.expand(key, true)
	if !ok {
		return ""
	}
	return expanded
}

// ExpandID returns the IRI that an @id value stands for when it is absolute or
// compact, and false when it is relative. Blank node identifiers come back as
// they are, and so do keywords, also for an alias.
func (a *ActiveContext) ExpandID(id string) (string, bool) { return a.expand(id, false) }

// Expand returns what a value stands for (JSON-LD 1.1 API section 5.2.2): with
// vocab true, where terms count, and resolved against the base of the active
// context, which is the document's where it sets none. A value that cannot be
// resolved comes back as it is; one that has the form of a keyword as "".
func (a *ActiveContext) Expand(value, document string, documentRelative, vocab bool) string {
	expanded, ok := a.expand(value, vocab)
	if ok || KeywordForm(value) || !documentRelative {
		return expanded
	}
	if resolved, err := iri.Resolve(a.Base(document), value); err == nil {
		return resolved
	}
	return value
}

// Base returns the base IRI in a document with the base: its own, or the
// document's; empty for none.
func (a *ActiveContext) Base(document string) string {
	if a.base.own {
		return a.base.iri
	}
	return document
}

// expand is IRI expansion up to step 7; it reports whether that has found an IRI
// or, for a term, that it means nothing. The numbers are those of the steps.
func (a *ActiveContext) expand(value string, vocab bool) (string, bool) {
	if value != "" && value[0] == '@' && KeywordForm(value) { // 1, 2
		if IsKeyword(value) {
			return value, true
		}
		return "", false
	}
	if t := a.Term(value); t != nil && (vocab || t.IRI != "" && t.IRI[0] == '@') { // 4, 5
		return t.IRI, true
	}
	if prefix, suffix, ok := cutCompact(value); ok { // 6, 6.1
		if prefix == "_" || strings.HasPrefix(suffix, "//") { // 6.2
			return value, true
		}
		if t := a.Term(prefix); t != nil && t.prefix && t.IRI != "" { // 6.4
			return t.IRI + suffix, true
		}
		if isScheme(prefix) { // 6.5
			return value, true
		}
	}
	if vocab && a.hasVocab { // 7
		return a.vocab + value, true
	}
	return value, false
}

// isIRI reports whether s has the form of an absolute IRI.
func isIRI(s string) bool {
	scheme, _, found := strings.Cut(s, ":")
	return found && isScheme(scheme)
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
