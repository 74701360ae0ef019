// Package address maps request targets to the IRIs of entities and back, and
// knows the spellings of URIs and IRIs: RFC 3986 (URI, sections 5.2.4 and 6.2.2)
// and RFC 3987 (IRI, sections 3.1 and 3.2).
//
// It is pure: it never asks whether an entity exists, and never fails.
package address
